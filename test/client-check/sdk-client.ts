/** A client with the SDK, for `flower-war client-check`. It passes all; mutants.ts plants faults in it. */
import { setTimeout as sleep } from "node:timers/promises";
import { FlowerWar, type Refusal } from "@flower-war/client-sdk";

const host = new FlowerWar(process.env["FLOWER_WAR_URL"] ?? "", { name: "Citlali" });
const match = await host.create({ game: "tieqchieq", seats: 2, bots: 1 }).catch((refusal: Refusal) => {
  console.error(refusal.code);
  process.exit(1);
});
let isSending = false;
match.on("change", () => void play());
match.on("ended", () => void match.leave());
match.on("dropped", ({ gone, code, refusal }) => {
  if (gone) console.error(`lost for good: ${refusal?.code ?? code}`);
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
