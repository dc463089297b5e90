/** Players take acts back on their page, and are asked for it (docs/protocol.md, "Taking back"). */
import type { Match } from "@flower-war/client-sdk";
import { describe, expect, onTestFinished, test } from "vitest";
import { notes, openWithGuest } from "./support/page-guest.ts";
import { answerInTieqchieq, playTieqchieqUntil } from "./support/page-other-games.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";
import { until } from "./support/until.ts";

/** Plays for the other player, but never while one of these could take an act back. */
function playOn(match: Match<"tieqchieq">, mayPlay: () => boolean): () => void {
  let isSending = false;
  const sendOn = async (command: ReturnType<typeof match.legal>[number]) => {
    // The match is left when the test is over.
    const isPlayed = await match.send(command).then(
      () => true,
      () => false,
    );
    isSending = false;
    if (isPlayed) play();
  };
  const play = () => {
    const [command] = match.legal().filter(({ type }) => type !== "concede");
    const isAwaited = match.awaiting.some(({ seat }) => seat === match.seat);
    if (isSending || command === undefined || !isAwaited || !mayPlay()) return;
    isSending = true;
    void sendOn(command);
  };
  onTestFinished(match.on("change", play));
  play();
  return play;
}

describe.skipIf(lacks("chromium"))("at a table where acts can be taken back", { timeout: 600_000 }, () => {
  const tested = startPageServer({ still: true });

  test("a person takes an act back where the button stands, and is asked when another wants to", async () => {
    const { page, guest } = await openWithGuest(tested.browser, tested.server.url, { takeBacks: true });
    let rests = false;
    let waits = true;
    const play = playOn(
      guest,
      () =>
        !rests &&
        guest.offer === null &&
        (!waits || (guest.details.takeBack?.seat ?? guest.seat) === guest.seat),
    );
    const button = notes(page).getByRole("button", { name: "Take back" });
    await playTieqchieqUntil(page, button);
    // The page may have heard of it before the guest.
    const takeable = () => guest.details.takeBack ?? { n: 0, seat: guest.seat };
    await until(() => takeable().seat !== guest.seat, "the guest to know what can be taken back");
    const { n } = takeable();
    await button.click();
    await until(() => guest.state.n > n || guest.offer !== null, "the act to be taken back, or the question");
    if (guest.offer !== null) {
      await notes(page).getByText("You want to take your last act back").waitFor();
      await guest.acceptOffer(guest.offer);
    }
    const told = page.getByText("Took the last act back.");
    await told.first().waitFor({ state: "attached" });
    await until(() => guest.state.n === n + 1, "the act to be taken back");

    // Now the guest plays whatever can be taken back: its act, after which the page's player is awaited.
    waits = false;
    play();
    const guestIsAwaited = () => guest.awaiting.some(({ seat }) => seat === guest.seat);
    const isAsked = () => guest.details.takeBack?.seat === guest.seat && !guestIsAwaited();
    const agree = notes(page).getByRole("button", { name: "Agree to take it back" });
    // What the page is sending would close the question.
    const isSending = async () => (await page.locator('[aria-busy="true"]').count()) > 0;
    const asks = async () =>
      isAsked() &&
      !(await isSending()) &&
      (await guest.takeBack().then(
        () => true,
        () => false,
      ));
    while (!(await asks())) {
      if (guestIsAwaited()) await until(() => isAsked() || !guestIsAwaited(), "the guest");
      else if (!isAsked() || !(await isSending())) await answerInTieqchieq(page, agree);
    }
    await notes(page).getByText("Tenoch wants to take the last act back").waitFor();
    // What the guest plays after it would follow at once.
    rests = true;
    const before = guest.state.n;
    await agree.click();
    await until(() => guest.state.n === before + 1, "the act to be taken back");
    await agree.waitFor({ state: "detached" });
    expect(tested.browser.takeErrors()).toEqual([]);
  });
});
