import { KeysHelp as TableKeysHelp } from "../../match/table/keys-help.tsx";
import { i18n } from "../../texts/index.ts";

/** The keys of the table. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  return <TableKeysHelp keys={keys()} onClose={onClose} />;
}

function keys() {
  return [
    ["1–9", i18n._("Choose a card, and read a chosen one")],
    ["Enter", i18n._("Confirm")],
    ["← → ↑ ↓", i18n._("Walk round the sundial")],
    ["Home", i18n._("Your own place")],
    ["H", i18n._("Pause the called times")],
    [i18n._("Space"), i18n._("Continue the called times")],
  ] as const;
}
