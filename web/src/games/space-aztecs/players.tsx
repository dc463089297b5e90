import type { Card, Score, Seat } from "@flower-war/client-sdk/space-aztecs";
import { useState } from "react";
import { Drawing } from "../../art/drawing.tsx";
import { Unseen } from "../../design/parts/panel.tsx";
import { tipOf } from "../../game-frame/game-texts.ts";
import { Countdown } from "../../game-frame/table/countdown.tsx";
import { PlaqueHead, plaqueClass } from "../../game-frame/table/plaque.tsx";
import { useNarrow } from "../../game-frame/table/use-narrow.ts";
import { SeatSign } from "../../session/seat-sign.tsx";
import { i18n } from "../../texts/index.ts";
import { printNumber } from "./card-art.ts";
import { SmallCard } from "./cards.tsx";
import { placeOf, scoreOf, type Victim } from "./cities.ts";
import { City } from "./city.tsx";
import type { LookedAtPart } from "./handling.ts";
import styles from "./players.module.css";
import { type Person, readerFor, type SpaceAztecsScene, texts } from "./texts.ts";

/** The number of seats from which a city has one row of smaller cards, and that up to which it has two rows. */
const MANY_SEATS = 5;
const FEW_SEATS = 3;

interface CitiesProps {
  readonly scene: SpaceAztecsScene;
  readonly serverTime: () => number;
  /** The Aztecs that the viewer's Saucer may take. */
  readonly victims: readonly Victim[];
  readonly targets: { readonly [seat: string]: Card };
  readonly onTarget: (seat: Seat, card: Card) => void;
}

/** All seats and their cities, in turn order. On phones one city, and a strip that switches it. */
export function Players({ drawn, handling, serverTime }: LookedAtPart) {
  const cities = (
    <Cities
      scene={drawn}
      serverTime={serverTime}
      victims={handling?.victims ?? []}
      targets={handling?.targets ?? {}}
      onTarget={handling?.pickTarget ?? (() => {})}
    />
  );
  return handling === null ? <div className={styles.alone}>{cities}</div> : cities;
}

function Cities(props: CitiesProps) {
  const narrow = useNarrow();
  if (narrow) return <OneCity {...props} />;
  const { scene, victims, targets, onTarget } = props;
  const { length } = scene.people;
  const density = length >= MANY_SEATS ? styles.tight : length <= FEW_SEATS ? styles.roomy : "";
  return (
    <ul className={`${styles.players} ${density}`}>
      {scene.people.map((person) => (
        <Plaque
          key={person.seat}
          {...props}
          person={person}
          targets={victims.find(({ seat }) => seat === person.seat)?.aztecs ?? []}
          chosen={targets[person.seat]}
          onTarget={(card) => onTarget(person.seat, card)}
        />
      ))}
    </ul>
  );
}

function OneCity({ scene, victims, targets, onTarget }: CitiesProps) {
  const first = victims[0]?.seat ?? scene.seat ?? scene.people[0]?.seat ?? "0";
  const [picked, setPicked] = useState<{ readonly seat: Seat; readonly first: Seat } | null>(null);
  // A decision about other cities shows the first of them.
  const shown = picked !== null && picked.first === first ? picked.seat : first;
  const name = readerFor(scene).nameOf(shown);
  const held = openCardsOf(scene, shown);
  return (
    <>
      <Strip
        scene={scene}
        shown={shown}
        targets={new Set(victims.map(({ seat }) => seat))}
        onShow={(seat) => setPicked({ seat, first })}
      />
      <section className={styles.oneCity} aria-label={i18n._("City of {name}", { name })}>
        {held.length === 0 ? null : <OpenCards cards={held} />}
        <City
          table={scene.view.table}
          seat={shown}
          targets={victims.find(({ seat }) => seat === shown)?.aztecs ?? []}
          chosen={targets[shown]}
          onChoose={(card) => onTarget(shown, card)}
        />
      </section>
    </>
  );
}

interface PlaqueProps {
  readonly scene: SpaceAztecsScene;
  readonly person: Person;
  readonly serverTime: () => number;
  readonly targets: readonly Card[];
  readonly chosen: Card | undefined;
  readonly onTarget: (card: Card) => void;
}

/** One seat: its shape, its player and what they do; their points and what these are made of; their city. */
function Plaque(props: PlaqueProps) {
  const { scene, person, targets, chosen, onTarget } = props;
  const { seat } = person;
  const { table } = scene.view;
  const score = scoreOf(table, seat);
  const awaited = scene.awaiting.some((each) => each.seat === seat);
  const own = seat === scene.seat;
  const held = openCardsOf(scene, seat);
  return (
    <li
      className={`${plaqueClass(own && awaited)} ${styles.plaque} ${targets.length > 0 ? styles.target : ""}`}
      aria-current={awaited ? "true" : undefined}
      data-seat={seat}
    >
      <PlaqueHead
        scene={scene}
        person={person}
        sign={<SeatSign seat={seat} />}
        seatName={texts().seats[seat]}
        out={table.out.includes(seat)}
        beside={
          <>
            {table.starting === seat ? <Token /> : null}
            {held.length === 0 ? <DoingPill {...props} /> : null}
          </>
        }
        below={<Unseen>, {texts().shapes[seat]}</Unseen>}
      >
        {held.length === 0 ? <Points score={score} /> : <OpenCards cards={held} />}
        <Total score={score} />
      </PlaqueHead>
      <City table={table} seat={seat} targets={targets} chosen={chosen} onChoose={onTarget} />
    </li>
  );
}

/** Returns what a seat holds where hands are open: the pile from which it chooses, or the card that it set aside. */
export function openCardsOf({ openHands }: Pick<SpaceAztecsScene, "openHands">, seat: Seat): readonly Card[] {
  const { pile = [], chosen = null } = openHands?.get(seat) ?? {};
  return chosen === null ? pile : [chosen];
}

function OpenCards({ cards }: { readonly cards: readonly Card[] }) {
  return (
    <span className={styles.open}>
      {cards.map((card) => (
        <SmallCard key={card} card={card} />
      ))}
    </span>
  );
}

/** The token of the seat that plays first. */
function Token() {
  return (
    <span className={styles.token} data-tip={tipOf(texts().things.token)}>
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

const PARTS = [
  ["codices", "i-book", "plain"],
  ["aztecs", "i-pyr", "temple"],
  ["saucers", "i-saucer", "saucer"],
] as const;

/** What a seat's points are made of. */
function Points({ score }: { score: Score }) {
  const { scores } = texts();
  return (
    <span className={styles.parts}>
      {PARTS.map(([part, icon, tone]) => (
        <span key={part} data-tip={tipOf(scores[part])}>
          <Drawing sheet="sisters" id={icon} className={styles[tone]} />
          <Unseen>{scores[part].name} </Unseen>
          {score[part]}
        </span>
      ))}
      {score.fewest === 0 ? null : (
        <span className={styles.fewest} data-tip={tipOf(scores.fewest)}>
          <Drawing sheet="sisters" id="pink" />
          <Unseen>{scores.fewest.name} </Unseen>
          {printNumber(score.fewest)}
        </span>
      )}
    </span>
  );
}

/** A seat's points now. */
function Total({ score: { total } }: { score: Score }) {
  return (
    <strong className={styles.total}>
      {printNumber(total)}
      <small>{i18n._("{total, plural, one {point} other {points}}", { total })}</small>
    </strong>
  );
}

/** What a seat is doing in this round. */
interface Doing {
  readonly words: string;
  /** Whether it is done, and waits for the others. */
  readonly done: boolean;
}

/** Says what a seat is doing; `null`: nothing worth saying. */
function doingOf({ view: { table }, awaiting }: SpaceAztecsScene, seat: Seat): Doing | null {
  if (table.out.includes(seat)) return null;
  const time = table.times[seat];
  const awaited = awaiting.find((each) => each.seat === seat);
  switch (awaited?.decision) {
    case "take":
      return { words: i18n._("taking"), done: false };
    case "choose":
      return { words: i18n._("choosing"), done: false };
    case "shelter":
      return { words: i18n._("sheltering"), done: false };
    case "abduct":
      return { words: i18n._("choosing"), done: false };
    default:
      if (time !== undefined && table.phase !== "over")
        return { words: time, done: !table.chosen.includes(seat) };
      if (table.chosen.includes(seat)) return { words: i18n._("chosen"), done: true };
      if (placeOf(table, seat) !== null && table.phase === "take")
        return { words: i18n._("has a pile"), done: true };
      return null;
  }
}

interface StripProps {
  readonly scene: SpaceAztecsScene;
  /** The seat whose city is shown. */
  readonly shown: Seat;
  /** The seats with cards to choose. */
  readonly targets: ReadonlySet<string>;
  readonly onShow: (seat: Seat) => void;
}

/** Every seat with its points, as the switch of the shown city on phones. */
function Strip({ scene, shown, targets, onShow }: StripProps) {
  const reader = readerFor(scene);
  return (
    <div className={styles.strip} role="group" aria-label={i18n._("Cities")}>
      {scene.people.map(({ seat }) => {
        const doing = doingOf(scene, seat);
        return (
          <button
            key={seat}
            type="button"
            className={[
              styles.seat,
              seat === shown ? styles.shown : "",
              targets.has(seat) ? styles.stripTarget : "",
            ].join(" ")}
            aria-pressed={seat === shown}
            data-seat={seat}
            onClick={() => onShow(seat)}
          >
            <SeatSign seat={seat} />
            <span className={styles.stripWords}>
              <b>{seat === scene.seat ? i18n._("You") : reader.nameOf(seat)}</b>
              <span className={styles.stripPoints}>
                {printNumber(scoreOf(scene.view.table, seat).total)}
                <Unseen> {i18n._("points")}</Unseen>
                {doing === null ? null : (
                  <>
                    <em aria-hidden="true">{doing.done ? "✓" : "…"}</em>
                    <Unseen>, {doing.words}</Unseen>
                  </>
                )}
              </span>
            </span>
          </button>
        );
      })}
    </div>
  );
}
