/** Alerts of deploy/prometheus on processes and who connects to them, tried in a real Prometheus by breaking what they watch. */
import { writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { LIMITS } from "@flower-war/protocol";
import { type Enrolled, OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { formatBead, formatTopic } from "@flower-war/protocol/temple";
import mqtt from "mqtt";
import { nanoid } from "nanoid";
import { describe, expect, test } from "vitest";
import { TestClient } from "../server/test/support/client.ts";
import { createMatch, post, requestSeat } from "../server/test/support/post.ts";
import { seatPlayers } from "../server/test/support/seated-match.ts";
import { SECRETS, type ServerProcess } from "../server/test/support/process.ts";
import { Alerts, BRIDGE, startBridge, startServer, TIMEOUT } from "./support/alerts.ts";
import { MosquittoProcess } from "./support/mosquitto.ts";
import { freePort, lacks } from "./support/programs.ts";
import { retry } from "./support/retry.ts";
import { TcpProxy } from "./support/tcp-proxy.ts";
import { makeTempFolder, type OnTestFinished } from "./support/temp-folder.ts";
import { until } from "./support/until.ts";

/** A server's sources: games of this repository's tests are made for them. */
const SOURCES = join(import.meta.dirname, "../server/src/main.ts");

/** How many files and sockets a server may have open, and how many watch a match that is a part of them. */
const OPEN_FILES = 256;
const WATCHERS = 96;
/** Bytes that wait for them, somewhat more than the alert asks for. Twice as much would be more than may wait for each. */
const ENOUGH = 52e6;

/** A line of a chat that is as long as one may be. */
const LONG_LINE = "\u{1F469}\u200D\u{1F680}".repeat(130);

/** Takes so much memory at a signal, each page of it written. Its bots are processes that have the same environment. */
const GROWS = "process.once('SIGUSR2',()=>{globalThis.taken=Buffer.alloc(1600000000,1)})";

/** A game of a host's own, Nim, that has a bug where it has most sticks. */
function storeFaultyGame(onFinished: OnTestFinished): string {
  const file = join(makeTempFolder(onFinished), "faulty-nim.mjs");
  const nim = JSON.stringify(join(import.meta.dirname, "add-a-game/nim/index.ts"));
  const decide = `(state, seat, command) =>
    state.table.options.sticks === 21 ? state.heaps.length : game.decide(state, seat, command)`;
  const code = `import nim from ${nim};\nconst { game } = nim;\nexport default { ...nim, game: { ...game, decide: ${decide} } };`;
  writeFileSync(file, code);
  return file;
}

async function enrolTemple({ operatorUrl }: ServerProcess, templeId: string): Promise<Enrolled> {
  const authorization = `Bearer ${SECRETS.ADMIN_PASSWORD}`;
  return (await post<Enrolled>(operatorUrl, OPERATOR_PATHS.temples, { templeId }, { authorization })).body;
}

async function guessPassword({ operatorUrl }: ServerProcess): Promise<void> {
  const headers = { authorization: "Bearer a-wrong-password" };
  const guesses = Array.from({ length: 40 }, () => fetch(operatorUrl + OPERATOR_PATHS.temples, { headers }));
  await Promise.all(guesses.map(async (answer) => (await answer).text()));
}

describe
  .skipIf(lacks("prometheus", "mosquitto"))
  .concurrent("an alert fires when what it watches breaks:", { timeout: TIMEOUT }, () => {
    test("no bridge, a bridge that keeps restarting, a broker away, a server away", async ({
      onTestFinished,
    }) => {
      const { server, target } = await startServer(onTestFinished);
      const [mosquitto, port] = [await MosquittoProcess.start(), await freePort()];
      onTestFinished(() => mosquitto.stop());
      const alerts = await Alerts.watch(onTestFinished, [target, { job: BRIDGE, port }]);
      await alerts.expectFiring(["NoBridge", "ProcessDown"]);
      const start = async () =>
        (await startBridge(onTestFinished, server, port, { MQTT_URL: mosquitto.url })).bridge;
      let bridge = await start();
      const all = ["NoBridge", "ProcessDown", "ProcessRestarting", "BrokerLost", "BridgeCutOff"];
      await alerts.expectQuiet(["flower_war_bridge_link_up", "flower_war_bridge_broker_connected"], ...all);
      let restarts = 0;
      const restart = async () => {
        await bridge.kill();
        const second = Math.floor(Date.now() / 1000);
        bridge = await start();
        restarts += 1;
        const isSeen = `process_start_time_seconds{job="${BRIDGE}"} >= ${second}`;
        await alerts.expectValue(isSeen);
      };
      // The metric has whole seconds: two starts within one look like none.
      await alerts.expectFiring(["ProcessRestarting"], restart);
      expect(restarts).toBeGreaterThan(2);
      await alerts.expectQuiet(["flower_war_bridge_broker_connected == 1"], "BrokerLost", "BridgeCutOff");
      await mosquitto.stop();
      await alerts.expectFiring(["BrokerLost"]);
      await server.stop("SIGKILL");
      await alerts.expectFiring(["BridgeCutOff", "ProcessDown"]);
    });

    test("wrong secrets, a flood, a bug, clients that do not read, too many sockets, a process that stands still, too much memory", async ({
      onTestFinished,
    }) => {
      const [players, port] = [await freePort(), await freePort()];
      const proxy = await TcpProxy.open(players);
      onTestFinished(() => proxy.close());
      const settings = {
        PORT: `${players}`,
        PUBLIC_URL: proxy.url,
        SEATS_PER_MINUTE: "10000",
        VIEWERS_PER_ADDRESS: "10000",
        CREATIONS_PER_MINUTE: "10000",
        NODE_OPTIONS: `--import=data:text/javascript,${GROWS}`,
      };
      const extras = { openFiles: OPEN_FILES, args: ["--game", storeFaultyGame(onTestFinished)] };
      const { server, target } = await startServer(onTestFinished, settings, SOURCES, extras);
      const alerts = await Alerts.watch(onTestFinished, [target, { job: BRIDGE, port }]);
      const { bridge, mqttPort } = await startBridge(onTestFinished, server, port, {
        MQTT_PORT: "0",
        LOG_LEVEL: "info",
      });
      const faulty = await createMatch(proxy.url, {
        game: "nim",
        seats: 2,
        bots: 1,
        options: { sticks: 21 },
      });
      await alerts.expectQuiet(
        ["flower_war_faults_total", "flower_war_bridge_messages_dropped_total", "flower_war_bridges == 1"],
        "SecretsGuessed",
        "TemplesRefused",
        "TemplesFlood",
        "ServerFaults",
        "SocketsBackedUp",
        "FileDescriptorsShort",
        "MemoryHigh",
      );
      const flood = await connectTemple(onTestFinished, await enrolTemple(server, "sun-temple"), mqttPort);
      const unlucky = await TestClient.join(proxy.url, faulty);
      const play = () => unlucky.play({ type: "take", count: 1 }).catch(() => {});
      const act = () => Promise.all([guessPassword(server), knock(mqttPort), flood(), play()]);
      await alerts.expectFiring(["SecretsGuessed", "ServerFaults", "TemplesFlood", "TemplesRefused"], act);
      for (const text of ['"msg":"wrong secret refused"', '"msg":"request failed"', "faulty-nim.mjs:"])
        await until(() => server.log.includes(text), `${text} in the log`);
      for (const text of ['"code":"rate","temple":"sun-temple"', '"temple":"moon-temple"'])
        await until(() => bridge.out.includes(text), `${text} in the bridge's log`);

      await backUp(alerts, server, proxy, await watchAll(onTestFinished, proxy.url));
      proxy.reset();
      await alerts.expectQuiet(
        ["flower_war_socket_queued_bytes == 0"],
        "SocketsBackedUp",
        "FileDescriptorsShort",
      );
      await alerts.expectFiring(["FileDescriptorsShort"], openSockets(onTestFinished, players));
      const freeze = async () => {
        server.child.kill("SIGSTOP");
        await pause(200);
        server.child.kill("SIGCONT");
      };
      await alerts.expectFiring(["EventLoopLags"], freeze);
      server.child.kill("SIGUSR2");
      await alerts.expectFiring(["MemoryHigh"]);
    });
  });

/** Connects to the bridge's broker as a temple whose counter bounces. Returns a function that sends what it counts in a moment. */
async function connectTemple(onFinished: OnTestFinished, { templeId, secret }: Enrolled, port?: number) {
  const options = { username: templeId, password: secret, clientId: templeId, reconnectPeriod: 0 };
  // The bridge learns of temples a moment after it has reached the server.
  const client = await retry(() => mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, options));
  onFinished(() => client.endAsync(true));
  const topic = formatTopic({ to: "up", templeId, channel: "bead" });
  let seq = 0;
  return async () => {
    const beads = Array.from({ length: 40 }, () => {
      seq += 1;
      const counting = { boot: "00c0ffee", epoch: "00c0ffee", seq, up: seq, stamp: null };
      const count = { h: 0, t: seq };
      const bead = formatBead({ ...counting, count, slot: "t", n: seq, at: seq });
      return client.publishAsync(topic, bead, { qos: 1 });
    });
    await Promise.all(beads);
  };
}

/** Tries to connect as a temple with a wrong secret. */
async function knock(port?: number): Promise<void> {
  const options = { username: "moon-temple", password: "wrong", clientId: "moon-temple", reconnectPeriod: 0 };
  const tries = Array.from({ length: 5 }, () =>
    mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, options).catch(() => {}),
  );
  await Promise.all(tries);
}

/** Connects clients that watch a match in whose chat long lines were said. */
async function watchAll(onFinished: OnTestFinished, url: string): Promise<readonly TestClient[]> {
  const { match, players } = await seatPlayers(url, { seats: 4 });
  for (const player of players)
    for (let n = 0; n < LIMITS.talk.burst; n += 1)
      await player.request("say", { id: nanoid(), text: LONG_LINE });
  const watch = async () => TestClient.watch(url, await requestSeat(url, match, { spectate: true }));
  const watchers = await Promise.all(Array.from({ length: WATCHERS }, watch));
  onFinished(
    async () => void (await Promise.allSettled([...players, ...watchers].map((each) => each.leave()))),
  );
  return watchers;
}

/** Reads how many bytes wait at a server for its clients. */
async function readQueued({ operatorUrl }: ServerProcess): Promise<number> {
  const metrics = await (await fetch(`${operatorUrl}/metrics`)).text();
  return Number(/^flower_war_socket_queued_bytes (.*)$/m.exec(metrics)?.[1]);
}

/** Lets the network take no more of what watchers ask for, until the alert fires. */
async function backUp(
  alerts: Alerts,
  server: ServerProcess,
  proxy: TcpProxy,
  watchers: readonly TestClient[],
): Promise<void> {
  proxy.break((connection) => connection.clog());
  proxy.mend();
  const ask = async () => {
    if ((await readQueued(server)) > ENOUGH) return;
    for (const watcher of [...watchers, ...watchers])
      void watcher.request("chat", { after: 0 }).catch(() => {});
  };
  await alerts.expectFiring(["SocketsBackedUp"], ask);
}

/** Returns a function that keeps so many connections open that few files are left. */
function openSockets(onFinished: OnTestFinished, port: number): () => void {
  let open: readonly Socket[] = [];
  onFinished(() => open.forEach((socket) => socket.destroy()));
  return () => {
    open = open.filter((socket) => !socket.closed);
    // The rest is for those who look.
    while (open.length < 0.85 * OPEN_FILES)
      open = [...open, connect(port, "127.0.0.1").on("error", () => {})];
  };
}
