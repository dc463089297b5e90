import { type Consequences, concessionOf } from "../../game-frame/table/concession.tsx";
import { KeysHelp as TableKeysHelp } from "../../game-frame/table/keys-help.tsx";
import { i18n } from "../../texts/index.ts";
import { othersInPlay } from "./cities.ts";
import type { SpaceAztecsScene } from "./scene.ts";
import type { Handling } from "./table-state.ts";
import { readerFor } from "./texts.ts";

interface Props {
  readonly scene: SpaceAztecsScene;
  readonly handling: Handling;
  readonly onClose: () => void;
}

/** The keys of the table, and the way out of the match. */
export function KeysHelp({ scene, handling, onClose }: Props) {
  return (
    <TableKeysHelp
      keys={keys()}
      concession={concessionOf(consequencesOf(scene), scene.legal, handling)}
      onClose={onClose}
    />
  );
}

/** Returns what follows if the viewer concedes; `null`: they have no seat. */
export function consequencesOf({ view, seat, people }: SpaceAztecsScene): Consequences | null {
  if (seat === null) return null;
  const [only, ...more] = othersInPlay(view.table, seat);
  return {
    losses: [
      i18n._("Your city stays as it lies, but no longer takes part."),
      i18n._("You come behind everybody who plays on, whatever your points."),
    ],
    winner: only === undefined || more.length > 0 ? null : readerFor(seat, people).nameOf(only),
  };
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
