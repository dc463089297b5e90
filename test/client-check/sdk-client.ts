/** A client with the SDK, for `flower-war client-check`. The first argument is a check that it does not pass; without one it passes all. */
import { setTimeout as sleep } from "node:timers/promises";
import { FlowerWar, type Refusal } from "@flower-war/client-sdk";

const [, , wrong] = process.argv;
const host = new FlowerWar(process.env["FLOWER_WAR_URL"] ?? "", {
  name: "Citlali",
  ...(wrong === "K-12" && { resume: { attempts: Number.POSITIVE_INFINITY, delay: 10, maxDelay: 10 } }),
  // Nor does it give its connection up when a request has no answer.
  ...(wrong === "K-13" && {
    ping: { every: Number.POSITIVE_INFINITY, idle: 0, timeout: 0 },
    timeout: 60_000,
  }),
});
const match = await host.create({ game: "tieqchieq", seats: 2, bots: 1 }).catch((refusal: Refusal) => {
  console.error(refusal.code);
  process.exit(1);
});
let isSending = false;
match.on("change", () => void play());
match.on("ended", () => void match.leave());
match.on("dropped", ({ gone, code }) => {
  if (gone) console.error(`lost for good: ${code}`);
  if (gone && wrong === "K-14") void host.join(match.id, { token: match.token ?? "" });
});
void play();

async function play(): Promise<void> {
  const [command] = match.legal().filter(({ type }) => type !== "concede");
  if (isSending || command === undefined) return;
  isSending = true;
  const id = `move-${match.state.n}`;
  let wait: number | undefined = 0;
  while (wait !== undefined) {
    await sleep(wait);
    wait = await match.send(command, { id }).then(
      () => undefined,
      (refusal: Refusal) => refusal.wait,
    );
  }
  isSending = false;
  void play();
}
