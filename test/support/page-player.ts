import type { Page } from "playwright-core";

/** A person at the page: finds things by the words that a person reads. */

/** Sits down in a new match of `seats` seats under a name; resolves with the match's code. */
export async function createMatch(
  page: Page,
  wish: { name: string; seats: number; bots: number; private?: boolean },
): Promise<string> {
  await page.getByLabel("Your name").fill(wish.name);
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

/** Presses the first command offered whenever one is awaited, until `turns` more of the seat's turns have begun. */
export async function playTurns(page: Page, seat: string, turns: number): Promise<void> {
  const begun = page.getByRole("log").getByText(`${seat}'s turn begins.`, { exact: true });
  const goal = (await begun.count()) + turns;
  while ((await begun.count()) < goal) {
    await ownDecision(page);
    await commands(page).getByRole("button").first().click();
  }
}
