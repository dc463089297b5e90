import { type AnyMatch, FlowerWar } from "@flower-war/client-sdk";
import type { View } from "@flower-war/rules/tieqchieq";
import type { Page } from "playwright-core";
import { openTable } from "./page-table.ts";
import type { Browser } from "./browser.ts";
import { action, awaited, endOf } from "./page-actions.ts";
import { nextInFlowerWar } from "./page-flower-war.ts";
import type { InputMethod } from "./page-input-methods.ts";
import { nextInSpaceAztecs, nextInTieqchieq } from "./page-other-games.ts";
import { describePage, doNext, type Step } from "./page-steps.ts";
import type { TreeNode } from "./page-tree.ts";
import { until } from "./until.ts";

/** A game of which whole matches are played, in a way that ends soon. */
export interface WholeMatch {
  readonly game: string;
  /** The preset's options that differ from its defaults. */
  readonly options: Readonly<Record<string, string | number | boolean>>;
  /**
   * Whether the player opens the page now: until then they play with the SDK, for the acts of a long game are the same over and over, and each
   * takes the browser up to half a second of a processor. Missing: they play all of it on the page.
   */
  readonly isLate?: (view: object) => boolean;
  /** What a screen reader says of its decisions. */
  readonly decisions: readonly RegExp[];
  /** Returns what a person does next with what the page shows; `undefined`: nothing is to be done now. */
  readonly next: (page: Page, tree: TreeNode, input: InputMethod, done: number) => Step | undefined;
}

/** Things that are done before the player hurries: cards, offerings, battles, trades. */
const UNHURRIED = 20;

/** Things that are done in a match at most. In 300 matches of Tıeqchıeq, the longest game, a player did 182 on average and 296 at most. */
const MOST = 1_000;

const inFlowerWar: WholeMatch["next"] = (page, tree, input, done) =>
  nextInFlowerWar(page, tree, { input, does: done < UNHURRIED ? "full" : "quick" });

/** The shortest racks: the first disc is soon off the board, and then each turn is one of the last 13. */
const SOON = { rackSize: 4, apocalypseTrigger: 1, countdown: "turns", bestTribeWins: true };

const IN_FLOWER_WAR = [/Roll the die\.$/, /Offer skulls, trade, play cards, or end your turn\.$/];

/**
 * Whether one of the players of Tıeqchıeq has three of six tokens home, or this one has but one left to introduce. In 200 simulated matches
 * the player did 69 of 151 things afterwards, and in each of them introduced a token.
 */
function isLateInTieqchieq(view: object): boolean {
  const { table, seat } = view as View;
  const own = seat === null ? undefined : table.tokens[seat];
  return own?.reserve === 1 || Object.values(table.tokens).some(({ home }) => home >= 3);
}

export const WHOLE_MATCHES: readonly WholeMatch[] = [
  { game: "flower-war", options: SOON, decisions: IN_FLOWER_WAR, next: inFlowerWar },
  { game: "mexica", options: SOON, decisions: IN_FLOWER_WAR, next: inFlowerWar },
  {
    game: "space-aztecs",
    options: {},
    decisions: [/Take a pile\.$/, /Choose a card of your pile\.$/],
    next: nextInSpaceAztecs,
  },
  {
    game: "tieqchieq",
    options: {},
    isLate: isLateInTieqchieq,
    decisions: [/Toss the coins\.$/, /Introduce or move a token\.$/],
    next: nextInTieqchieq,
  },
];

/** Opens the page of a player of a match of two, against a bot. `before`: commands that they have played without the page. */
export async function openWholeMatch(
  browser: Browser,
  server: string,
  { game, options, isLate }: WholeMatch,
): Promise<{ readonly page: Page; readonly match: string; readonly before: number }> {
  let before = 0;
  const playBefore = async (match: string, token: string): Promise<void> => {
    if (isLate !== undefined)
      before = await playUntil(await new FlowerWar(server).join(match, { token }), isLate);
  };
  const settings = { name: "Citlali", game, seats: 2, bots: 1, options, playBefore };
  return { ...(await openTable(browser, server, settings)), before };
}

/** Plays what is legal: of Tıeqchıeq rather a move than an introduction. Resolves with how many commands that were. */
async function playUntil(match: AnyMatch, isLate: (view: object) => boolean): Promise<number> {
  let commands = 0;
  const isAwaited = () => match.awaiting.some(({ seat }) => seat === match.seat);
  for (; ; commands += 1) {
    await until(() => match.view !== null && (isLate(match.view) || isAwaited()), "the player to be awaited");
    if (match.view === null || isLate(match.view)) break;
    const command = match.legal().findLast(({ type }) => type !== "concede");
    if (command === undefined) throw new Error("no command is legal");
    const { n } = await match.send(command as never);
    await until(() => match.state.n >= n, "the entry to be seen");
  }
  await match.leave();
  return commands;
}

/**
 * Plays a match to its end.
 * @throws with all that the page shows when it is not over after 1,000 acts
 * @param look called with what the page shows, whenever something can be done
 */
export async function playWhole(
  page: Page,
  { next }: WholeMatch,
  input: InputMethod,
  look: (tree: TreeNode) => Promise<void>,
): Promise<void> {
  const end = endOf(page);
  const due = awaited(page).or(action(page).getByRole("button")).or(page.locator("dialog[open]"));
  for (let done = 0; !(await end.isVisible()); done += 1) {
    if (done === MOST)
      throw new Error(`The match is not over after ${MOST} acts. ${await describePage(page)}`);
    const choose = (tree: TreeNode): Step | undefined => {
      const step = next(page, tree, input, done);
      return (
        step &&
        (async () => {
          await look(tree);
          await step();
        })
      );
    };
    await doNext(page, choose, due, end);
  }
}
