import type { Game } from "@flower-war/rules";
import { bots } from "@flower-war/rules/bots";
import { type Event, type FlowerWar, flowerWar, mexica, type State } from "@flower-war/rules/flower-war";
import type { Scribe } from "../tally.ts";
import type { SimulatedGame, Watcher } from "./simulated-game.ts";

export const simulatedFlowerWar = simulated(flowerWar);
export const simulatedMexica = simulated(mexica);

function simulated(game: Game<FlowerWar>): SimulatedGame<FlowerWar> {
  return { game, move: (kind, ...asked) => bots["flower-war"][kind](...asked), watch };
}

/** Counts endings and what brought the third sign, the apocalypse's ticks, and the use of cards and discs. */
function watch(scribe: Scribe): Watcher<FlowerWar> {
  let before: Event["type"] | null = null;
  return {
    event(event, state) {
      note(scribe, event, state);
      if (event.type === "ended" && event.outcome.by === "signs") {
        scribe.count("the last sign came by", before ?? "");
      }
      before = event.type;
    },
    end({ table }, { by, winner, standings }) {
      scribe.number("turns", table.turn.number);
      for (const [god, offered] of Object.entries(table.offerings))
        scribe.number(`offerings to ${god}`, offered);
      scribe.count("the apocalypse was triggered", table.apocalypse.state === "none" ? "never" : "once");
      const firsts = standings.filter(({ place }) => place === 1).map(({ seat }) => seat);
      return { by, winners: winner === null ? [] : [winner], firsts };
    },
  };
}

function note(scribe: Scribe, event: Event, { table }: State): void {
  switch (event.type) {
    case "card-played":
    case "battle-card-played":
      scribe.use(event.seat, `card:${event.card}`);
      break;
    case "day-card-drawn":
      scribe.use(event.seat, `day:${event.card.split("-")[1]}`);
      break;
    case "disc-earned":
    case "copy-received":
      scribe.use(event.seat, `disc:${event.disc}`);
      break;
    case "apocalypse-triggered":
      scribe.number("triggered in turn", table.turn.number);
      break;
    case "ticked":
      scribe.count("ticks", event.ruling);
      break;
    case "forestalled":
      scribe.count("ticks", event.type);
      break;
    default:
  }
}
