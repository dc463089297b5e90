import { spaceName } from "@flower-war/client-sdk/flower-war";
import { type Consequences, concessionOf } from "../../../game-frame/table/concession.tsx";
import { KeysHelp as TableKeysHelp } from "../../../game-frame/table/keys-help.tsx";
import { i18n } from "../../../texts/index.ts";
import type { FlowerWarScene } from "../scene.ts";
import type { Handling } from "../table-state.ts";
import { readerFor } from "../texts.ts";

interface Props {
  readonly scene: FlowerWarScene;
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

/** Returns what follows if the viewer concedes; `null`: they have no tribe. */
export function consequencesOf(scene: FlowerWarScene): Consequences | null {
  const { table, seat, hand } = scene.view;
  const tribe = seat === null ? undefined : table.tribes[seat];
  if (tribe === undefined) return null;
  const others = table.seats.filter((each) => each !== seat && table.tribes[each]?.out === 0);
  const [only, ...more] = others;
  return {
    losses: [
      i18n._("{n, plural, one {# skull goes} other {# skulls go}} to supply.", { n: tribe.skulls }),
      i18n._("{n, plural, one {# card goes} other {# cards go}} onto {space}, without effect.", {
        n: hand.length,
        space: spaceName(tribe.space),
      }),
      i18n._("The discs that you earned go back to the board."),
    ],
    winner: only === undefined || more.length > 0 ? null : readerFor(seat, scene.people).nameOf(only),
  };
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
