import type { Card } from "@flower-war/client-sdk/space-aztecs";
import { Drawing } from "../../../art/drawing.tsx";
import { Unseen } from "../../../design/parts/panel.tsx";
import { i18n } from "../../../texts/index.ts";
import { SeatSign } from "../../../session/seat-sign.tsx";
import { scoreOf } from "../played.ts";
import type { Person, SpaceAztecsScene } from "../scene.ts";
import { readerFor, texts } from "../texts.ts";
import { City } from "./city.tsx";
import { Countdown } from "../../../game-frame/table/countdown.tsx";
import { presenceOf } from "../../../game-frame/table/presence.ts";
import { PersonName } from "../../../game-frame/table/person-name.tsx";
import { PresenceLine } from "../../../game-frame/table/presence-line.tsx";
import { doingOf } from "./doing.ts";
import styles from "./players.module.css";
import { Points, Total } from "./points.tsx";

export interface PlaqueProps {
  readonly scene: SpaceAztecsScene;
  readonly person: Person;
  readonly serverTime: () => number;
  readonly targets: readonly Card[];
  readonly chosen: Card | undefined;
  readonly onTarget: (card: Card) => void;
}

/** One seat: its shape, its player and what they do; their points and what these are made of; their city. */
export function Plaque(props: PlaqueProps) {
  const { scene, person, targets, chosen, onTarget } = props;
  const { seat } = person;
  const { table } = scene.view;
  const score = scoreOf(table, seat);
  const awaited = scene.awaiting.some((each) => each.seat === seat);
  const own = seat === scene.seat;
  return (
    <li
      className={[
        styles.plaque,
        own && awaited ? styles.turn : "",
        targets.length > 0 ? styles.target : "",
      ].join(" ")}
      aria-current={awaited ? "true" : undefined}
      data-seat={seat}
    >
      <div className={styles.who}>
        <SeatSign seat={seat} />
        <div className={styles.names}>
          <h2>
            <PersonName seat={seat} className={styles.name}>
              {readerFor(scene.seat, scene.people).nameOf(seat)}
            </PersonName>
            {table.starting === seat ? <Token /> : null}
            <DoingPill {...props} />
          </h2>
          <PlayerLine scene={scene} person={person} />
        </div>
        <Points score={score} />
        <Total score={score} />
      </div>
      <City table={table} seat={seat} targets={targets} chosen={chosen} onChoose={onTarget} />
    </li>
  );
}

/** The token of the seat that plays first. */
function Token() {
  const { name, about } = texts().things.token;
  return (
    <span className={styles.token} data-tip={`${name}\n${about}`}>
      <Drawing sheet="sisters" id="token" label={i18n._("has the token")} />
    </span>
  );
}

function DoingPill({ scene, person: { seat }, serverTime }: PlaqueProps) {
  const doing = doingOf(scene, seat);
  const clock = scene.clock?.seats.get(seat) ?? null;
  if (doing === null) return null;
  return (
    <span className={doing.done ? styles.done : styles.doing}>
      {doing.done ? <span aria-hidden="true">✓ </span> : null}
      {doing.words}
      {clock === null || (clock.deadline === null && clock.stopped === undefined) ? null : (
        <>
          {", "}
          <Countdown clock={clock} serverTime={serverTime} />
        </>
      )}
    </span>
  );
}

function PlayerLine({ scene, person }: { scene: SpaceAztecsScene; person: Person }) {
  const { seat } = person;
  return (
    <small>
      <PresenceLine
        presence={scene.view.table.out.includes(seat) ? "out" : presenceOf(scene.clock, person)}
        name={texts().seats[seat]}
        own={seat === scene.seat}
      />
      <Unseen>, {texts().shapes[person.seat]}</Unseen>
    </small>
  );
}
