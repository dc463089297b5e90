import {
  type Act,
  actConditions,
  canStepOn,
  type Command,
  commandWords,
  type Condition,
  type ConditionCode,
  conditionSentence,
  costOf,
  DOT,
  ENDS,
  featureOf,
  firstUnmet,
  type LandingKey,
  otherSeat,
  type Seat,
  type Square,
  squareAt,
  stepOf,
  type Table,
  targetOf,
  type View,
} from "@flower-war/client-sdk/tieqchieq";
import { format } from "@flower-war/client-sdk/texts";
import { i18n } from "../../texts/index.ts";
import { oddsOf } from "./battle.ts";
import { readerFor, say, texts, type TieqchieqScene } from "./texts.ts";

/** A square that a token enters on its way, or its colour's X. */
interface Entered {
  readonly place: string;
  readonly cost: number;
}

/** Where an act leads with a roll. */
export interface Way {
  readonly entered: readonly Entered[];
  /** The square where it ends; the square of the X if it comes home. */
  readonly to: string;
  readonly landing: LandingKey;
  /** The place that a plus at its end may lead to; `null`: there is none, or no way on. */
  readonly next: string | null;
}

/** An act of the viewer: one that they can choose, or why they cannot. */
export interface Choice {
  readonly act: Act;
  /** The act's number among those that can be chosen, from 1; `null`: it cannot. */
  readonly number: number | null;
  readonly way: Way | null;
  readonly reason: Condition<ConditionCode> | null;
}

/** Returns a key that differs from act to act of one seat. */
export const actKey = (act: Act): string => (act.type === "move" ? act.from : "introduce");

/** Returns the acts that a seat could think of: a new token, and every token on the board in the order of its path. */
export function actsOf({ tokens }: Table, seat: Seat): readonly Act[] {
  const { reserve, at } = tokens[seat];
  const moves = at.map((from): Act => ({ type: "move", from }));
  return reserve > 0 ? [{ type: "introduce" }, ...moves] : moves;
}

/** Returns the viewer's acts while they choose one: first those that can be chosen, which are numbered. */
export function choicesOf(view: View, legal: readonly Command[]): readonly Choice[] {
  const { table, seat } = view;
  if (seat === null || table.phase !== "act" || table.turn !== seat) return [];
  const open = new Set(legal.filter(isAct).map(actKey));
  const acts = actsOf(table, seat);
  const choosable = acts.filter((act) => open.has(actKey(act)));
  const others = acts.filter((act) => !open.has(actKey(act)));
  return [
    ...choosable.map((act, index) => ({
      act,
      number: index + 1,
      way: wayOf(table, seat, act),
      reason: null,
    })),
    ...others.map((act) => ({
      act,
      number: null,
      way: null,
      reason: firstUnmet(actConditions(view, act)),
    })),
  ];
}

/** Returns where an act leads with the table's roll; `null`: the act is not possible. */
export function wayOf(table: Table, seat: Seat, act: Act): Way | null {
  const { step } = targetOf(table, seat, act);
  return step === undefined ? null : wayTo(table, seat, startOf(seat, act), step);
}

/** Returns where the step of a plus leads; `null`: no token waits on a plus. */
export function plusWayOf(table: Table): Way | null {
  const { plusAt, turn } = table;
  if (plusAt === null) return null;
  const step = stepOf(turn, plusAt);
  return wayTo(table, turn, step, step + 1);
}

const startOf = (seat: Seat, act: Act): number => (act.type === "move" ? stepOf(seat, act.from) : DOT);

function wayTo(table: Table, seat: Seat, from: number, to: number): Way {
  const steps = Array.from({ length: to - from }, (_, index) => from + index + 1);
  const entered = steps.map((step) => ({ place: placeAt(seat, step), cost: costOf(seat, step) }));
  const square = squareAt(seat, to);
  return {
    entered,
    to: placeAt(seat, to),
    landing: landingOf(table, seat, square),
    next: square === null ? null : nextAfterPlus(table, seat, square),
  };
}

const placeAt = (seat: Seat, step: number): string => squareAt(seat, step) ?? ENDS[seat];

/** What an act leads to: a plus without a way on does nothing (canon section 7.3). */
function landingOf(table: Table, seat: Seat, square: Square | null): LandingKey {
  if (square === null) return "home";
  if (table.tokens[otherSeat(seat)].at.includes(square)) return "battle";
  const feature = featureOf(seat, square);
  return feature === "plus" && nextAfterPlus(table, seat, square) === null ? "plain" : (feature ?? "plain");
}

function nextAfterPlus(table: Table, seat: Seat, square: Square): string | null {
  if (featureOf(seat, square) !== "plus") return null;
  return canStepOn(table, seat, square) ? placeAt(seat, stepOf(seat, square) + 1) : null;
}

function isAct(command: Command): command is Act {
  return command.type === "introduce" || command.type === "move";
}

/** The rolls that let a token act. */
const ROLLS = [1, 2, 3, 4] as const;

/** Where an act would lead with a roll; `way` is `null` where it would not be possible. */
export interface Prospect {
  readonly roll: number;
  readonly way: Way | null;
}

/** Returns where an act would lead with each roll, as the table stands now. */
export function prospectsOf(table: Table, seat: Seat, act: Act): readonly Prospect[] {
  return ROLLS.map((roll) => ({ roll, way: wayOf({ ...table, roll }, seat, act) }));
}

/** Returns an act as a button says it: "Move b1 to e2"; one that is not possible by its token. */
export function actTitle({ act, number }: Choice, { view }: TieqchieqScene): string {
  if (number !== null) return say(commandWords(act, view, texts()).button);
  return act.type === "move" ? act.from : texts().things.reserve.name;
}

/** Returns what kind of act it is, in a word or two. */
export function actKind({ way }: Choice, seat: Seat): string {
  if (way === null) return i18n._("Cannot act");
  if (way.landing === "battle") {
    return i18n._("Battle, {wins} in {of}", oddsOf(seat, seat));
  }
  return texts().places[way.landing].name;
}

/** Returns what an act leads to, as short as a card wants it, or why it is not possible. */
export function actEffect({ way, reason }: Choice, { seat, people }: TieqchieqScene): string {
  if (way?.landing === "battle") return i18n._("Win, and you hold {to}.", { to: way.to });
  if (way?.landing === "plus") return i18n._("Then it may go on to {next}.", { next: way.next ?? way.to });
  if (way !== null) return landingWords(way);
  return reason === null ? "" : say(conditionSentence(reason, texts(), readerFor({ seat, people })));
}

/** Returns what a way leads to. */
export function landingWords({ landing, to, next }: Way): string {
  const words = format(texts().landings[landing], { to }, texts().language);
  return next === null || landing !== "plus" ? words : `${words} ${i18n._("That is {next}.", { next })}`;
}

/** Returns how many of the roll's points a way leaves over, which are lost. */
export function lostOf({ entered }: Way, { roll }: Table): number {
  return roll - entered.reduce((sum, { cost }) => sum + cost, 0);
}
