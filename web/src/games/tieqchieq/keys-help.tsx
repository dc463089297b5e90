import { otherSeat } from "@flower-war/client-sdk/tieqchieq";
import { type Consequences, concessionOf } from "../../game-frame/table/concession.tsx";
import { KeysHelp as TableKeysHelp } from "../../game-frame/table/keys-help.tsx";
import { i18n } from "../../texts/index.ts";
import type { TieqchieqScene } from "./scene.ts";
import { readerFor } from "./texts.ts";
import type { Handling } from "./use-handling.ts";

interface Props {
  readonly scene: TieqchieqScene;
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
export function consequencesOf({ seat, people }: TieqchieqScene): Consequences | null {
  if (seat === null) return null;
  return { losses: [], winner: readerFor(seat, people).nameOf(otherSeat(seat)) };
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
