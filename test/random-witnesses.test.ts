/**
 * What clients keep of a match is what its record shows them (docs/fair-dice.md): random matches of each game over a network that breaks,
 * with pages that are reloaded and spectators who come late. `FLOWER_WAR_WITNESSES` is how many of each game.
 */
import { type AnyMatch, FlowerWar } from "@flower-war/client-sdk";
import { memoryWitnessStore } from "@flower-war/client-sdk/witness";
import { chainOf, type Game, type GameTypes, games, verifyRecord } from "@flower-war/rules";
import { type Bot, bots } from "@flower-war/rules/bots";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type RunningServer, startServer } from "../server/src/app.ts";
import { linesOf } from "./support/cheating-server.ts";
import { TcpProxy } from "./support/tcp-proxy.ts";
import { type SeededRandom, seedTest } from "./support/seeded-random.ts";

const MATCHES = Number(process.env["FLOWER_WAR_WITNESSES"] ?? 1);
/** How likely it is that the network breaks after a command, and that a client is started anew. */
const [BREAK, RELOAD] = [0.08, 0.04];

let server: RunningServer;
let network: TcpProxy;
beforeEach(async () => {
  server = await startServer();
  network = await TcpProxy.open(server.port);
});
afterEach(async () => {
  await network.close();
  await server.stop();
});

/** A player or spectator, and what their browser keeps. */
interface Viewer {
  match: AnyMatch;
  readonly store: ReturnType<typeof memoryWitnessStore>;
}

const hostOf = (store: Viewer["store"]) =>
  new FlowerWar(network.url, { witnessStore: store, resume: { delay: 20 } });

/** Connects a client of its own. */
async function open(connect: (host: FlowerWar) => Promise<AnyMatch>): Promise<Viewer> {
  const store = memoryWitnessStore();
  return { store, match: await connect(hostOf(store)) };
}

/** Starts a viewer's client anew, as a reload of their page does. */
async function reload(viewer: Viewer): Promise<void> {
  const { id, token } = viewer.match;
  const host = hostOf(viewer.store);
  await viewer.match.leave();
  viewer.match = await (token === null ? host.spectate(id) : host.join(id, { token }));
}

/** Plays a match to its end, with everything that can happen to its clients. Resolves with all who saw it. */
async function playOut(players: readonly Viewer[], random: SeededRandom): Promise<Viewer[]> {
  const viewers = [...players];
  const isOver = () => players.some(({ match }) => match.status === "over");
  const findAwaited = () =>
    players.find(
      ({ match }) =>
        match.connection === "connected" && match.awaiting.some(({ seat }) => seat === match.seat),
    );
  const late = random.below(20);
  for (let played = 0; ; played += 1) {
    await vi.waitFor(() => expect(isOver() || findAwaited() !== undefined).toBe(true), {
      interval: 1,
      timeout: 60_000,
    });
    const awaited = findAwaited();
    if (awaited === undefined || isOver()) return viewers;
    const { match } = awaited;
    const easy = bots[match.game].easy as Bot<GameTypes>;
    const command = easy(
      match.view as never,
      (limit) => random.below(limit),
      () => false,
    );
    const sent = match.send(command as never);
    if (random.happens(BREAK)) network.reset();
    await sent;
    if (played === late) viewers.push(await open((host) => host.spectate(match.id)));
    if (random.happens(RELOAD)) await reload(viewers[random.below(viewers.length)] as Viewer);
  }
}

describe("the chain that each client keeps is the one that follows from the record", () => {
  test.each([
    { name: "flower-war", people: 2, bots: 1, options: { rackSize: 4 } },
    { name: "mexica", people: 2, bots: 0, options: { rackSize: 4 } },
    { name: "space-aztecs", people: 3, bots: 1, options: {} },
    { name: "tieqchieq", people: 2, bots: 0, options: {} },
  ] as const)("in $name", { timeout: 120_000 * MATCHES }, async ({ name, people, ...settings }) => {
    const random = seedTest(`witnesses of ${name}`);
    const game = games[name] as unknown as Game<GameTypes>;
    let told = 0;
    for (let i = 0; i < MATCHES; i += 1) {
      const seats = people + settings.bots;
      const first = await open((host) => host.create({ game: name, seats, ...settings }));
      const players = [first];
      while (players.length < people) players.push(await open((host) => host.join(first.match.id)));
      await vi.waitFor(() => expect(first.match.status).toBe("playing"), { timeout: 60_000 });
      const viewers = await playOut(players, random);
      const record = await new FlowerWar(server.url).record(first.match.id);
      const header = record.split("\n", 1)[0] ?? "";
      const { entries } = linesOf(record);
      for (const { match } of viewers) {
        await vi.waitFor(() => expect(match.status).toBe("over"), { timeout: 60_000 });
        const seat = match.seat ?? "public";
        const [, ...heads] = chainOf(game, header, entries, seat);
        const witness = await match.witness();
        expect(witness).toMatchObject({ seat, header, n: entries.length, head: heads.at(-1) });
        expect(witness.heads, seat).toBe(heads.map((head) => head.slice(0, 8)).join(""));
        const verdict = verifyRecord(record, witness);
        expect(verdict, seat).toMatchObject({ ok: true });
        if (verdict.ok) told += verdict.witness?.later.length ?? 0;
        await match.leave();
      }
    }
    expect(told, "gaps that were filled from the log").toBeGreaterThan(0);
  });
});
