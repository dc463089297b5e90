import { differenceFrom, refusedWith, type TableEntry, type TableFlaw } from "./table-flaw.ts";

/*
 * Pauses and extra time (docs/fair-dice.md, "Pauses and extra time"), in any game: entries of their own, by which nothing of the game changes.
 * As taking back, they are customs of the table: the games neither decide their commands nor fold their events, whose names begin with
 * `table-`. When a pause ends by itself, or because a seat acts, no entry says so.
 */

/** The command of such an entry: the match is paused for so many seconds, goes on, or seat `to` gets so many seconds. */
export type PauseCommand =
  | { readonly type: "table-pause"; readonly seconds: number }
  | { readonly type: "table-resume" }
  | { readonly type: "table-give-time"; readonly to: string; readonly seconds: number };

/**
 * The one event of such an entry, which all viewers see alike. `agreed`: the seats whose people were asked and agreed, in turn order. `by`: it was the
 * judge, and not the player of the entry's seat.
 */
export type PauseEvent = { readonly by?: "judge" } & (
  | { readonly type: "table-paused"; readonly seconds: number; readonly agreed: readonly string[] }
  | { readonly type: "table-resumed" }
  | {
      readonly type: "table-time-given";
      readonly to: string;
      readonly seconds: number;
      readonly agreed: readonly string[];
    }
);

const EVENTS: { readonly [Type in PauseCommand["type"]]: PauseEvent["type"] } = {
  "table-pause": "table-paused",
  "table-resume": "table-resumed",
  "table-give-time": "table-time-given",
};

const TYPES: ReadonlySet<unknown> = new Set(Object.values(EVENTS));

/** Returns the event of an entry that pauses the match, lets it go on or gives time; `null`: it is another entry. */
export function pauseBy([event]: readonly object[]): PauseEvent | null {
  const type: unknown = event && Reflect.get(event, "type");
  return TYPES.has(type) ? (event as PauseEvent) : null;
}

/** Whether a command is that of such an entry. */
export function isPauseCommand(command: object): boolean {
  const type: unknown = Reflect.get(command, "type");
  return typeof type === "string" && Object.hasOwn(EVENTS, type);
}

/** Returns the event of an entry. @param agreed the seats that were asked and agreed, in turn order; `"judge"`: the judge did it, and asked none */
export function eventOfPause(command: PauseCommand, agreed: readonly string[] | "judge"): PauseEvent {
  const [by, seats] = agreed === "judge" ? [{ by: agreed }, []] : [{}, agreed];
  const type = EVENTS[command.type];
  return { ...command, type, ...(command.type !== "table-resume" && { agreed: seats }), ...by } as PauseEvent;
}

/**
 * Returns what is wrong with an entry; `null`: nothing. Who agreed is the server's word. A judge asks none, and whether there is one is not checked here.
 * @param seats that have not conceded, in turn order
 * @param most seconds of a pause, and of the time given at once
 * @param isPaused whether the match may stand still: it was paused, and no seat has acted since
 */
export function flawOfPause(
  seats: readonly string[],
  most: number,
  isPaused: boolean,
  entry: TableEntry,
): TableFlaw | null {
  const { seat, by, command, events } = entry;
  const { type, seconds, to } = command as { type: PauseCommand["type"]; seconds?: unknown; to?: unknown };
  const isRight =
    type === "table-resume"
      ? isPaused
      : Number.isInteger(seconds) && Number(seconds) > 0 && Number(seconds) <= most;
  const isTo = type !== "table-give-time" || seats.some((one) => one === to);
  if ((by !== undefined && by !== "judge") || !isRight || !isTo) return refusedWith("no-pauses");
  const fields = {
    type,
    ...(type !== "table-resume" && { seconds }),
    ...(type === "table-give-time" && { to }),
  };
  const said: unknown = Object(events[0]).agreed;
  const agreed = seats.filter(
    (one) => one !== seat && one !== to && Array.isArray(said) && said.includes(one),
  );
  return differenceFrom(fields, eventOfPause(fields as PauseCommand, by === "judge" ? by : agreed), entry);
}
