import { type Bot, bots, type RandomBelow } from "@flower-war/rules/bots";
import { colyseus } from "../../src/colyseus.ts";
import type { AnyMatch, Connect, GameMap, GameName, Link, Match } from "../../src/index.ts";
import { Refusal } from "../../src/refusal.ts";

/** Real connections, kept at hand so that a test can ask what the SDK has no method for. */
export function keptLinks(url: string): { connect: Connect; links: Link[] } {
  const links: Link[] = [];
  const real = colyseus(url, 5000);
  const connect: Connect = async (reservation, listener) => {
    const link = await real(reservation, listener);
    links.push(link);
    return link;
  };
  return { connect, links };
}

const BOTS: { readonly [G in GameName]: { readonly easy: Bot<GameMap[G]> } } = bots;

/**
 * Plays a seat as an easy bot would, until the match is over; resolves with how it ended.
 * @param before called before each command of the seat
 */
export function playEasily<G extends GameName>(
  match: Match<G>,
  random: RandomBelow,
  before: () => Promise<void> = async () => {},
): Promise<GameMap[G]["outcome"]> {
  const { easy }: { easy: Bot<GameMap[G]> } = BOTS[match.game];
  return new Promise((resolve, reject) => {
    let busy = false;
    const play = async () => {
      if (busy) return;
      busy = true;
      try {
        while (match.awaiting.some(({ seat }) => seat === match.seat)) {
          await before();
          const command = easy(mustSee(match), random, () => false);
          await patiently(() => match.send(command));
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

/** Does it again, as often as it is refused for coming too soon: after a rest, since who is refused too often is cut off. */
export async function patiently<Answer>(deed: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await deed();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "too-many-messages") throw error;
      await new Promise((resolve) => setTimeout(resolve, 10 * (error.wait ?? 0)));
    }
  }
}

/** A match that is one of Flower War. */
export function flowerWarMatch(match: AnyMatch): Match<"flower-war"> {
  if (match.game !== "flower-war") throw new Error(`it is a match of ${match.game}`);
  return match;
}

function mustSee<G extends GameName>(match: Match<G>): GameMap[G]["view"] {
  if (match.view === null) throw new Error("the match has not begun");
  return match.view;
}
