import {
  cardFace,
  cardName,
  DECKS,
  dayOf,
  discWords,
  type HeldCard,
  type Seat,
  SIGNS,
  type SpaceId,
  type Table,
  type Tribe,
} from "@flower-war/client-sdk/flower-war";
import { Drawing } from "../../art/drawing.tsx";
import { Medal } from "../../design/parts/medal.tsx";
import { Unseen } from "../../design/parts/panel.tsx";
import { SeatMark } from "../../design/parts/seat-mark.tsx";
import { tipOf } from "../../game-frame/game-texts.ts";
import { PlaqueHead, plaqueClass } from "../../game-frame/table/plaque.tsx";
import { nameInText } from "../../session/bot.tsx";
import { i18n } from "../../texts/index.ts";
import { DISC_OF_SIGN, discsOf } from "./board/signs.ts";
import type { LookedAtPart } from "./handling.ts";
import styles from "./players.module.css";
import { needsWords, type Race, raceOf } from "./race.ts";
import { type FlowerWarScene, type Person, texts } from "./texts.ts";
import { laterPart } from "../../texts/lazy-part.tsx";

/** Few seats have a temple of wood and stone. */
const SeatTemple = laterPart(async () => (await import("./seat-temple.tsx")).SeatTemple, "games/flower-war");

/** The number of seats from which each has two lines, not three. */
const MANY_SEATS = 5;

const NO_SEATS: ReadonlySet<never> = new Set<never>();

/** A plaque for each seat, in turn order: its player and its public state. */
export function Players({ drawn, handling, serverTime }: LookedAtPart) {
  const { people } = drawn;
  const tight = people.length >= MANY_SEATS;
  const targets: ReadonlySet<Seat> = handling?.targets.seats ?? NO_SEATS;
  return (
    <ul
      className={`${styles.players} ${tight ? styles.tight : ""} ${drawn.openHands === undefined ? "" : styles.open}`}
      aria-label={i18n._("Players")}
    >
      {people.map((person) => (
        <Plaque
          key={person.seat}
          scene={drawn}
          person={person}
          serverTime={serverTime}
          tight={tight}
          target={targets.has(person.seat)}
          chosen={handling?.pick.seat === person.seat}
          onSeat={handling?.pickSeat ?? (() => {})}
        />
      ))}
    </ul>
  );
}

interface PlaqueProps {
  readonly scene: FlowerWarScene;
  readonly person: Person;
  readonly serverTime: () => number;
  /** Two lines instead of three. */
  readonly tight: boolean;
  readonly target: boolean;
  readonly chosen: boolean;
  readonly onSeat: (seat: Seat) => void;
}

/** One seat: its shape, its player and clock; skulls and cards; discs and signs. */
function Plaque({ scene, person, serverTime, tight, target, chosen, onSeat }: PlaqueProps) {
  const { seat } = person;
  const { table } = scene.view;
  const tribe = table.tribes[seat];
  if (tribe === undefined) return null;
  const turn = table.turn.seat === seat && table.outcome === null;
  const own = scene.openHands?.get(seat);
  const race = raceOf(own ?? scene.view, seat);
  const given = givenOf(table, seat);
  return (
    <li
      className={[
        plaqueClass(turn),
        styles.plaque,
        tribe.out > 0 ? styles.out : "",
        target ? styles.target : "",
        chosen ? styles.chosen : "",
      ].join(" ")}
      aria-current={turn ? "true" : undefined}
      data-seat={seat}
      data-tip={plaqueTip(scene, person, tribe, race)}
      onClick={target ? () => onSeat(seat) : undefined}
    >
      {race.isAhead ? <span className={styles.ahead}>{i18n._("Ahead")}</span> : null}
      {given === null ? null : (
        <span className={styles.given} data-tip={tipOf(texts().things["end-offerings"])}>
          <Drawing sheet="marks" id="temple" label={texts().things["end-offerings"].name} />
          {given}
        </span>
      )}
      <PlaqueHead
        scene={scene}
        person={person}
        sign={<SeatMark seat={seat} label={texts().seats[seat].name} />}
        seatName={texts().seats[seat].name}
        out={tribe.out > 0}
        plain={target}
        serverTime={serverTime}
        beside={person.temple === "" ? null : <SeatTemple person={person} view={scene.view} />}
      >
        <Skulls count={tribe.skulls} className={styles.skullsAside} />
      </PlaqueHead>
      <div className={styles.row}>
        <Skulls count={tribe.skulls} className={styles.skulls} />
        {own === undefined ? <CardCounts tribe={tribe} tight={tight} /> : <OpenHand hand={own.hand} />}
        {tight ? <Discs discs={discsOf(table, seat)} stacked /> : null}
        {tight ? <Signs race={race} /> : null}
      </div>
      {tight ? null : (
        <div className={`${styles.row} ${styles.third}`}>
          <span className={styles.label}>{i18n._("Discs")}</span>
          <Discs discs={discsOf(table, seat)} stacked={discsOf(table, seat).length > 1} />
          <span className={styles.label}>{i18n._("Signs")}</span>
          <Signs race={race} />
        </div>
      )}
      <Pips race={race} />
      {tight ? null : <p className={styles.needs}>{needsWords(race)}</p>}
    </li>
  );
}

function Skulls({ count, className }: { count: number; className: string | undefined }) {
  return (
    <span className={className} data-skulls>
      <Drawing sheet="marks" id="skull" />
      {count}
      <Unseen> {i18n._("{count, plural, one {skull} other {skulls}}", { count })}</Unseen>
    </span>
  );
}

/** All that a plaque says, for small ones that show less. */
function plaqueTip(scene: FlowerWarScene, person: PlaqueProps["person"], tribe: Tribe, race: Race): string {
  const seatName = texts().seats[person.seat].name;
  const discs = discsOf(scene.view.table, person.seat).map(({ disc }) => disc);
  const signs = race.signs.map((sign) => texts().signs[sign]);
  const given = givenOf(scene.view.table, person.seat);
  return [
    person.name === "" ? seatName : `${nameInText(person.name)}, ${seatName}`,
    i18n._("{skulls, plural, one {# skull} other {# skulls}}. Cards: {war} War, {rain} Rain, {day} Day.", {
      skulls: tribe.skulls,
      war: tribe.cards.war,
      rain: tribe.cards.rain,
      day: tribe.cards.day,
    }),
    discs.length === 0 ? i18n._("No discs.") : i18n._("Discs: {discs}.", { discs: discs.join(", ") }),
    signs.length === 0 ? i18n._("No sign seen.") : i18n._("Signs: {signs}.", { signs: signs.join(", ") }),
    i18n._("{needs}, as far as you can see.", { needs: needsWords(race) }),
    ...(given === null ? [] : [`${texts().things["end-offerings"].name}: ${given}.`]),
    ...(tribe.canoes === 0
      ? []
      : [
          i18n._("{canoes, plural, one {# canoe} other {# canoes}}: the next roll may be longer.", {
            canoes: tribe.canoes,
          }),
        ]),
  ].join("\n");
}

/** Returns how many offerings of a seat decide who wins when the world ends; `null` until it begins to, where none does, and of a seat that conceded. */
function givenOf({ tribes, apocalypse }: Table, seat: Seat): number | null {
  const { offered = null, out } = tribes[seat] ?? { out: 0 };
  return apocalypse.state === "none" || out > 0 ? null : offered;
}

interface CountsProps {
  readonly tribe: Tribe;
  /** Leaves out Day cards that are not there. */
  readonly tight: boolean;
}

/** How many cards of each deck a seat holds, and its canoes. */
function CardCounts({ tribe: { cards, canoes }, tight }: CountsProps) {
  return (
    <span className={styles.counts}>
      {canoes === 0 ? null : (
        <span className={styles.canoes} data-tip={tipOf(texts().things.canoe)}>
          <Drawing sheet="cards" id="canoe" label={texts().things.canoe.name} />
          {canoes}
        </span>
      )}
      {DECKS.filter((deck) => deck !== "day" || cards.day > 0 || (!tight && canoes === 0)).map((deck) => (
        <span key={deck} className={`${styles.count} ${styles[deck]}`}>
          <Drawing sheet="marks" id={deck} />
          {cards[deck]}
          <Unseen>
            {" "}
            {i18n._("{n, plural, one {{deck} card} other {{deck} cards}}", {
              n: cards[deck],
              deck: texts().decks[deck].name,
            })}
          </Unseen>
        </span>
      ))}
    </span>
  );
}

/** The cards that a seat holds, in a replay with open hands. */
function OpenHand({ hand }: { readonly hand: readonly HeldCard[] }) {
  return (
    <ul className={styles.hand} aria-label={i18n._("Hand")}>
      {hand.map(({ id, card }) => (
        <li
          key={id}
          className={cardFace(card).time === "sign" ? styles.sign : styles[cardFace(card).deck]}
          data-tip={cardName(card, texts())}
        >
          <CardDrawing card={card} />
        </li>
      ))}
    </ul>
  );
}

function CardDrawing({ card }: Pick<HeldCard, "card">) {
  const day = dayOf(card);
  const name = cardName(card, texts());
  return day === null ? (
    <Drawing sheet="cards" id={card} label={name} />
  ) : (
    <Drawing sheet="signs" id={day.sign} label={name} />
  );
}

/** The discs that a seat holds; a copy has a dashed edge. */
function Discs({
  discs,
  stacked = false,
}: {
  discs: readonly { readonly disc: SpaceId; readonly copy: boolean }[];
  stacked?: boolean;
}) {
  if (discs.length === 0) {
    return (
      <span className={styles.none}>
        <span aria-hidden="true">–</span>
        <Unseen>{i18n._("none")}</Unseen>
      </span>
    );
  }
  return (
    <span className={stacked ? styles.stacked : styles.discs}>
      {discs.map(({ disc, copy }, index) => (
        <Medal
          key={`${disc}-${index}`}
          className={copy ? styles.copy : undefined}
          data-tip={discTip(disc, copy)}
        >
          <Drawing sheet="signs" id={disc} label={copy ? i18n._("copy of {disc}", { disc }) : disc} />
        </Medal>
      ))}
    </span>
  );
}

/** The three signs; those that the viewer does not know of are grey. */
function Signs({ race: { signs } }: { readonly race: Race }) {
  return (
    <span className={styles.signs}>
      {SIGNS.map((sign) => {
        const held = signs.includes(sign);
        const name = texts().signs[sign];
        const words = held ? i18n._("{name}: held", { name }) : i18n._("{name}: not seen", { name });
        return (
          <Medal key={sign} missing={!held} data-tip={`${words}\n${texts().things.signs.about}`}>
            <Drawing sheet="signs" id={DISC_OF_SIGN[sign]} label={words} />
          </Medal>
        );
      })}
    </span>
  );
}

/** The three signs as dots, for small plaques. */
function Pips({ race: { signs } }: { readonly race: Race }) {
  return (
    <span className={styles.pips} role="img" aria-label={i18n._("{held} of 3 signs", { held: signs.length })}>
      {SIGNS.map((sign) => (
        <i key={sign} className={signs.includes(sign) ? styles.held : ""} />
      ))}
    </span>
  );
}

/** What a disc gives its holder. */
function discTip(disc: SpaceId, copy = false): string {
  const words = discWords(disc, texts());
  return [
    `${copy ? i18n._("Copy of {disc}", { disc }) : disc}, ${words.meaning}`,
    `${words.bonus.short}.`,
    words.tribute,
  ].join("\n");
}
