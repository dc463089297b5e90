import { Suspense } from "react";
import { lazyPart } from "../../app/lazy-part.tsx";
import type { Props } from "./open-keys-help.tsx";

const OpenKeysHelp = lazyPart(async () => (await import("./open-keys-help.tsx")).OpenKeysHelp);

/** The keys of a table, the switch for those that are letters and digits, and the way out of the match. Loaded when it is opened. */
export function KeysHelp(props: Props) {
  return (
    <Suspense fallback={null}>
      <OpenKeysHelp {...props} />
    </Suspense>
  );
}
