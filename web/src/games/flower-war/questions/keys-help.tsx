import { Button } from "../../../design/parts/button.tsx";
import { KeysHelp as TableKeysHelp } from "../../../match/table/keys-help.tsx";
import { i18n } from "../../../texts/index.ts";

interface Props {
  /** Asks whether to concede; `null`: the viewer has nothing to concede. */
  readonly onConcede: (() => void) | null;
  readonly onClose: () => void;
}

/** The keys of the table, and the way out of the match. */
export function KeysHelp({ onConcede, onClose }: Props) {
  return (
    <TableKeysHelp keys={keys()} onClose={onClose}>
      {onConcede === null ? null : <Button onClick={onConcede}>{i18n._("Concede the match")}</Button>}
    </TableKeysHelp>
  );
}

function keys() {
  return [
    ["R", i18n._("Roll the die")],
    ["T, H", i18n._("Offer to Tlaloc, to Huitzilopochtli")],
    ["O", i18n._("Trade with Tonantzin")],
    ["1–9", i18n._("Choose a card")],
    ["P", i18n._("Pass")],
    ["E", i18n._("End the turn")],
    ["← → ↑ ↓", i18n._("Walk round the ring")],
    ["Home", i18n._("Your own space")],
  ] as const;
}
