import { KeysHelp as TableKeysHelp } from "../../match/table/keys-help.tsx";
import { i18n } from "../../texts/index.ts";

/** The keys of the table. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  return <TableKeysHelp keys={keys()} onClose={onClose} />;
}

function keys() {
  return [
    ["T", i18n._("Toss the coins")],
    ["1–6", i18n._("Choose an act")],
    ["Enter", i18n._("Play the chosen act")],
    ["Y, N", i18n._("Go one square on, stay")],
    ["← → ↑ ↓", i18n._("Walk over the board")],
    ["Home", i18n._("Your own token")],
  ] as const;
}
