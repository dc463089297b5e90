import { AGREEMENTS, type Agreement } from "./agreement.ts";
import { differenceFrom, refusedWith, type TableEntry, type TableFlaw } from "./table-flaw.ts";

/*
 * The judge of a table (docs/fair-dice.md, "A judge"), in any game: entries of their own, by which nothing of the game changes. What a judge does has
 * `by` `judge`, and the seat whose player sought them. A player seeks a judge and lets them go, without a `by`: whoever is host then.
 */

const EVENTS = {
  "table-seek-judge": "table-judge-sought",
  "table-drop-judge": "table-judge-dropped",
  "table-name-judge": "table-judge-named",
  "table-free-seat": "table-seat-freed",
  "table-ask-end": "table-end-asked",
} as const;

const TYPES: ReadonlySet<unknown> = new Set(Object.values(EVENTS));

/**
 * The command of such an entry: a judge is sought, or is no longer; they are there; a bot plays on in seat `to`, whose player is away; the people are
 * asked to end the match.
 */
export type JudgeCommand =
  | { readonly type: "table-seek-judge" | "table-drop-judge" | "table-name-judge" }
  | { readonly type: "table-free-seat"; readonly to: string }
  | { readonly type: "table-ask-end"; readonly what: Agreement };

/** The one event of such an entry, which all viewers see alike, with the fields of its command. */
export type JudgeEvent =
  | { readonly type: "table-judge-sought" | "table-judge-dropped" | "table-judge-named" }
  | { readonly type: "table-seat-freed"; readonly to: string }
  | { readonly type: "table-end-asked"; readonly what: Agreement };

/** Returns the event of such an entry; `null`: it is another one. */
export function judgeBy([event]: readonly object[]): JudgeEvent | null {
  const type: unknown = event && Reflect.get(event, "type");
  return TYPES.has(type) ? (event as JudgeEvent) : null;
}

/** Whether a command is that of such an entry. */
export function isJudgeCommand(command: object): boolean {
  const type: unknown = Reflect.get(command, "type");
  return typeof type === "string" && Object.hasOwn(EVENTS, type);
}

/** Returns the event of an entry. */
export const eventOfJudge = (command: JudgeCommand): JudgeEvent =>
  ({ ...command, type: EVENTS[command.type] }) as JudgeEvent;

/** The judge of a table, or that one is sought: the seat whose player wants it. */
export interface SoughtJudge {
  readonly seat: string;
  readonly isNamed: boolean;
}

/** Whether an entry may be an act of the judge. */
export const isByJudge = (judge: SoughtJudge | null, seat: string, by: string | undefined): boolean =>
  by === "judge" && judge?.isNamed === true && judge.seat === seat;

/**
 * Returns what is wrong with such an entry of a record; `null`: nothing. Whether a player was away is the server's word.
 * @param judge `null`: none is sought
 * @param free the seats that can be freed: in play, and not freed before
 */
export function flawOfJudge(
  judge: SoughtJudge | null,
  free: readonly string[],
  entry: TableEntry,
): TableFlaw | null {
  const { seat, by } = entry;
  const { type, to, what } = entry.command as { type: JudgeCommand["type"]; to?: unknown; what?: unknown };
  const isSought = judge?.seat === seat && !judge.isNamed;
  const isRight = {
    "table-seek-judge": judge === null && by === undefined,
    "table-drop-judge": judge !== null && by === undefined,
    "table-name-judge": isSought && by === "judge",
    "table-free-seat": isByJudge(judge, seat, by) && free.some((one) => one === to),
    "table-ask-end": isByJudge(judge, seat, by) && AGREEMENTS.some((one) => one === what),
  }[type];
  if (!isRight) return refusedWith("not-judge");
  const fields = {
    type,
    ...(type === "table-free-seat" && { to }),
    ...(type === "table-ask-end" && { what }),
  };
  return differenceFrom(fields, eventOfJudge(fields as JudgeCommand), entry);
}
