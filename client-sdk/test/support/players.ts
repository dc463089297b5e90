import { systemTime } from "@flower-war/protocol/ports";
import { type Bot, bots, type RandomBelow } from "@flower-war/rules/bots";
import { colyseus } from "../../src/connection/colyseus.ts";
import type { AnyMatch, Connect, Connection, GameMap, GameName, Match, OutcomeOf } from "../../src/index.ts";

/** Makes real connections and records them, for requests that the SDK has no method for. */
export function recordConnections(url: string): { connect: Connect; connections: Connection[] } {
  const connections: Connection[] = [];
  const real = colyseus(url, 5000, systemTime);
  const connect: Connect = async (reservation, listener) => {
    const connection = await real(reservation, listener);
    connections.push(connection);
    return connection;
  };
  return { connect, connections };
}

const BOTS: { readonly [G in GameName]: { readonly easy: Bot<GameMap[G]> } } = bots;

/**
 * Plays a seat like an easy bot until the match is over; resolves with the outcome.
 * @param before called before each command of the seat
 */
export function playEasily<G extends GameName>(
  match: Match<G>,
  random: RandomBelow,
  before: () => Promise<void> = async () => {},
): Promise<OutcomeOf<G>> {
  const { easy }: { easy: Bot<GameMap[G]> } = BOTS[match.game];
  return new Promise((resolve, reject) => {
    let busy = false;
    const play = async () => {
      if (busy) return;
      busy = true;
      try {
        while (match.awaiting.some(({ seat }) => seat === match.seat)) {
          await before();
          const command = easy(viewOf(match), random, () => false);
          await match.send(command);
        }
      } catch (error) {
        reject(error);
      } finally {
        busy = false;
      }
    };
    match.on("change", () => void play());
    match.on("ended", resolve);
    void play();
  });
}

/** Narrows a match to one of Flower War. */
export function flowerWarMatch(match: AnyMatch): Match<"flower-war"> {
  if (match.game !== "flower-war") throw new Error(`the match is one of ${match.game}`);
  return match;
}

function viewOf<G extends GameName>(match: Match<G>): GameMap[G]["view"] {
  if (match.view === null) throw new Error("the match has not begun");
  return match.view;
}
