// A user's types: what compiles here compiles for everyone who installs the package.
import {
  type AnyMatch,
  CLOSE,
  FlowerWar,
  type Match,
  type MatchListeners,
  Refusal,
} from "@flower-war/client-sdk";
import type { Command, Seat, View } from "@flower-war/client-sdk/flower-war";
import { REFUSAL_CODES, type SeatReservation } from "@flower-war/protocol";
import type { Decision } from "@flower-war/client-sdk/tieqchieq";
import type * as temple from "@flower-war/protocol/temple";

const host = new FlowerWar("http://localhost:2567", { name: "Stranger", resume: { attempts: 3 } });
const match: Match<"flower-war"> = await host.create({
  game: "flower-war",
  options: { rackSize: 6 },
  bots: ["easy"],
});
const seat: Seat | null = match.seat;
const view: View | null = match.view;
const command: Command | undefined = match.legal().find(({ type }) => type !== "concede");
if (command !== undefined) await match.send(command).then(({ n }) => n.toFixed());

const stop: () => void = match.on("event", (event, { n, seat: by }) => {
  if (event.type === "rolled") console.log(n + (event.dice[0] ?? 0), by satisfies Seat);
});
const ended: MatchListeners<"flower-war">["ended"] = ({ winner }) =>
  console.log(winner satisfies Seat | null);
match.on("ended", ended);
match.on("dropped", ({ code, refusal }) => console.log(code === CLOSE.replaced, refusal?.code));
stop();

const other: AnyMatch = await host.join("4F7K").catch((error: unknown) => {
  if (error instanceof Refusal) console.log(error.code, error.wait);
  throw error;
});
if (other.game === "flower-war") console.log(other.view?.table.supply);
if (other.game === "tieqchieq") {
  console.log(other.view?.table.roll, other.awaiting[0]?.decision satisfies Decision | undefined);
  await other.send({ type: "move", from: "e3" });
  other.on("event", (event) => {
    if (event.type === "tossed") console.log(event.coins satisfies readonly (0 | 1)[]);
  });
}
const race: Match<"tieqchieq"> = await host.create({ game: "tieqchieq", options: { first: "yellow" } });
await race.send({ type: "toss" });
const lobby = await host.lobby();
console.log(seat, view?.table.supply, lobby.matches[0]?.open, REFUSAL_CODES["seat-taken"].message);

// @ts-expect-error a god that the game does not have
await match.send({ type: "sacrifice", god: "zeus" });
// @ts-expect-error a game that no server plays
await host.create({ game: "chess" });
// @ts-expect-error a command of another game
await race.send({ type: "roll" });
// @ts-expect-error an option of another game
await host.create({ game: "tieqchieq", options: { rackSize: 6 } });
// @ts-expect-error an option that the game does not have
await host.create({ game: "flower-war", options: { rackSise: 6 } });

export type { SeatReservation, temple };
