import type { Decided } from "../game.ts";
import { holdsPile } from "./awaiting.ts";
import { faceOf } from "./cards.ts";
import { readCommand } from "./commands.ts";
import { Play } from "./play.ts";
import { admitCommand, checkCommand } from "./refusals.ts";
import { landSaucer, resolveRound, settleAztec } from "./resolve.ts";
import { clockwiseFrom } from "./seats.ts";
import type { State } from "./state.ts";
import type { SpaceAztecs } from "./types.ts";
import { pileOf } from "./view.ts";
import type { BySeat, Card, Command, Seat, Time } from "./vocabulary.ts";

/** Decides a command: returns the events that follow from it, or the first reason against it. */
export function decide(state: State, sender: Seat | null, input: unknown): Decided<SpaceAztecs> {
  const admission = admitCommand(state.table, sender, readCommand(input));
  if (admission.refused !== undefined) return { refused: admission.refused };
  const { seat, command } = admission;
  const refused = checkCommand(state.table, pileOf(state, seat), seat, command);
  if (refused !== null) return { refused };
  const play = new Play(state);
  applyCommand(play, seat, command);
  return { command, events: play.events, state: play.state };
}

/** Applies a command up to the next decision (canon section 5). */
function applyCommand(play: Play, seat: Seat, command: Command): void {
  switch (command.type) {
    case "take":
      return takePile(play, seat, command.place);
    case "choose":
      return chooseCard(play, seat, command.card);
    case "shelter":
      settleAztec(play, command.covered);
      return resolveRound(play);
    case "abduct":
      landSaucer(play, command.targets);
      return resolveRound(play);
  }
}

function takePile(play: Play, seat: Seat, place: number): void {
  play.emit({ type: "pile-taken", seat, place });
  if (play.table.seats.every((each) => holdsPile(play.table, each))) play.emit({ type: "choosing-began" });
}

/**
 * Sets a seat's card aside. With the last card all times become public together, and the earliest takes the token (canon
 * section 5).
 */
function chooseCard(play: Play, seat: Seat, card: Card): void {
  play.emit({ type: "card-chosen", seat, card });
  const { table } = play;
  if (table.chosen.length < table.seats.length) return;
  const times = timesOf(play.state);
  const [first, ...others] = clockwiseFrom(table, table.starting);
  if (first === undefined) throw new Error("a match must have seats");
  const isEarlier = (one: Seat, other: Seat) => (times[one] ?? "") < (times[other] ?? "");
  const starting = others.reduce((best, other) => (isEarlier(other, best) ? other : best), first);
  play.emit({ type: "times-told", times, starting });
  resolveRound(play);
}

function timesOf({ table, hidden }: State): BySeat<Time> {
  const times = table.seats.map((seat) => [seat, faceOf(hidden.chosen[seat] ?? "").time]);
  return Object.fromEntries(times);
}
