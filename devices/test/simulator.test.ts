import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatDisplay } from "@flower-war/protocol/temple";
import { Aedes } from "aedes";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { composeDisplay } from "../../bridge/src/temples/display.ts";
import { Temple } from "../../bridge/src/temples/temple.ts";
import { openExternalBroker } from "../../bridge/test/support/external-broker.ts";
import { Program } from "../../bridge/test/support/process.ts";
import { WAIT } from "../../bridge/test/support/raw-temple.ts";
import { system } from "../../bridge/test/support/system.ts";
import { SECRET, TEMPLE, World } from "../../bridge/test/support/world.ts";
import { ConnectedTemple } from "../src/connected-temple.ts";

let world: World;
afterEach(() => world.close());

describe("a simulated temple", () => {
  const temples: ConnectedTemple[] = [];
  afterEach(() => Promise.all(temples.splice(0).map((temple) => temple.close())));

  async function given(secret = SECRET): Promise<ConnectedTemple> {
    world = await World.open();
    const url = `mqtt://127.0.0.1:${world.broker.port}`;
    const temple = new ConnectedTemple({ id: TEMPLE, secret, url, retry: 10, ...system });
    temples.push(temple);
    await temple.connect();
    return temple;
  }

  const waitForDisplay = (temple: ConnectedTemple) =>
    vi.waitFor(() => expect(temple.display?.mark).toBe("M.7"), WAIT);

  test("connects, shows the match, and its beads are judged", async () => {
    const temple = await given();
    await waitForDisplay(temple);
    expect(temple.connectionState).toBe("connected");
    expect(temple.isBridgeOnline).toBe(true);
    temple.drop("h");
    temple.drop("t");
    await vi.waitFor(() => expect(temple.verdicts).toHaveLength(2), WAIT);
    expect(temple.verdicts.map(({ slot, verdict }) => `${slot} ${verdict}`)).toEqual([
      "h accepted",
      "t accepted",
    ]);
    await vi.waitFor(() => expect(temple.display?.judged).toEqual({ h: 1, t: 1 }), WAIT);
    expect(temple.count).toEqual({ h: 1, t: 1 });
  });

  test("[N-6] beads dropped offline are counted after the reconnect, with a higher conn", async () => {
    const temple = await given();
    await waitForDisplay(temple);
    const other = await world.connect();
    await vi.waitFor(() => expect(temple.connectionState).not.toBe("connected"), WAIT);
    temple.drop("h");
    await other.close();
    await vi.waitFor(() => expect(temple.connectionState).toBe("connected"), WAIT);
    await vi.waitFor(
      () => expect(temple.verdicts).toMatchObject([{ slot: "h", from: 1, verdict: "accepted" }]),
      WAIT,
    );
    expect(world.server.ledgers.get(TEMPLE)?.conn).toBeGreaterThan(1);
  });

  test("[N-4] a wrong secret is a refusal and is not retried soon", async () => {
    const temple = await given("wrong");
    expect(temple.connectionState).toBe("refused");
    expect(world.server.requests.map(({ name }) => name)).toEqual(["verify"]);
  });

  test("[N-4] three disconnects in a row right after a publish are a refusal and not retried soon", async () => {
    world = await World.open();
    const refusing = await Aedes.createBroker({
      authenticate: (_client, _user, _password, done) => done(null, true),
      authorizePublish: (_client, _packet, done) => done(new Error("refused")),
    });
    let connections = 0;
    refusing.on("client", () => void (connections += 1));
    const server = createTcpServer((socket) => refusing.handle(socket)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const temple = new ConnectedTemple({
      id: TEMPLE,
      secret: SECRET,
      url: `mqtt://127.0.0.1:${port}`,
      retry: 5,
      ...system,
    });
    temples.push(temple);
    await temple.connect();
    await vi.waitFor(() => expect(temple.connectionState).toBe("refused"), WAIT);
    expect(connections).toBe(3);
    await temple.close();
    server.close();
    await new Promise<void>((closed) => refusing.close(closed));
  });

  test("its buttons show a code and settle a debt", async () => {
    const temple = await given();
    await waitForDisplay(temple);
    temple.press("pair");
    await vi.waitFor(() => expect(temple.display).toMatchObject({ phase: "pairing", code: "CDE2" }), WAIT);
    world.server.moveTo(TEMPLE, { seat: null });
    temple.drop("t");
    await vi.waitFor(() => expect(temple.display?.fix).toEqual({ h: 0, t: -1 }), WAIT);
    temple.takeBack("t", 1);
    await vi.waitFor(() => expect(temple.display?.fix).toEqual({ h: 0, t: 0 }), WAIT);
  });

  test("[F7] a retained cmd, an unknown one and malformed displays: nothing; then exactly one report", async () => {
    world = await World.open();
    const broker = await openExternalBroker(SECRET);
    const down = (channel: string) => `templo/v1/${TEMPLE}/down/${channel}`;
    await broker.publish(down("cmd"), '{"v":1,"id":"c1","op":"report"}', true);
    const temple = new ConnectedTemple({
      id: TEMPLE,
      secret: SECRET,
      url: `mqtt://127.0.0.1:${broker.port}`,
      ...system,
    });
    temples.push(temple);
    await temple.connect();
    await vi.waitFor(() => expect(broker.published).toHaveLength(1), WAIT);
    const picture = formatDisplay(composeDisplay(new Temple(TEMPLE, system.time), 0, false));
    await broker.publish(down("display"), picture, true);
    await broker.publish(down("cmd"), '{"v":1,"id":"c2","op":"dance"}', false);
    for (const malformed of ["x".repeat(2048), "{", "\u0000\u0001"]) {
      await broker.publish(down("display"), malformed, false);
    }
    await broker.publish(down("cmd"), '{"v":1,"id":"c3","op":"report"}', false);
    await broker.publish(down("cmd"), '{"v":1,"id":"c3","op":"report"}', false);
    await vi.waitFor(() => expect(broker.published).toHaveLength(2), WAIT);
    expect(temple.display?.phase).toBe("unpaired");
    expect(temple.connectionState).toBe("connected");
    await temple.close();
    const birth = { online: true, conn: 1, seq: 0 };
    expect(broker.published.map(({ payload }) => payload)).toMatchObject([
      birth,
      { ...birth, seq: 1 },
      { online: false, why: "off" },
    ]);
    await broker.close();
  });

  test("publishes a goodbye when it closes", async () => {
    const temple = await given();
    await waitForDisplay(temple);
    await temple.close();
    await vi.waitFor(() => expect(world.server.requests.at(-1)?.name).toBe("temple-offline"), WAIT);
  });
});

describe("npm run temple", () => {
  let dataDir: string;
  let server: Server;
  let enrolments: { authorization: string | undefined; body: string }[];
  const programs: Program[] = [];

  beforeEach(async () => {
    world = await World.open();
    dataDir = mkdtempSync(join(tmpdir(), "temple-"));
    enrolments = [];
    const known = new Set<string>();
    server = createServer((request, response) => {
      request.setEncoding("utf8").once("data", (body: string) => {
        enrolments.push({ authorization: request.headers.authorization, body });
        if (request.url !== "/api/temples") return response.end("<!doctype html>");
        const { templeId } = JSON.parse(body);
        const isNew = !known.has(templeId);
        known.add(templeId);
        response.writeHead(isNew ? 200 : 409, { "content-type": "application/json" });
        response.end(
          JSON.stringify(isNew ? { templeId, secret: SECRET } : { code: "temple-known", message: "" }),
        );
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterEach(async () => {
    await Promise.all(programs.splice(0).map((program) => program.kill()));
    server.close();
    rmSync(dataDir, { recursive: true });
  });

  function start(args: readonly string[] = [TEMPLE], env: Record<string, string> = {}): Program {
    const { port } = server.address() as AddressInfo;
    const program = new Program("devices/src/simulator/main.ts", args, {
      OPERATOR_URL: `http://127.0.0.1:${port}`,
      MQTT_PORT: String(world.broker.port),
      DATA_DIR: dataDir,
      ...env,
    });
    programs.push(program);
    return program;
  }

  const waitForOutput = (program: Program, text: string | RegExp) =>
    vi.waitFor(() => expect(program.out).toMatch(text), { timeout: 50_000, interval: 20 });

  test("enrols itself and drops beads by key", async () => {
    writeFileSync(join(dataDir, "admin-password"), "adm1n\n");
    const program = start();
    await waitForOutput(
      program,
      "Temple templo-1: match FW7K, turn 12, Citlali (here)\nCitlali offers | Drop up to 3",
    );
    await waitForOutput(program, /\[h\] Huitzilopochtli +open, 3 more +0 counted, 0 judged, 5 offerings/);
    program.type("h");
    await waitForOutput(program, /\nAccepted\n/);
    await waitForOutput(program, /Sound: accepted\n/);
    await waitForOutput(program, /Last: h1 accepted ok/);
    await waitForOutput(program, /\[h\] Huitzilopochtli +open, 2 more +1 counted, 1 judged, 6 offerings/);
    program.type("p");
    await waitForOutput(program, /Enter this code \| in your match: \| +CDE2/);
    program.type("q");
    expect(await program.ended).toBe(0);
    expect(enrolments).toEqual([{ authorization: "Bearer adm1n", body: `{"templeId":"${TEMPLE}"}` }]);
    const secretFile = join(dataDir, `simulator-${TEMPLE}`);
    expect(readFileSync(secretFile, "utf8")).toBe(SECRET);
    expect(statSync(secretFile).mode & 0o777).toBe(0o600);
  });

  test("shows a refused bead and what to take out; r confirms that it was taken out", async () => {
    writeFileSync(join(dataDir, `simulator-${TEMPLE}`), SECRET);
    world.server.moveTo(TEMPLE, { seat: { id: "west", name: "Xochitl", local: false } });
    const program = start();
    await waitForOutput(program, /Xochitl offers \| /);
    program.type("t");
    await waitForOutput(program, /Last: t1 rejected not-your-decision/);
    await waitForOutput(program, /Last: t1 rejected not-your-decision. TAKE 1 FROM Tlaloc\n/);
    await waitForOutput(program, /Sound: refused\n[^]*Sound: debt\n/);
    program.type("r");
    await vi.waitFor(() => expect(world.server.ledgers.get(TEMPLE)?.fix).toEqual({ h: 0, t: 0 }), WAIT);
    expect(enrolments).toEqual([]);
  });

  test("[J-11] [J-18] with --mirror it asks for what others offer, which is heard; a bead that is put in settles it", async () => {
    const lake = { h: 4, t: 2 };
    world.server.moveTo(TEMPLE, { lake, seat: { id: "west", name: "Xochitl", local: false } });
    const program = start([TEMPLE, "--secret", SECRET, "--mirror"]);
    await vi.waitFor(() => expect(world.server.ledgers.get(TEMPLE)?.lake).toEqual(lake), WAIT);
    await waitForOutput(program, /Xochitl offers/);
    world.server.moveTo(TEMPLE, { lake: { h: 4, t: 3 }, offerings: { h: 5, t: 3 } });
    await waitForOutput(program, /PUT 1 TO Tlaloc\n/);
    await waitForOutput(program, /Sound: offering\n/);
    program.type("t");
    await waitForOutput(program, /Last: t1 absorbed mirror\n/);
    expect(world.server.ledgers.get(TEMPLE)?.fix).toEqual({ h: 0, t: 0 });
  });

  test("counts on after a restart: its counters are in the data folder", async () => {
    const first = start([TEMPLE, "--secret", SECRET]);
    await waitForOutput(first, /open, 3 more/);
    first.type("h");
    await waitForOutput(first, /1 counted, 1 judged/);
    await first.kill();
    const second = start([TEMPLE, "--secret", SECRET]);
    await waitForOutput(second, /1 counted, 1 judged/);
  });

  test("with --secret it needs no server", async () => {
    const url = `mqtt://127.0.0.1:${world.broker.port}`;
    const program = start([TEMPLE, "--url", url, "--secret", SECRET], { MQTT_PORT: "9" });
    await waitForOutput(program, /match FW7K/);
    expect(enrolments).toEqual([]);
    const told = () => world.server.requests.find(({ name }) => name === "health")?.payload;
    await vi.waitFor(() => expect(told()).toMatchObject({ health: { reset: "power-on" } }), WAIT);
    expect(told()).not.toHaveProperty("health.rssi");
  });

  test("a wrong secret is shown on the screen", async () => {
    const program = start([TEMPLE, "--secret", "wrong"]);
    await waitForOutput(program, /\nName\/secret is wrong\n/);
  });

  test.each<[string, string[], Record<string, string>, RegExp]>([
    ["no admin password", [TEMPLE], {}, /^To enrol a temple, set ADMIN_PASSWORD[^\n]+\.\n$/],
    [
      "no server",
      [TEMPLE],
      { OPERATOR_URL: "http://127.0.0.1:9", ADMIN_PASSWORD: "x" },
      /^No Flower War server answers at [^\n]+\.\n$/,
    ],
    [
      "an empty variable counts as unset",
      [TEMPLE],
      { ADMIN_PASSWORD: "" },
      /^To enrol a temple, set ADMIN_PASSWORD/,
    ],
  ])("%s: one sentence, status 1", async (_, args, env, sentence) => {
    const program = start(args, env);
    expect(await program.ended).toBe(1);
    expect(program.err).toMatch(sentence);
  });

  test.each([
    ["an unknown option", ["--sceret", "x"], /^Unknown option '--sceret'\.\n\nStarts a temple /],
    [
      "an option without its value",
      ["--url"],
      /^Option '--url <value>' argument missing\.\n\nStarts a temple /,
    ],
    [
      "a language that is not one",
      ["--lang", "español"],
      /^--lang is a language like es or es-MX\.\n\nStarts a temple /,
    ],
    ["a temple id that is not one", ["X!"], /^X! is not a temple id: [^\n]+\.\n\nStarts a temple /],
  ])("%s: one sentence and the usage, status 2", async (_, args, sentence) => {
    const program = start(args);
    expect(await program.ended).toBe(2);
    expect(program.err).toMatch(sentence);
  });

  test("a CA certificate that cannot be read: one sentence, status 1", async () => {
    const program = start([TEMPLE, "--secret", SECRET, "--ca", "/nowhere"]);
    expect(await program.ended).toBe(1);
    expect(program.err).toBe("The CA certificate /nowhere cannot be read.\n");
  });

  test.each(["--help", "-h"])(
    "%s prints usage, options, keys and variables, and starts nothing",
    async (option) => {
      const program = start([option]);
      expect(await program.ended).toBe(0);
      expect(program.err).toBe("");
      for (const word of [
        "usage: npm run temple",
        "--url",
        "--ca",
        "--secret",
        "--help",
        "keys: h, t",
        "ADMIN_PASSWORD",
      ])
        expect(program.out).toContain(word);
      expect(enrolments).toEqual([]);
    },
  );

  test("another server than Flower War at OPERATOR_URL: one sentence, status 1", async () => {
    const { port } = server.address() as AddressInfo;
    const program = start([TEMPLE], { OPERATOR_URL: `http://127.0.0.1:${port}/x`, ADMIN_PASSWORD: "adm1n" });
    expect(await program.ended).toBe(1);
    expect(program.err).toMatch(/^No Flower War server answers at [^\n]+\.\n$/);
  });

  test("enrolled before but the secret is lost: one sentence, status 1", async () => {
    const env = { ADMIN_PASSWORD: "adm1n" };
    const first = start([TEMPLE], env);
    await waitForOutput(first, /match FW7K/);
    first.type("q");
    await first.ended;
    rmSync(join(dataDir, `simulator-${TEMPLE}`));
    const second = start([TEMPLE], env);
    expect(await second.ended).toBe(1);
    expect(second.err).toMatch(/^templo-1 is enrolled already [^\n]+--secret\.\n$/);
  });
});
