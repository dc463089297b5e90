import { type AnyMatch, FlowerWar } from "@flower-war/client-sdk";
import { type Replay, readReplay } from "@flower-war/client-sdk/replay";
import type { View as FlowerWarView } from "@flower-war/rules/flower-war";
import type { View } from "@flower-war/rules/tieqchieq";
import type { Page } from "playwright-core";
import { openTable } from "./page-table.ts";
import type { Browser } from "./browser.ts";
import { action, awaited, endOf } from "./page-actions.ts";
import { IS_WHOLE, nextInFlowerWar } from "./page-flower-war.ts";
import type { InputMethod } from "./page-input-methods.ts";
import { nextInSpaceAztecs, nextInTieqchieq } from "./page-other-games.ts";
import { describePage, doNext, type Step } from "./page-steps.ts";
import type { TreeNode } from "./page-tree.ts";
import { until } from "./until.ts";

/** A command. */
interface Legal {
  readonly type: string;
}

/** A game of which whole matches are played, in a way that ends soon. */
export interface WholeMatch {
  readonly game: string;
  /** The preset's options that differ from its defaults. */
  readonly options: Readonly<Record<string, string | number | boolean>>;
  /**
   * Returns what the player does before they open the page, with what is legal; `undefined`: they open it now. Until then they play with the SDK, for
   * the acts of a long game are the same over and over, and each takes the browser up to half a second of a processor. Missing: they play all of it on
   * the page.
   */
  readonly playsBefore?: (view: object, legal: readonly Legal[]) => Legal | undefined;
  /** Kinds of commands that each match has after the page is opened. Others come as chance has it. */
  readonly certain: readonly RegExp[];
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

/** Ticks of the last 13 that have passed when the player opens the page: each player has three turns left. */
const TICKED = 7;

/**
 * Ends each turn as soon as possible. Skulls are kept until the first disc is off the board, which comes sooner then, and offered afterwards:
 * without offerings no tick counts.
 */
function playsBeforeInFlowerWar(view: object, legal: readonly Legal[]): Legal | undefined {
  const { apocalypse } = (view as FlowerWarView).table;
  if (apocalypse.count >= TICKED) return undefined;
  const offer = legal.find(({ type }) => type === "sacrifice");
  return apocalypse.state === "none" ? legal.at(-1) : (offer ?? legal.at(-1));
}

/** Tokens of a player of Tıeqchıeq, of six, that are home when the player opens the page. */
const HOME = 4;

/** Moves rather than to introduce a token; the last one is introduced on the page. */
function playsBeforeInTieqchieq(view: object, legal: readonly Legal[]): Legal | undefined {
  const { table, seat } = view as View;
  if (Object.values(table.tokens).some(({ home }) => home >= HOME)) return undefined;
  const command = legal.at(-1);
  const isLast = seat !== null && table.tokens[seat]?.reserve === 1;
  return command?.type === "introduce" && isLast ? undefined : command;
}

const LATE_IN_FLOWER_WAR = {
  options: SOON,
  ...(!IS_WHOLE && { playsBefore: playsBeforeInFlowerWar }),
  certain: [/^roll$/, /^end-turn$/],
  decisions: IN_FLOWER_WAR,
  next: inFlowerWar,
};

export const WHOLE_MATCHES: readonly WholeMatch[] = [
  { game: "flower-war", ...LATE_IN_FLOWER_WAR },
  { game: "mexica", ...LATE_IN_FLOWER_WAR },
  {
    game: "space-aztecs",
    options: {},
    certain: [/^take$/, /^choose$/],
    decisions: [/Take a pile\.$/, /Choose a card of your pile\.$/],
    next: nextInSpaceAztecs,
  },
  {
    game: "tieqchieq",
    options: {},
    ...(!IS_WHOLE && { playsBefore: playsBeforeInTieqchieq }),
    certain: [/^toss$/, /^(introduce|move)$/],
    decisions: [/Toss the coins\.$/, /Introduce or move a token\.$/],
    next: nextInTieqchieq,
  },
];

/** Opens the page of a player of a match of two, against a bot. `before`: commands that they have played without the page. */
export async function openWholeMatch(
  browser: Browser,
  server: string,
  { game, options, playsBefore }: WholeMatch,
): Promise<{ readonly page: Page; readonly match: string; readonly before: number }> {
  let before = 0;
  const playBefore = async (match: string, token: string): Promise<boolean> => {
    if (playsBefore === undefined) return true;
    const played = await play(await new FlowerWar(server).join(match, { token }), playsBefore);
    before = played ?? 0;
    return played !== null;
  };
  const settings = { name: "Citlali", game, seats: 2, bots: 1, options, playBefore };
  return { ...(await openTable(browser, server, settings)), before };
}

/** Plays with the SDK until the page is to be opened. Resolves with how many commands that were; `null`: a player won before. */
async function play(match: AnyMatch, next: NonNullable<WholeMatch["playsBefore"]>): Promise<number | null> {
  const isDue = () => match.status === "over" || match.awaiting.some(({ seat }) => seat === match.seat);
  for (let commands = 0; ; commands += 1) {
    await until(() => match.view !== null && isDue(), "the player to be awaited");
    const legal = match.legal().filter(({ type }) => type !== "concede");
    if (match.status !== "over" && legal.length === 0)
      throw new Error(`A player of match ${match.id} is awaited, and has no legal command but to concede.`);
    const command = match.view === null ? undefined : next(match.view, legal);
    if (match.status === "over" || command === undefined) {
      await match.leave();
      return match.status === "over" ? null : commands;
    }
    const { n } = await match.send(command as never);
    await until(() => match.state.n >= n, "the entry to be seen");
  }
}

/**
 * Returns the types of the commands that the player gave on the page, in order, from the match's record.
 * @param before how many they gave without the page
 */
export async function readCommands(
  server: string,
  match: string,
  before: number,
): Promise<readonly string[]> {
  const { entries, seats } = (await readReplay(await new FlowerWar(server).record(match))) as Replay;
  const own = seats.find(({ kind }) => kind === "human")?.seat;
  return entries
    .filter(({ seat }) => seat === own)
    .slice(before)
    .map(({ command }) => command.type);
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
