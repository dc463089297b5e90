import { Drawing } from "../../../art/drawing.tsx";
import { Unseen } from "../../../design/parts/panel.tsx";
import { i18n } from "../../../texts/index.ts";
import type { Person, TieqchieqScene } from "../scene.ts";
import { readerFor, texts } from "../texts.ts";
import { Countdown } from "../../../game-frame/table/countdown.tsx";
import { presenceOf } from "../../../game-frame/table/presence.ts";
import { PersonName } from "../../../game-frame/table/person-name.tsx";
import { PresenceLine } from "../../../game-frame/table/presence-line.tsx";
import styles from "./players.module.css";

interface Props {
  readonly scene: TieqchieqScene;
  readonly serverTime: () => number;
}

/** A plaque for each colour: who plays it, and where its tokens are. */
export function Players({ scene, serverTime }: Props) {
  return (
    <ul className={styles.players} aria-label={i18n._("Players")}>
      {scene.people.map((person) => (
        <Plaque key={person.seat} scene={scene} person={person} serverTime={serverTime} />
      ))}
    </ul>
  );
}

function Plaque({ scene, person, serverTime }: Props & { person: Person }) {
  const { seat } = person;
  const { tokens, turn, outcome } = scene.view.table;
  const { at, home, reserve } = tokens[seat];
  const own = turn === seat && outcome === null;
  const clock = scene.clock?.seats.get(seat) ?? null;
  return (
    <li className={`${styles.plaque} ${own ? styles.turn : ""}`} aria-current={own ? "true" : undefined}>
      <div className={styles.who}>
        <Drawing
          sheet="sisters"
          id={`t-${seat}`}
          label={`${texts().seats[seat].name}, ${texts().shapes[seat]}`}
          className={styles.mark}
        />
        <div className={styles.names}>
          <h2>
            <PersonName seat={seat}>{readerFor(scene.seat, scene.people).nameOf(seat)}</PersonName>
          </h2>
          <small>
            <PresenceLine
              presence={presenceOf(scene.clock, person)}
              name={texts().seats[seat].name}
              own={seat === scene.seat}
              className={styles.presence}
            />
          </small>
        </div>
        {clock === null ? null : <Countdown clock={clock} serverTime={serverTime} className={styles.clock} />}
      </div>
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
