import { Drawing } from "../../art/drawing.tsx";
import { Panel, Unseen } from "../../design/parts/panel.tsx";
import { i18n } from "../../texts/index.ts";
import { type Person, texts, type TieqchieqScene } from "./texts.ts";
import { plaqueClass, PlaqueHead } from "../../game-frame/table/plaque.tsx";
import type { LookedAtPart } from "./handling.ts";
import styles from "./players.module.css";
import { otherSeat, type Seat } from "@flower-war/client-sdk/tieqchieq";

/** A plaque for each colour, and at a table what the squares do to the viewer's. */
export function Players({ drawn, handling, serverTime }: LookedAtPart) {
  const plaques = (
    <ul className={styles.players} aria-label={i18n._("Players")}>
      {drawn.people.map((person) => (
        <Plaque key={person.seat} scene={drawn} person={person} serverTime={serverTime} />
      ))}
    </ul>
  );
  if (handling === null) return plaques;
  return (
    <div className={styles.column}>
      {plaques}
      <Legend seat={drawn.seat ?? "red"} />
    </div>
  );
}

interface PlaqueProps {
  readonly scene: TieqchieqScene;
  readonly person: Person;
  readonly serverTime: () => number;
}

/** Who plays a colour, and where its tokens are. */
function Plaque({ scene, person, serverTime }: PlaqueProps) {
  const { seat } = person;
  const { tokens, turn, outcome } = scene.view.table;
  const { at, home, reserve } = tokens[seat];
  const own = turn === seat && outcome === null;
  return (
    <li className={`${plaqueClass(own)} ${styles.plaque}`} aria-current={own ? "true" : undefined}>
      <PlaqueHead
        scene={scene}
        person={person}
        sign={
          <Drawing
            sheet="sisters"
            id={`t-${seat}`}
            label={`${texts().seats[seat].name}, ${texts().shapes[seat]}`}
          />
        }
        seatName={texts().seats[seat].name}
        serverTime={serverTime}
      />
      <div className={styles.row}>
        <span className={styles.label} aria-hidden="true">
          {texts().places.home.name}
        </span>
        <Unseen>{i18n._("{n} of 6 home", { n: home })}</Unseen>
        <span className={styles.six} aria-hidden="true">
          {[0, 1, 2, 3, 4, 5].map((place) =>
            place < home ? (
              <Drawing key={place} sheet="sisters" id={`t-${seat}`} />
            ) : (
              <span key={place} className={styles.place} />
            ),
          )}
        </span>
      </div>
      <div className={`${styles.row} ${styles.third}`}>
        <span className={styles.label}>{i18n._("On the board")}</span>
        <b>{at.length}</b>
        <span className={`${styles.label} ${styles.right}`}>{texts().things.reserve.name}</span>
        <b>{reserve}</b>
        <Drawing sheet="sisters" id={`t-${seat}`} className={reserve === 0 ? styles.noToken : styles.token} />
      </div>
    </li>
  );
}

/** What the squares do to a colour. */
function Legend({ seat }: { readonly seat: Seat }) {
  const lines: readonly (readonly [string, string, string])[] = [
    ["ring", texts().places.ring.name, i18n._("another turn")],
    ["sun", texts().places.sun.name, i18n._("another turn, no battle")],
    [`plus-${seat}`, i18n._("Your plus"), i18n._("may go 1 further")],
    [`land-${otherSeat(seat)}`, texts().places["territory-enemy"].name, i18n._("costs you 3")],
    [`end-${seat}`, i18n._("Your X"), i18n._("reach it exactly")],
  ];
  return (
    <Panel title={i18n._("Where you land")} className={styles.legend}>
      <ul>
        {lines.map(([drawing, name, does]) => (
          <li key={drawing}>
            <Drawing sheet="tieqchieq" id={drawing} />
            <span>
              <b>{name}</b> {does}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
