import {
  firstUnmet,
  GODS,
  type God,
  sacrificeConditions,
  type View,
} from "@flower-war/client-sdk/flower-war";
import { Drawing } from "../../art/drawing.tsx";
import { i18n } from "../../texts/index.ts";
import styles from "./seat-temple.module.css";
import { type Person, texts } from "./texts.ts";

type Temple = Pick<Person, "seat" | "temple" | "templeOnline" | "fixH" | "fixT">;

interface Props {
  readonly person: Temple;
  readonly view: View;
}

/** The temple of wood and stone of a seat that has one, as it stands there: its lamps, and the beads that are to be taken out of its lake. */
export function SeatTemple({ person, view }: Props) {
  const lit = litSlots(person, view);
  const debts = debtsOf(person);
  const words = describeTemple(person, lit, debts);
  return (
    <span role="img" aria-label={words} data-tip={words}>
      <span className={`${styles.picture} ${person.templeOnline ? "" : styles.offline}`}>
        <Drawing sheet="marks" id="temple" />
        {lit.map((god) => (
          <i key={god} className={styles[`lamp-${god}`]} />
        ))}
      </span>
      <span className={styles.debts} data-debts={debts.length}>
        {debts.map(({ god, beads }) => (
          <b key={god} className={styles[`debt-${god}`]}>
            −{beads}
          </b>
        ))}
      </span>
    </span>
  );
}

/** Returns the gods whose lamps are lit at a seat's temple: to whom a bead would be an offering now (temple protocol J-13). */
export function litSlots({ seat, templeOnline }: Temple, view: View): readonly God[] {
  if (!templeOnline || view.table.turn.seat !== seat) return [];
  const own = { ...view, seat, hand: [] };
  return GODS.filter((god) => firstUnmet(sacrificeConditions(own, god)) === null);
}

/** Returns how many beads must be taken out of each god's half of the lake; a god without any is left out. */
function debtsOf({ fixH, fixT }: Temple) {
  const beads = { tlaloc: -fixT, huitzilopochtli: -fixH };
  return GODS.filter((god) => beads[god] > 0).map((god) => ({ god, beads: beads[god] }));
}

function describeTemple(
  { templeOnline }: Temple,
  lit: readonly God[],
  debts: ReturnType<typeof debtsOf>,
): string {
  return [
    i18n._("plays with a temple"),
    templeOnline ? describeOpenSlots(lit) : i18n._("offline"),
    ...debts.map(({ god, beads }) =>
      i18n._("take {beads} out of {god}'s half", { beads, god: texts().gods[god].name }),
    ),
  ].join(", ");
}

/** Says which slots are open. */
export function describeOpenSlots([god, other]: readonly God[]): string {
  if (god === undefined) return i18n._("both slots closed");
  return other === undefined
    ? i18n._("{god}'s slot open", { god: texts().gods[god].name })
    : i18n._("both slots open");
}
