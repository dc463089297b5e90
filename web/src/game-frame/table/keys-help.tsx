import { Suspense } from "react";
import { lazyPart } from "../../texts/lazy-part.tsx";
import type { Props } from "./open-keys-help.tsx";

/** Loads the dialog before it is opened, so that it opens without the server too. */
export const loadKeysHelp = async () => (await import("./open-keys-help.tsx")).OpenKeysHelp;

const OpenKeysHelp = lazyPart(loadKeysHelp);

/** The keys of a table, the switch for those that are letters and digits, and the way out of the match. Not part of the table's first load. */
export function KeysHelp(props: Props) {
  return (
    <Suspense fallback={null}>
      <OpenKeysHelp {...props} />
    </Suspense>
  );
}
