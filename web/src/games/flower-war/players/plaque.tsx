import type { Seat, Tribe } from "@flower-war/client-sdk/flower-war";
import { Drawing } from "../../../art/drawing.tsx";
import { Unseen } from "../../../design/parts/panel.tsx";
import { SeatMark } from "../../../design/parts/seat-mark.tsx";
import { i18n } from "../../../texts/index.ts";
import { discsOf, knownSigns } from "../board/signs.ts";
import type { FlowerWarScene, Person } from "../scene.ts";
import { readerFor, texts } from "../texts.ts";
import { CardCounts, Discs, Signs } from "./belongings.tsx";
import { Countdown } from "../../../game-frame/table/countdown.tsx";
import { presenceOf } from "../../../game-frame/table/presence.ts";
import { PersonName } from "../../../game-frame/table/person-name.tsx";
import { PresenceLine } from "../../../game-frame/table/presence-line.tsx";
import styles from "./players.module.css";

interface Props {
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
export function Plaque({ scene, person, serverTime, tight, target, chosen, onSeat }: Props) {
  const { seat, temple } = person;
  const { table } = scene.view;
  const tribe = table.tribes[seat];
  if (tribe === undefined) return null;
  const turn = table.turn.seat === seat && table.outcome === null;
  const name = readerFor(scene.seat, scene.people).nameOf(seat);
  const clock = scene.clock?.seats.get(seat) ?? null;
  return (
    <li
      className={[
        styles.plaque,
        turn ? styles.turn : "",
        tribe.out > 0 ? styles.out : "",
        target ? styles.target : "",
        chosen ? styles.chosen : "",
      ].join(" ")}
      aria-current={turn ? "true" : undefined}
      data-seat={seat}
      data-tip={plaqueTip(scene, person, tribe)}
      onClick={target ? () => onSeat(seat) : undefined}
    >
      <div className={styles.who}>
        <SeatMark seat={seat} label={texts().seats[seat].name} className={styles.mark} />
        <div className={styles.names}>
          <h2>
            <PersonName seat={seat} plain={target} className={styles.name}>
              {name}
            </PersonName>
            {temple === "" ? null : (
              <Drawing
                sheet="marks"
                id="temple"
                className={styles.temple}
                label={i18n._("plays with a temple")}
              />
            )}
          </h2>
          <small>
            <PresenceLine
              presence={tribe.out > 0 ? "out" : presenceOf(scene.clock, person)}
              name={texts().seats[seat].name}
              own={seat === scene.seat}
              className={styles.presence}
            />
          </small>
        </div>
        {clock === null ? null : <Countdown clock={clock} serverTime={serverTime} className={styles.clock} />}
        <Skulls count={tribe.skulls} className={styles.skullsAside} />
      </div>
      <div className={styles.row}>
        <Skulls count={tribe.skulls} className={styles.skulls} />
        <CardCounts tribe={tribe} tight={tight} />
        {tight ? <Discs discs={discsOf(table, seat)} stacked /> : null}
        {tight ? <Signs signs={knownSigns(scene.view, seat)} /> : null}
      </div>
      {tight ? null : (
        <div className={`${styles.row} ${styles.third}`}>
          <span className={styles.label}>{i18n._("Discs")}</span>
          <Discs discs={discsOf(table, seat)} stacked={discsOf(table, seat).length > 1} />
          <span className={styles.label}>{i18n._("Signs")}</span>
          <Signs signs={knownSigns(scene.view, seat)} />
        </div>
      )}
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
function plaqueTip(scene: FlowerWarScene, person: Props["person"], tribe: Tribe): string {
  const reader = readerFor(scene.seat, scene.people);
  const discs = discsOf(scene.view.table, person.seat).map(({ disc }) => disc);
  const signs = knownSigns(scene.view, person.seat).map((sign) => texts().signs[sign]);
  return [
    `${reader.nameOf(person.seat)}, ${texts().seats[person.seat].name}`,
    i18n._("{skulls, plural, one {# skull} other {# skulls}}. Cards: {war} War, {rain} Rain, {day} Day.", {
      skulls: tribe.skulls,
      war: tribe.cards.war,
      rain: tribe.cards.rain,
      day: tribe.cards.day,
    }),
    discs.length === 0 ? i18n._("No discs.") : i18n._("Discs: {discs}.", { discs: discs.join(", ") }),
    signs.length === 0 ? i18n._("No sign seen.") : i18n._("Signs: {signs}.", { signs: signs.join(", ") }),
    ...(tribe.canoes === 0
      ? []
      : [
          i18n._("{canoes, plural, one {# canoe} other {# canoes}}: the next roll may be longer.", {
            canoes: tribe.canoes,
          }),
        ]),
  ].join("\n");
}
