import { BOT_KINDS, type BotKind } from "@flower-war/client-sdk";
import { Panel } from "../design/parts/panel.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { CATALOG } from "../games/catalog.ts";
import { seatName } from "../session/seat-names.ts";
import { SeatSign } from "../session/seat-sign.tsx";
import { i18n } from "../texts/index.ts";
import type { Props } from "./fields.tsx";
import { type Sitter, sitterIn } from "./match-settings.ts";
import styles from "./seats-field.module.css";

const SITTERS: readonly Sitter[] = ["person", ...BOT_KINDS];

/** Who plays: the number of seats, and who gets each. */
export function SeatsField({ settings, name, onChange }: Props & { readonly name: string }) {
  const { game, seats, sitters } = settings;
  const { max } = CATALOG[game].seats;
  const [own, ...others] = CATALOG[game].seatsFor(seats);
  const host = name.trim();
  return (
    <Panel title={i18n._("Who plays")} className={styles.panel}>
      <SeatCount settings={settings} onChange={onChange} />
      <ul className={styles.seats}>
        {CATALOG[game].seatsFor(max).map((seat) => {
          if (seat === own) return <OwnSeat key={seat} seat={seat} name={host} />;
          if (!others.includes(seat)) {
            return <UnusedSeat key={seat} seat={seat} count={fewestWith(game, seat)} onChange={onChange} />;
          }
          return (
            <OtherSeat
              key={seat}
              seat={seat}
              sitter={sitterIn(sitters, seat)}
              onChange={(sitter) => onChange({ sitters: { ...sitters, [seat]: sitter } })}
            />
          );
        })}
      </ul>
    </Panel>
  );
}

/** The number of seats, where there is a choice. */
export function SeatCount({ settings: { game, seats }, onChange }: Props) {
  const { min, max } = CATALOG[game].seats;
  if (min === max) return null;
  return (
    <Segments
      label={i18n._("Seats")}
      options={Array.from({ length: max - min + 1 }, (_, i) => ({ value: min + i, label: min + i }))}
      value={seats}
      onChange={(count) => onChange({ seats: count })}
    />
  );
}

/** Returns the smallest number of seats of a match that has this one. */
function fewestWith(game: Props["settings"]["game"], seat: string): number {
  const { seatsFor, seats } = CATALOG[game];
  let count = seats.min;
  while (count < seats.max && !seatsFor(count).includes(seat)) count += 1;
  return count;
}

function OwnSeat({ seat, name }: { readonly seat: string; readonly name: string }) {
  return (
    <li className={styles.own}>
      <SeatSign seat={seat} />
      <strong>{name === "" ? seatName(seat) : name}</strong>
      <small>{i18n._("you")}</small>
    </li>
  );
}

interface OtherProps {
  readonly seat: string;
  readonly sitter: Sitter;
  readonly onChange: (sitter: Sitter) => void;
}

/** The whole card opens the list of who may sit there. */
function OtherSeat({ seat, sitter, onChange }: OtherProps) {
  return (
    <li className={styles.other}>
      <SeatSign seat={seat} />
      <strong aria-hidden="true">{sitter === "person" ? i18n._("open") : i18n._("bot")}</strong>
      <small aria-hidden="true">{sitter === "person" ? i18n._("a person") : describeSkill(sitter)}</small>
      <select
        aria-label={seatName(seat)}
        value={sitter}
        onChange={(event) => onChange(event.target.value as Sitter)}
      >
        {SITTERS.map((each) => (
          <option key={each} value={each}>
            {describeSitter(each)}
          </option>
        ))}
      </select>
    </li>
  );
}

interface UnusedProps {
  readonly seat: string;
  /** How many seats have it among them. */
  readonly count: number;
  readonly onChange: Props["onChange"];
}

function UnusedSeat({ seat, count, onChange }: UnusedProps) {
  return (
    <li className={styles.unused}>
      <button type="button" onClick={() => onChange({ seats: count })}>
        <SeatSign seat={seat} free />
        <strong>{i18n._("not used")}</strong>
        <small>{i18n._("{seats} seats", { seats: count })}</small>
      </button>
    </li>
  );
}

function describeSkill(kind: BotKind): string {
  switch (kind) {
    case "easy":
      return i18n._("easy");
    case "skilled":
      return i18n._("skilled");
    case "strong":
      return i18n._("strong");
  }
}

function describeSitter(sitter: Sitter): string {
  switch (sitter) {
    case "person":
      return i18n._("a person");
    case "easy":
      return i18n._("easy bot");
    case "skilled":
      return i18n._("skilled bot");
    case "strong":
      return i18n._("strong bot");
  }
}
