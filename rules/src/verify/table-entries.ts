import { flawOfHandOver, isHandOver } from "../hand-over.ts";
import { flawOfHoliday, isHoliday } from "../holiday.ts";
import { flawOfPause, isPauseCommand, type PauseFlaw } from "../pause.ts";
import type { PublicEntry, PublicHeader } from "../public-record/index.ts";

const NOT_SEATED: PauseFlaw = { reason: "refused", details: { found: "not-seated" } };
const MATCH_OVER: PauseFlaw = { reason: "refused", details: { found: "match-over" } };

/** The entries of a record by which nothing of the game changes, and what they depend on. */
export class TableEntries {
  readonly #header: PublicHeader;
  /** The seats that have not conceded, in turn order. */
  #inPlay: readonly string[];
  readonly #offered = new Set<string>();
  readonly #onHoliday = new Set<string>();
  #isPaused = false;

  constructor(header: PublicHeader) {
    this.#header = header;
    this.#inPlay = header.seats.map(({ seat }) => seat);
  }

  /** Whether an entry is one of these at this table. */
  includes({ command }: PublicEntry): boolean {
    const { pauses, holidays, handOvers } = this.#header;
    return (
      (pauses !== undefined && isPauseCommand(command)) ||
      (holidays !== undefined && isHoliday(command)) ||
      (handOvers === true && isHandOver(command))
    );
  }

  /** Returns what is wrong with the next one; `null`: nothing. @param isOver whether the match is, by the game's rules */
  flawOf(entry: PublicEntry, isOver: boolean): PauseFlaw | null {
    const { seat, command } = entry;
    const { pauses = 0, holidays = 0 } = this.#header;
    if (isOver) return MATCH_OVER;
    if (!this.#inPlay.includes(seat)) return NOT_SEATED;
    const type: unknown = Reflect.get(command, "type");
    if (isPauseCommand(command)) {
      const flaw = flawOfPause(this.#inPlay, pauses, this.#isPaused, entry);
      if (type !== "table-give-time") this.#isPaused = type === "table-pause";
      return flaw;
    }
    if (isHoliday(command)) {
      const flaw = flawOfHoliday(holidays, this.#onHoliday.has(seat), entry);
      if (type === "table-end-holiday") this.#onHoliday.delete(seat);
      else this.#onHoliday.add(seat);
      return flaw;
    }
    const flaw = flawOfHandOver(this.#offered.has(seat), entry);
    if (!this.#offered.delete(seat)) this.#offered.add(seat);
    if (type === "table-hand-seat") this.#onHoliday.delete(seat);
    return flaw;
  }

  /** Notes any other entry. Who acts ends a pause, and their own holiday. */
  note({ seat, by, command }: PublicEntry): void {
    this.#isPaused = false;
    if (by !== "clock" && by !== "claim") this.#onHoliday.delete(seat);
    if (Reflect.get(command, "type") === "concede")
      this.#inPlay = this.#inPlay.filter((each) => each !== seat);
  }
}
