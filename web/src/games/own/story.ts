import type { GameStory } from "../../game-frame/story.ts";
import type { OwnGame } from "../../session/own-games.ts";
import { i18n } from "../../texts/index.ts";
import { Own } from "./own.ts";
import { tryTo, wordsOf } from "./part.tsx";

/** Loads what a game that the page does not know adds to results and replays: what it says itself, else what each seat has counted. */
export async function loadOwnStory(game: OwnGame, version?: number): Promise<GameStory> {
  const own = await Own.load(game, version);
  const { momentOf, spotOf, holdingsOf, trophiesOf } = own.table.story ?? {};
  const story: GameStory<never> = {
    describerOf: () => (event) => tryTo(() => momentOf?.(event, wordsOf(own)) ?? null, null) as never,
    spotOf: ({ event }, view) => tryTo(() => spotOf?.(event, view), undefined) ?? WHOLE,
    gainOf: () => null,
    lead: null,
    endBegins: () => null,
    describeHoldings: (view, seat) => {
      const plain = () => describeCounters(own, view, seat);
      return tryTo(() => holdingsOf?.(view, seat, wordsOf(own)), undefined) ?? plain();
    },
    trophiesOf: (outcome) => tryTo(() => trophiesOf?.(outcome), undefined) ?? [],
  };
  return story as unknown as GameStory;
}

const WHOLE = { x: 0.5, y: 0.5, width: 1, ratio: 1 } as const;

function describeCounters(own: Own, view: object, seat: string): string {
  const counters = own.page
    .show(view)
    .filter((zone) => zone.seat === seat)
    .flatMap(({ things }) => things.filter((thing) => thing.kind === "counter"));
  return own.words.sayList(
    counters.map(({ name, value }) => i18n._("{name}: {value}", { name: own.thing(name).name, value })),
  );
}
