import type { Locator, Page } from "playwright-core";
import { type InputMethod, ROLES } from "./page-input-methods.ts";

/* What players do on the page. Elements are found by the words that people read. */

/** The match to create, of Flower War unless another game is named, with bots unless it says otherwise. */
export interface MatchSettings {
  readonly name: string;
  readonly game?: string;
  /** What the page calls the preset; default: the game's first. */
  readonly preset?: string;
  readonly seats: number;
  readonly bots: number;
  readonly private?: boolean;
  /** What the page calls the clock; default: as the page has it. */
  readonly clock?: string;
}

/** Creates a match from the lobby and takes a seat. Resolves with the match's code. */
export async function createMatch(page: Page, settings: MatchSettings, input = ROLES): Promise<string> {
  await openCreate(page, settings.game, input);
  const pick = (group: string, option: string) => choose(page, group, option, input);
  if (settings.preset !== undefined) await input.choose(presetOf(page, settings.preset));
  if (!FOR_TWO.includes(settings.game ?? "")) await pick("Seats", String(settings.seats));
  await openSeats(page, settings.bots);
  if (settings.private === true) await pick("Who can join", "with the link");
  if (settings.clock !== undefined) await pick("Clock", settings.clock);
  await input.write(page.getByRole("textbox", { name: "Your name" }), settings.name);
  await pressWhenThere(page.getByRole("button", { name: "Create the table" }), input);
  await page.waitForURL(/\/matches\/[\w-]+$/);
  return codeOf(page);
}

/** Presses a button as soon as it is there: a page or a part of it may have to be loaded first. */
async function pressWhenThere(button: Locator, input: InputMethod): Promise<void> {
  await button.waitFor();
  await input.press(button);
}

/** Games that have no other number of seats. */
const FOR_TWO: readonly string[] = ["Tıeqchıeq", "Nim"];

/** Keeps the bots in the seats next to the host's, and opens the others for people. */
async function openSeats(page: Page, bots: number): Promise<void> {
  const seats = page.getByRole("region", { name: "Who plays" }).getByRole("combobox");
  for (const seat of (await seats.all()).slice(bots)) await seat.selectOption("a person");
}

const presetOf = (page: Page, name: string) =>
  page.getByRole("radiogroup", { name: "How to play" }).getByRole("radio", { name: new RegExp(`^${name}`) });

/** Begins a match that gathers, as its host, when so many players sit there. */
export async function startMatch(page: Page, players: number, means = ROLES): Promise<void> {
  await pressWhenThere(page.getByRole("button", { name: `Start with ${players}`, disabled: false }), means);
}

/** Goes from the lobby to the page that creates a match, of the first game unless another is named. */
export async function openCreate(page: Page, game = "Flower War", input = ROLES): Promise<void> {
  if (!new URL(page.url()).pathname.startsWith("/create")) {
    await pressWhenThere(page.getByRole("button", { name: "Create a table" }), input);
  }
  await page.getByRole("heading", { name: "A new table" }).waitFor();
  await choose(page, "Game", game, input);
}

/** Chooses one of a radio group. */
export async function choose(page: Page, group: string, option: string, input = ROLES): Promise<void> {
  const radio = page
    .getByRole("radiogroup", { name: group, exact: true })
    .getByRole("radio", { name: option, exact: true });
  await radio.waitFor({ state: "attached" });
  await input.choose(radio);
}

/** The code of the match that the page's address names. */
export const codeOf = (page: Page): string => new URL(page.url()).pathname.replace("/matches/", "");

/** What can be done at the table. */
export const action = (page: Page) => page.getByRole("region", { name: "What you can do" });

/** The window of a battle, which lies over the table. */
export const battle = (page: Page) => page.getByRole("dialog", { name: /^Battle on/ });

/** The window that tells the players how their match ended. */
export const endOf = (page: Page) => page.getByRole("dialog", { name: "The match is over" });

/** Goes from the end of a match to its result. Resolves with how it ended, and with each seat's place and name. */
export async function seeResult(page: Page, input = ROLES): Promise<readonly string[]> {
  await endOf(page).waitFor();
  // Cards that the player stopped lie over it until they go on.
  const stopped = page.getByRole("button", { name: "Continue", pressed: true });
  if ((await stopped.count()) > 0) await input.press(stopped);
  await page.locator("dialog:modal").nth(1).waitFor({ state: "detached" });
  await pressWhenThere(endOf(page).getByRole("button", { name: "See the result" }), input);
  const standings = page.getByRole("region", { name: /^(Standings|Where everyone stood)$/ });
  await standings.waitFor();
  // What each seat had at the end is read from the match's record.
  await standings.locator("small:empty").first().waitFor({ state: "detached" });
  const seats = await standings.getByRole("listitem").allInnerTexts();
  return [await page.getByRole("heading", { level: 1 }).innerText(), ...seats];
}

/** What is seen while this person's decision is awaited. */
export function awaited(page: Page): Locator {
  const atTable = action(page).getByRole("heading", { name: /^Your (turn|decision)$/ });
  const inBattle = battle(page).getByRole("heading", { name: /^(Your answer|You lost)/ });
  return page
    .getByText(/^Your decision:/)
    .or(atTable)
    .or(inBattle);
}

/** Waits until this person's decision is awaited. */
export const waitForDecision = (page: Page): Promise<void> => awaited(page).first().waitFor();

/** Waits until this person's decision is awaited and the table has shown all that led to it. */
export async function waitForPicture(page: Page): Promise<void> {
  await waitForDecision(page);
  await page.locator('main[aria-busy="true"]').waitFor({ state: "detached" });
}

/** The plaques of the players of Flower War, in turn order. */
export const plaques = (page: Page) => page.getByRole("list", { name: "Players" }).getByRole("listitem");

/** What each space of the board of Flower War shows, without what it says to one seat alone. */
export async function spaces(page: Page): Promise<string[]> {
  const board = page.getByRole("list", { name: /^The board/ }).getByRole("listitem");
  const labels = await board.evaluateAll((items) =>
    items.map((item) => item.getAttribute("aria-label") ?? ""),
  );
  return labels.map((label) => label.replace(/ A roll of \d lands here\.$/, ""));
}

/** Opens a page of the match's menu. */
export async function openMenu(page: Page, entry: string, input = ROLES): Promise<void> {
  await pressWhenThere(page.getByRole("button", { name: "Menu" }), input);
  await pressWhenThere(page.getByRole("button", { name: entry }), input);
}

/** Leaves a match for the lobby, by its menu. */
export async function leaveToLobby(page: Page): Promise<void> {
  await openMenu(page, "Leave to the lobby");
  await page.getByRole("button", { name: /Play now/ }).waitFor();
}

/** Concedes, by the match's menu. */
export async function concede(page: Page, input = ROLES): Promise<void> {
  await openMenu(page, "Concede the match", input);
  const question = page.getByRole("dialog", { name: "Concede the match?" });
  await pressWhenThere(question.getByRole("button", { name: "Concede" }), input);
}
