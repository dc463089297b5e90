import type { Decided } from "../game.ts";
import { holdsPile } from "./awaiting.ts";
import { faceOf } from "./cards.ts";
import { readCommand } from "./commands.ts";
import { Play } from "./play.ts";
import { admitted, refusalOf } from "./refusals.ts";
import { land, resolve, settle } from "./resolve.ts";
import { clockwiseFrom } from "./seats.ts";
import type { State } from "./state.ts";
import type { SpaceAztecs } from "./types.ts";
import { pileOf } from "./view.ts";
import type { BySeat, Card, Command, Seat, Time } from "./vocabulary.ts";

/** Looks at a command: what it says, and the facts that follow from it, or the first reason against it. */
export function decide(state: State, sender: Seat | null, input: unknown): Decided<SpaceAztecs> {
  const admission = admitted(state.table, sender, readCommand(input));
  if (admission.refused !== undefined) return { refused: admission.refused };
  const { seat, command } = admission;
  const refused = refusalOf(state.table, pileOf(state, seat), seat, command);
  if (refused !== null) return { refused };
  const play = new Play(state);
  answer(play, seat, command);
  return { command, events: play.events };
}

/** Canon section 5: what each command does, up to the next decision. */
function answer(play: Play, seat: Seat, command: Command): void {
  switch (command.type) {
    case "take":
      return take(play, seat, command.place);
    case "choose":
      return choose(play, seat, command.card);
    case "shelter":
      settle(play, command.covered);
      return resolve(play);
    case "abduct":
      land(play, command.targets);
      return resolve(play);
  }
}

function take(play: Play, seat: Seat, place: number): void {
  play.happen({ type: "pile-taken", seat, place });
  if (play.table.seats.every((each) => holdsPile(play.table, each))) play.happen({ type: "choosing-began" });
}

/** With the last card chosen all times are told together, and the earliest takes the token (canon section 5). */
function choose(play: Play, seat: Seat, card: Card): void {
  play.happen({ type: "card-chosen", seat, card });
  const { table } = play;
  if (table.chosen.length < table.seats.length) return;
  const times = timesOf(play.state);
  const [first, ...others] = clockwiseFrom(table, table.starting);
  if (first === undefined) throw new Error("a match has seats");
  const isEarlier = (one: Seat, other: Seat) => (times[one] ?? "") < (times[other] ?? "");
  const starting = others.reduce((best, other) => (isEarlier(other, best) ? other : best), first);
  play.happen({ type: "times-told", times, starting });
  resolve(play);
}

function timesOf({ table, hidden }: State): BySeat<Time> {
  const told = table.seats.map((seat) => [seat, faceOf(hidden.chosen[seat] ?? "").time]);
  return Object.fromEntries(told);
}
