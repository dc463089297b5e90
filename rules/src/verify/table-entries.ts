import { flawOfHandOver, isHandOver } from "../hand-over.ts";
import { flawOfHoliday, isHolidayCommand } from "../holiday.ts";
import { flawOfJudge, isByJudge, isJudgeCommand, type SoughtJudge } from "../judge.ts";
import { flawOfPause, isPauseCommand } from "../pause.ts";
import type { PublicEntry, PublicHeader } from "../public-record/index.ts";
import { refusedWith, type TableFlaw } from "../table-flaw.ts";

/** The entries of a record by which nothing of the game changes, and what they depend on. */
export class TableEntries {
  readonly #header: PublicHeader;
  /** The seats that have not conceded, in turn order. */
  #inPlay: readonly string[];
  readonly #offered = new Set<string>();
  readonly #onHoliday = new Set<string>();
  readonly #freed = new Set<string>();
  #judge: SoughtJudge | null = null;
  #isPaused = false;

  constructor(header: PublicHeader) {
    this.#header = header;
    this.#inPlay = header.seats.map(({ seat }) => seat);
  }

  /** Whether an entry is one of these at this table. */
  includes({ by, command }: PublicEntry): boolean {
    const { pauses, holidays, handOvers, judges } = this.#header;
    return (
      by === "judge" ||
      (judges === true && isJudgeCommand(command)) ||
      (pauses !== undefined && isPauseCommand(command)) ||
      (holidays !== undefined && isHolidayCommand(command)) ||
      (handOvers === true && isHandOver(command))
    );
  }

  /** Returns what is wrong with the next one; `null`: nothing. @param isOver whether the match is, by the game's rules */
  flawOf(entry: PublicEntry, isOver: boolean): TableFlaw | null {
    const { seat, by, command } = entry;
    const { pauses, holidays = 0, judges } = this.#header;
    if (isOver) return refusedWith("match-over");
    if (entry.hint !== undefined) return refusedWith("no-hints");
    const type: unknown = Reflect.get(command, "type");
    if (judges === true && isJudgeCommand(command)) return this.#flawOfJudge(entry);
    const isPause = pauses !== undefined && isPauseCommand(command);
    if (by === "judge" && !(isPause && isByJudge(this.#judge, seat, by))) return refusedWith("not-judge");
    if (by !== "judge" && !this.#inPlay.includes(seat)) return refusedWith("not-seated");
    if (isPause) {
      const flaw = flawOfPause(this.#inPlay, pauses, this.#isPaused, entry);
      if (type !== "table-give-time") this.#isPaused = type === "table-pause";
      return flaw;
    }
    if (isHolidayCommand(command)) {
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

  #flawOfJudge(entry: PublicEntry): TableFlaw | null {
    const { seat, command } = entry;
    const free = this.#inPlay.filter((each) => !this.#freed.has(each));
    const flaw = flawOfJudge(this.#judge, free, entry);
    if (flaw !== null) return flaw;
    const { type, to } = command as { readonly type: string; readonly to?: string };
    if (type === "table-seek-judge" && !this.#inPlay.includes(seat)) return refusedWith("not-seated");
    if (type === "table-seek-judge" || type === "table-name-judge")
      this.#judge = { seat, isNamed: type === "table-name-judge" };
    if (type === "table-drop-judge") this.#judge = null;
    if (to !== undefined) this.#freed.add(to);
    return null;
  }

  /** Notes any other entry. Who acts ends a pause, and their own holiday. */
  note({ seat, by, command }: PublicEntry): void {
    this.#isPaused = false;
    if (by !== "clock" && by !== "claim") this.#onHoliday.delete(seat);
    if (Reflect.get(command, "type") === "concede")
      this.#inPlay = this.#inPlay.filter((each) => each !== seat);
  }
}
