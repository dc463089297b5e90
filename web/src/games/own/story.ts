import type { GameStory } from "../../game-frame/story.ts";
import type { OwnGame } from "../../session/own-games.ts";
import { i18n } from "../../texts/index.ts";
import { Own } from "./own.ts";

/** Loads what a game that the page does not know adds to results and replays: what each seat has counted. */
export async function loadOwnStory(game: OwnGame, version?: number): Promise<GameStory> {
  const own = await Own.load(game, version);
  return {
    describerOf: () => () => null,
    spotOf: () => ({ x: 0.5, y: 0.5, width: 1, ratio: 1 }),
    gainOf: () => null,
    lead: null,
    endBegins: () => null,
    describeHoldings: (view, seat) => describeHoldings(own, view, seat),
    trophiesOf: () => [],
  };
}

function describeHoldings(own: Own, view: object, seat: string): string {
  const counters = own.page
    .show(view)
    .filter((zone) => zone.seat === seat)
    .flatMap(({ things }) => things.filter((thing) => thing.kind === "counter"));
  return own.words.sayList(
    counters.map(({ name, value }) => i18n._("{name}: {value}", { name: own.thing(name).name, value })),
  );
}
