/** A temple in play while server and bridge are replaced by those of another version, on the same data folder. */
import { join } from "node:path";
import type { Match } from "@flower-war/client-sdk";
import { enrol } from "@flower-war/client-sdk/admin";
import { ConnectedTemple } from "@flower-war/devices";
import { systemRandom, systemTime } from "@flower-war/protocol/ports";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { expect, onTestFinished, test } from "vitest";
import { FileCounterStore } from "../devices/src/counter-store.ts";
import {
  type Programs,
  type Running,
  startProgram,
  TODAY,
  unpackPrograms,
  VERSIONS,
} from "./support/released.ts";
import { clientAt } from "./support/sdk-calls.ts";
import { seedTest } from "./support/seeded-random.ts";
import { retry } from "./support/retry.ts";
import { makeTempFolder } from "./support/temp-folder.ts";
import { until } from "./support/until.ts";

const TEMPLE = "sun-temple";
const PASSWORD = "the-operators-password-7261";
const SLOT = { huitzilopochtli: "h", tlaloc: "t" } as const;

type FlowerWarMatch = Match<"flower-war">;

/** Server and bridge of one version, one after the other on the same ports and data. */
class Host {
  readonly #running: readonly Running[];
  readonly url: string;
  readonly operatorUrl: string;
  readonly ports: { readonly PORT: string; readonly MQTT_PORT: string };

  static async start(programs: Programs, settings: Readonly<Record<string, string>>): Promise<Host> {
    const server = await startProgram(programs, "server", { ...settings, ADMIN_PASSWORD: PASSWORD });
    const { port, operatorUrl, bridgeToken = "" } = server.ready;
    // A server of 0.2.0 has one listener for all.
    const address = operatorUrl ? { OPERATOR_URL: operatorUrl } : { SERVER_URL: `http://127.0.0.1:${port}` };
    const bridge = await startProgram(programs, "bridge", {
      ...settings,
      ...address,
      BRIDGE_TOKEN: bridgeToken,
    });
    return new Host(server, bridge);
  }

  private constructor(server: Running, bridge: Running) {
    this.#running = [bridge, server];
    this.url = `http://127.0.0.1:${server.ready.port}`;
    this.operatorUrl = server.ready.operatorUrl ?? this.url;
    this.ports = { PORT: String(server.ready.port), MQTT_PORT: String(bridge.ready.mqttPort) };
  }

  async stop(): Promise<void> {
    for (const running of this.#running) await running.end();
  }
}

/**
 * Plays for both seats until the temple's own can sacrifice, and its lamp is lit in this turn, not in an earlier one that it still shows.
 * Resolves with that slot.
 */
async function playToSacrifice(
  [own, other]: readonly [FlowerWarMatch, FlowerWarMatch],
  temple: ConnectedTemple,
  random: ReturnType<typeof randomFrom>,
): Promise<"h" | "t"> {
  /** The last entry that belongs to another turn. */
  let before = -1;
  for (;;) {
    await until(() => own.state.n === other.state.n, "both to see the same");
    if (own.status !== "playing") throw new Error(`the match is ${own.status}`);
    const active = own.awaiting.some(({ seat }) => seat === own.seat) ? own : other;
    await until(() => active.legal().length > 0, "a legal command");
    const sacrifice = active.legal().find(({ type }) => type === "sacrifice");
    if (active === own && sacrifice?.type === "sacrifice") {
      const slot = SLOT[sacrifice.god];
      const opened = () => Number(temple.display?.mark.split(".").at(-1));
      await until(() => opened() > before && temple.lamps[slot], "a lit lamp");
      return slot;
    }
    if (active.view === null) throw new Error("the match has not begun");
    if (active.view.table.turn.seat !== own.seat) before = own.state.n;
    await active.send(bots["flower-war"].easy(active.view, random));
  }
}

/** Drops a bead. Resolves with its verdict. */
async function drop(temple: ConnectedTemple, slot: "h" | "t"): Promise<string> {
  const n = temple.count[slot] + 1;
  temple.drop(slot);
  return verdictOn(temple, slot, n);
}

async function verdictOn(temple: ConnectedTemple, slot: "h" | "t", n: number): Promise<string> {
  const find = () => temple.verdicts.find((ack) => ack.slot === slot && ack.from <= n && n <= ack.to);
  await until(
    () => find() !== undefined && (temple.display?.judged[slot] ?? 0) >= n,
    `a verdict on ${slot}${n}`,
  );
  return find()?.verdict ?? "";
}

test.each(VERSIONS)(
  "server and bridge of %s are replaced in a sacrifice: each bead counts once, and the seat stays the temple's",
  async (version) => {
    const programs = await unpackPrograms(version);
    onTestFinished(() => programs.remove());
    const DATA_DIR = makeTempFolder();
    const before = await Host.start(programs, { DATA_DIR });
    onTestFinished(() => before.stop());
    const { secret } = await enrol(before.operatorUrl, PASSWORD, TEMPLE);
    const temple = new ConnectedTemple({
      id: TEMPLE,
      secret,
      url: `mqtt://127.0.0.1:${before.ports.MQTT_PORT}`,
      store: new FileCounterStore(join(makeTempFolder(), "counters.json")),
      time: systemTime,
      random: systemRandom,
    });
    onTestFinished(() => temple.close());
    void temple.connect();
    const own = await clientAt(before.url, "Citlali").create({
      game: "flower-war",
      seats: 2,
      private: true,
      options: { rackSize: 6 },
    });
    const host = clientAt(before.url, "Tenoch");
    const other = (await host.join(own.invitation ?? own.id)) as FlowerWarMatch;
    onTestFinished(async () => {
      await Promise.allSettled([own.leave(), other.leave()]);
    });
    await until(() => typeof temple.display?.code === "string", "a pairing code");
    await retry(() => own.pairTemple(temple.display?.code ?? ""));
    const random = randomFrom(seedTest(`sacrifices at ${version}`).hex(64));

    const first = await playToSacrifice([own, other], temple, random);
    expect(await drop(temple, first)).toBe("accepted");
    const second = await playToSacrifice([own, other], temple, random);
    await before.stop();
    await until(() => temple.isWaiting, "the temple to notice");
    temple.drop(second);
    const after = await Host.start(TODAY, { DATA_DIR, ...before.ports });
    onTestFinished(() => after.stop());
    const missed = await verdictOn(temple, second, temple.count[second]);
    await until(() => own.connection === "connected" && other.connection === "connected", "both players");
    const third = await playToSacrifice([own, other], temple, random);
    expect(await drop(temple, third)).toBe("accepted");

    const verdicts = ["accepted", missed, "accepted"];
    const accepted = verdicts.filter((verdict) => verdict === "accepted").length;
    const sum = ({ h, t }: { readonly h: number; readonly t: number }) => h + t;
    const offered = async () => {
      const entries = (await own.log()).filter(({ seat }) => seat === own.seat);
      return entries.flatMap(({ events }) => events.filter(({ type }) => type === "sacrificed")).length;
    };
    expect(temple.count).toEqual(temple.display?.judged);
    expect(sum(temple.count)).toBe(3);
    console.log(`the bead that fell while both were away: ${missed}`);
    await expect.poll(offered).toBe(accepted);
    expect(sum(temple.owed)).toBe(3 - accepted);
    expect(temple.display?.match).toBe(own.code);
    expect(own.seats.find(({ seat }) => seat === own.seat)).toMatchObject({
      temple: TEMPLE,
      templeOnline: true,
    });
  },
);
