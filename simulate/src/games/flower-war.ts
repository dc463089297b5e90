import type { Game } from "@flower-war/rules";
import { bots } from "@flower-war/rules/bots";
import {
  type Event,
  type FlowerWar,
  flowerWar,
  mexica,
  type Seat,
  type Standing,
  standingsOf,
  type State,
} from "@flower-war/rules/flower-war";
import type { MatchRecorder } from "../tally.ts";
import type { SimulatedGame, MatchObserver } from "./simulated-game.ts";

const PACE: SimulatedGame<FlowerWar>["pace"] = {
  roll: 3,
  move: 6,
  battle: 4,
  pay: 5,
  challenge: 4,
  choose: 5,
  discard: 5,
  sacrifice: 3,
  cards: 4,
};

export const simulatedFlowerWar = simulated(flowerWar);
export const simulatedMexica = simulated(mexica);

function simulated(game: Game<FlowerWar>): SimulatedGame<FlowerWar> {
  return { game, pace: PACE, move: (kind, ...args) => bots["flower-war"][kind](...args), observe };
}

/** Counts endings and what brought the third sign, how who led at half time ended, the apocalypse's ticks, and the use of cards and discs. */
function observe(recorder: MatchRecorder): MatchObserver<FlowerWar> {
  let before: Event["type"] | null = null;
  const turns: (readonly Standing[])[] = [];
  return {
    onEvent(event, state) {
      countEvent(recorder, event, state);
      if (event.type === "turn-began") turns.push(standingsOf(state));
      if (event.type === "ended" && event.outcome.by === "signs") {
        recorder.count("the last sign came by", before ?? "");
      }
      before = event.type;
    },
    onEnd({ table }, { by, winner, standings }) {
      recorder.addNumber("turns", table.turn.number);
      for (const [god, offered] of Object.entries(table.offerings))
        recorder.addNumber(`offerings to ${god}`, offered);
      recorder.count("the apocalypse was triggered", table.apocalypse.state === "none" ? "never" : "once");
      if (winner !== null) countHalfTime(recorder, turns[Math.floor(turns.length / 2)] ?? [], winner);
      if (by === "apocalypse") recorder.count("the world ends by", table.apocalypse.ruling ?? "");
      const firsts = standings.filter(({ place }) => place === 1).map(({ seat }) => seat);
      return { by, winners: winner === null ? [] : [winner], firsts };
    },
  };
}

/** Counts how the seats that led alone and were last alone in the middle turn of a match with a winner have ended. */
function countHalfTime(recorder: MatchRecorder, standings: readonly Standing[], winner: Seat): void {
  const alone = (place: number): Seat | null => {
    const [only, ...others] = standings.filter((standing) => standing.place === place);
    return only !== undefined && others.length === 0 ? only.seat : null;
  };
  const ends = [
    ["the leader at half time", alone(1)],
    ["the last at half time", alone(standings.length)],
  ] as const;
  for (const [what, seat] of ends) {
    if (seat !== null) recorder.count(what, seat === winner ? "won" : "did not win");
  }
}

function countEvent(recorder: MatchRecorder, event: Event, { table }: State): void {
  switch (event.type) {
    case "card-played":
    case "battle-card-played":
      recorder.addUse(event.seat, `card:${event.card}`);
      break;
    case "day-card-drawn":
      recorder.addUse(event.seat, `day:${event.card.split("-")[1]}`);
      break;
    case "disc-earned":
    case "copy-received":
      recorder.addUse(event.seat, `disc:${event.disc}`);
      break;
    case "apocalypse-triggered":
      recorder.addNumber("triggered in turn", table.turn.number);
      break;
    case "ticked":
      recorder.count("ticks", event.ruling);
      break;
    case "forestalled":
      recorder.count("ticks", event.type);
      break;
    default:
  }
}
