import { type ReactNode, Suspense } from "react";
import { loadWithTexts } from "../texts/index.ts";
import { LoadByLanguage } from "../texts/lazy-part.tsx";
import type * as ChatParts from "./chat-parts.ts";

type Parts = typeof ChatParts;
type Drawn = (props: object) => ReactNode;

/** The chat and its texts are loaded after the table that it belongs to. */
const loaded = new LoadByLanguage<"chat", Parts>((_, language) =>
  loadWithTexts(() => import("./chat-parts.ts"), language, "chat"),
);

/** Returns a part of the chat; nothing stands in its place while it is loaded. */
function lazyChat<Name extends keyof Parts>(name: Name): Parts[Name] {
  const Part: Drawn = (props) => {
    const Loaded = loaded.use("chat")[name] as unknown as Drawn;
    return <Loaded {...props} />;
  };
  const Lazy: Drawn = (props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
  return Lazy as unknown as Parts[Name];
}

export const ChatAnnouncer = lazyChat("ChatAnnouncer");
export const ChatPanel = lazyChat("ChatPanel");
export const ChatSheet = lazyChat("ChatSheet");
export const PeopleMenu = lazyChat("PeopleMenu");
