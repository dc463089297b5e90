import type { GameName, Match } from "@flower-war/client-sdk";
import { type ReactNode, Suspense } from "react";
import { addTexts } from "../texts/index.ts";
import { LoadByLanguage } from "../texts/load-by-language.ts";

type Parts = typeof import("./chat-parts.ts");

/** The chat and its texts are loaded after the table that it belongs to. */
const loaded = new LoadByLanguage<"chat", Parts>(async (_, language) => {
  const [parts] = await Promise.all([import("./chat-parts.ts"), addTexts("chat", language)]);
  return parts;
});

interface Props<G extends GameName> {
  readonly match: Match<G>;
}

export function ChatPanel<G extends GameName>(props: Props<G> & { readonly compact?: boolean }) {
  return <Loaded draw={(parts) => <parts.ChatPanel {...props} />} />;
}

export function ChatSheet<G extends GameName>(props: Props<G> & { readonly preview?: boolean }) {
  return <Loaded draw={(parts) => <parts.ChatSheet {...props} />} />;
}

export function ChatAnnouncer<G extends GameName>(props: Props<G>) {
  return <Loaded draw={(parts) => <parts.ChatAnnouncer {...props} />} />;
}

interface Drawing {
  readonly draw: (parts: Parts) => ReactNode;
}

function Loaded({ draw }: Drawing) {
  return (
    <Suspense fallback={null}>
      <Part draw={draw} />
    </Suspense>
  );
}

function Part({ draw }: Drawing) {
  return draw(loaded.use("chat"));
}
