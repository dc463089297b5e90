import { Suspense } from "react";
import { lazyPart } from "../../texts/lazy-part.tsx";
import type { ConcedeProps, KeysHelpProps } from "../keys/open-keys-help.tsx";

/* What a table opens seldom, and so is not part of its first load. */

const OpenKeysHelp = lazyPart(
  async () => (await import("../keys/open-keys-help.tsx")).OpenKeysHelp,
  "game-frame/keys",
);

/** Loads the dialogs before they are opened, so that they open without the server too. */
export const loadKeysHelp = OpenKeysHelp.load;

const OpenQuestion = lazyPart(
  async () => (await import("../keys/open-keys-help.tsx")).ConcedeQuestion,
  "game-frame/keys",
);

/** The keys of a table, the switch for those that are letters and digits, and the way out of the match. */
export function KeysHelp(props: KeysHelpProps) {
  return (
    <Suspense fallback={null}>
      <OpenKeysHelp {...props} />
    </Suspense>
  );
}

/** Asks once more before the viewer concedes, and says what follows from it. */
export function ConcedeQuestion(props: ConcedeProps) {
  return (
    <Suspense fallback={null}>
      <OpenQuestion {...props} />
    </Suspense>
  );
}
