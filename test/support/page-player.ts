import type { Page } from "playwright-core";

/** A person at the page: finds things by the words that a person reads. */

/** Sits down in a new match under a name, of Flower War unless another game is named; resolves with the match's code. */
export async function createMatch(
  page: Page,
  wish: { name: string; game?: string; seats: number; bots: number; private?: boolean },
): Promise<string> {
  await page.getByLabel("Your name").fill(wish.name);
  if (wish.game !== undefined) await page.getByLabel("Game").selectOption(wish.game);
  await page.getByLabel("Seats").selectOption(String(wish.seats));
  await page.getByLabel("Bots").selectOption(String(wish.bots));
  await page.getByLabel("Private").setChecked(wish.private ?? false);
  await page.getByRole("button", { name: "Create match" }).click();
  await page.waitForURL(/#\/match\/\w+$/);
  return codeOf(page);
}

/** The code of the match that the page's address names. */
export const codeOf = (page: Page): string => new URL(page.url()).hash.replace("#/match/", "");

export const commands = (page: Page) => page.getByRole("group", { name: "Your commands" });

/** Waits until this person's decision is awaited. */
export const ownDecision = (page: Page): Promise<void> =>
  page.getByText(/^Your decision:/).waitFor({ state: "visible" });

/** What a person presses who offers every skull, keeps every card that it may keep and shuns no battle. */
const PRESSED = /^(Roll|Move|Challenge|Pass|Give up|Discard|Choose|Offer|End)/;

/** Plays whenever the seat's decision is awaited, until `turns` more of its turns have begun. */
export async function playTurns(page: Page, seat: string, turns: number): Promise<void> {
  const begun = new Set<string>();
  for (;;) {
    await ownDecision(page);
    const turn = await page.getByText(/^Turn \d+,/).innerText();
    if (turn.includes(`${seat}'s`)) begun.add(parseTurn(turn));
    if (begun.size > turns) return;
    await press(page, PRESSED);
  }
}

/** Presses the first command so named, and waits until the server has answered. */
export async function press(page: Page, name: RegExp): Promise<void> {
  await commands(page).getByRole("button", { name }).first().click();
  await commands(page).and(page.locator('[aria-busy="false"]')).waitFor();
}

const parseTurn = (words: string): string => words.split(",")[0] ?? words;
