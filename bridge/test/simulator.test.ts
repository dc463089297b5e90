import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatDisplay } from "@flower-war/client-sdk/temple";
import { Aedes } from "aedes";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ConnectedTemple } from "../src/device/connected-temple.ts";
import { composeDisplay } from "../src/picture.ts";
import { Temple } from "../src/temple.ts";
import { openForeignBroker } from "./support/foreign-broker.ts";
import { Program } from "./support/process.ts";
import { WAIT } from "./support/raw-temple.ts";
import { SECRET, TEMPLE, World } from "./support/world.ts";

let world: World;
afterEach(() => world.close());

describe("a simulated temple", () => {
  const temples: ConnectedTemple[] = [];
  afterEach(() => Promise.all(temples.splice(0).map((temple) => temple.close())));

  async function given(secret = SECRET): Promise<ConnectedTemple> {
    world = await World.open();
    const url = `mqtt://127.0.0.1:${world.broker.port}`;
    const temple = new ConnectedTemple({ id: TEMPLE, secret, url, retry: 10 });
    temples.push(temple);
    await temple.connect();
    return temple;
  }

  const shown = (temple: ConnectedTemple) => vi.waitFor(() => expect(temple.display?.mark).toBe("M.7"), WAIT);

  test("connects, is shown the match, and its beads are judged", async () => {
    const temple = await given();
    await shown(temple);
    expect(temple.connection).toBe("connected");
    expect(temple.bridgeOnline).toBe(true);
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

  test("[N-6] beads dropped while away are counted once it is back, conn one higher", async () => {
    const temple = await given();
    await shown(temple);
    const pushedOff = await world.connect();
    await vi.waitFor(() => expect(temple.connection).not.toBe("connected"), WAIT);
    temple.drop("h");
    await pushedOff.close();
    await vi.waitFor(() => expect(temple.connection).toBe("connected"), WAIT);
    await vi.waitFor(
      () => expect(temple.verdicts).toMatchObject([{ slot: "h", from: 1, verdict: "accepted" }]),
      WAIT,
    );
    expect(world.server.ledgers.get(TEMPLE)?.conn).toBeGreaterThan(1);
  });

  test("[N-4] a wrong secret is said, and not hammered with", async () => {
    const temple = await given("wrong");
    expect(temple.connection).toBe("refused");
    expect(world.server.asked.map(({ name }) => name)).toEqual(["verify"]);
  });

  test("[N-4] cut off three times in a row right after it said something: said, and not hammered with", async () => {
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
    });
    temples.push(temple);
    await temple.connect();
    await vi.waitFor(() => expect(temple.connection).toBe("refused"), WAIT);
    expect(connections).toBe(3);
    await temple.close();
    server.close();
    await new Promise<void>((closed) => refusing.close(closed));
  });

  test("its buttons show a code, and settle a debt", async () => {
    const temple = await given();
    await shown(temple);
    temple.press("pair");
    await vi.waitFor(() => expect(temple.display).toMatchObject({ phase: "pairing", code: "CDE2" }), WAIT);
    world.server.moveTo(TEMPLE, { seat: null });
    temple.drop("t");
    await vi.waitFor(() => expect(temple.display?.fix).toEqual({ h: 0, t: -1 }), WAIT);
    temple.takeBack("t", 1);
    await vi.waitFor(() => expect(temple.display?.fix).toEqual({ h: 0, t: 0 }), WAIT);
  });

  test("[F7] a kept cmd, an unknown one and nonsense on display: nothing; then exactly one report", async () => {
    world = await World.open();
    const broker = await openForeignBroker(SECRET);
    const down = (channel: string) => `templo/v1/${TEMPLE}/down/${channel}`;
    await broker.publish(down("cmd"), '{"v":1,"id":"c1","op":"report"}', true);
    const temple = new ConnectedTemple({
      id: TEMPLE,
      secret: SECRET,
      url: `mqtt://127.0.0.1:${broker.port}`,
    });
    temples.push(temple);
    await temple.connect();
    await vi.waitFor(() => expect(broker.published).toHaveLength(1), WAIT);
    const picture = formatDisplay(composeDisplay(new Temple(TEMPLE), 0, false));
    await broker.publish(down("display"), picture, true);
    await broker.publish(down("cmd"), '{"v":1,"id":"c2","op":"dance"}', false);
    for (const nonsense of ["x".repeat(2048), "{", "\u0000\u0001"]) {
      await broker.publish(down("display"), nonsense, false);
    }
    await broker.publish(down("cmd"), '{"v":1,"id":"c3","op":"report"}', false);
    await broker.publish(down("cmd"), '{"v":1,"id":"c3","op":"report"}', false);
    await vi.waitFor(() => expect(broker.published).toHaveLength(2), WAIT);
    expect(temple.display?.phase).toBe("unpaired");
    expect(temple.connection).toBe("connected");
    await temple.close();
    const birth = { online: true, conn: 1, seq: 0 };
    expect(broker.published.map(({ payload }) => payload)).toMatchObject([
      birth,
      { ...birth, seq: 1 },
      { online: false, why: "off" },
    ]);
    await broker.close();
  });

  test("says goodbye when it closes", async () => {
    const temple = await given();
    await shown(temple);
    await temple.close();
    await vi.waitFor(() => expect(world.server.asked.at(-1)?.name).toBe("temple-offline"), WAIT);
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
    const program = new Program("bridge/src/simulator/main.ts", args, {
      SERVER_URL: `http://127.0.0.1:${port}`,
      MQTT_PORT: String(world.broker.port),
      DATA_DIR: dataDir,
      ...env,
    });
    programs.push(program);
    return program;
  }

  const sees = (program: Program, text: string | RegExp) =>
    vi.waitFor(() => expect(program.out).toMatch(text), { timeout: 15_000, interval: 20 });

  test("enrols itself, and plays with two keys", async () => {
    writeFileSync(join(dataDir, "admin-password"), "adm1n\n");
    const program = start();
    await sees(program, "Match FW7K, turn 12, Citlali to sacrifice (here)");
    await sees(program, /\[h\] Huitzilopochtli +open, 3 more +0 counted, 0 judged, 5 offerings/);
    program.type("h");
    await sees(program, /Last: h1 accepted ok/);
    await sees(program, /\[h\] Huitzilopochtli +open, 2 more +1 counted, 1 judged, 6 offerings/);
    program.type("p");
    await sees(program, /Pairing code CDE2 \(300 s\)/);
    program.type("q");
    expect(await program.ended).toBe(0);
    expect(enrolments).toEqual([{ authorization: "Bearer adm1n", body: `{"templeId":"${TEMPLE}"}` }]);
    const kept = join(dataDir, `simulator-${TEMPLE}`);
    expect(readFileSync(kept, "utf8")).toBe(SECRET);
    expect(statSync(kept).mode & 0o777).toBe(0o600);
  });

  test("shows a refused bead and what to take out; r says that it was taken", async () => {
    writeFileSync(join(dataDir, `simulator-${TEMPLE}`), SECRET);
    world.server.moveTo(TEMPLE, { seat: { id: "west", name: "Xochitl", local: false } });
    const program = start();
    await sees(program, /Xochitl to sacrifice\n/);
    program.type("t");
    await sees(program, /Last: t1 rejected not-your-decision/);
    await sees(program, /Last: t1 rejected not-your-decision. TAKE 1 FROM Tlaloc\n/);
    program.type("r");
    await vi.waitFor(() => expect(world.server.ledgers.get(TEMPLE)?.fix).toEqual({ h: 0, t: 0 }), WAIT);
    expect(enrolments).toEqual([]);
  });

  test("a secret given by hand needs neither server nor folder", async () => {
    const url = `mqtt://127.0.0.1:${world.broker.port}`;
    const program = start([TEMPLE, "--url", url, "--secret", SECRET], { MQTT_PORT: "9" });
    await sees(program, /Match FW7K/);
    expect(enrolments).toEqual([]);
  });

  test("a wrong secret is said on the screen", async () => {
    const program = start([TEMPLE, "--secret", "wrong"]);
    await sees(program, /the broker refuses it, or its name or secret/);
  });

  test.each<[string, string[], Record<string, string>, RegExp]>([
    ["no admin password", [TEMPLE], {}, /^To enrol a temple set ADMIN_PASSWORD[^\n]+\.\n$/],
    [
      "no server",
      [TEMPLE],
      { SERVER_URL: "http://127.0.0.1:9", ADMIN_PASSWORD: "x" },
      /^No Flower War server answers at [^\n]+\.\n$/,
    ],
    ["an empty variable is none", [TEMPLE], { ADMIN_PASSWORD: "" }, /^To enrol a temple set ADMIN_PASSWORD/],
    ["an unknown option", ["--sceret", "x"], {}, /^Unknown option '--sceret'[^\n]+\n$/],
    ["no temple id", ["X!"], {}, /^X! is no temple id: [^\n]+\.\n$/],
  ])("%s: one sentence, status 1", async (_, args, env, sentence) => {
    const program = start(args, env);
    expect(await program.ended).toBe(1);
    expect(program.err).toMatch(sentence);
  });

  test("something else than this server: one sentence, status 1", async () => {
    const { port } = server.address() as AddressInfo;
    const program = start([TEMPLE], { SERVER_URL: `http://127.0.0.1:${port}/x`, ADMIN_PASSWORD: "adm1n" });
    expect(await program.ended).toBe(1);
    expect(program.err).toMatch(/^No Flower War server answers at [^\n]+\.\n$/);
  });

  test("enrolled before and the secret lost: one sentence, status 1", async () => {
    const env = { ADMIN_PASSWORD: "adm1n" };
    const first = start([TEMPLE], env);
    await sees(first, /Match FW7K/);
    first.type("q");
    await first.ended;
    rmSync(join(dataDir, `simulator-${TEMPLE}`));
    const second = start([TEMPLE], env);
    expect(await second.ended).toBe(1);
    expect(second.err).toMatch(/^templo-1 is enrolled already [^\n]+--secret\.\n$/);
  });
});
