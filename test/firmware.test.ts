import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Counter } from "@flower-war/devices";
import type { SetupLink } from "@flower-war/protocol/temple";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { checkTemple } from "../cli/src/temple-check/check.ts";
import { Program } from "../cli/src/temple-check/hands.ts";
import { applyStep, arbitraryStep, DISPLAY, parseLine } from "./support/counter-steps.ts";
import { Esp32Process } from "./support/esp32-process.ts";
import { ManualBridge } from "./support/manual-bridge.ts";
import { MosquittoProcess } from "./support/mosquitto.ts";
import { freePort, lacks } from "./support/programs.ts";
import { heartbeatOf, offeringsOf, RHYTHMS, type Sound, type Tune, tuneOf } from "../devices/src/sounds.ts";
import { ROOT } from "./support/root.ts";
import { seedTest } from "./support/seeded-random.ts";

const TEMPLE = "templo-1";
const SECRET = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
const skipped = lacks("mosquitto", "g++", "make", "libcjson-dev", "libmosquitto-dev");

let folder = "";
beforeAll(() => {
  if (skipped) return;
  folder = mkdtempSync(join(tmpdir(), "flower-war-firmware-"));
  const host = join(ROOT, "devices/esp32/host");
  // Compiling is what takes time here, not running.
  execFileSync("make", ["-s", "-j2", "-C", host, `OUT=${folder}`, "CXXFLAGS=-O0"]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The ESP32's firmware on this machine, at a real broker: docs/temple-protocol.md, section 13. */
describe.skipIf(skipped)("the reference temple for the ESP32", () => {
  let mosquitto: MosquittoProcess;
  beforeAll(async () => {
    mosquitto = await MosquittoProcess.start({ temples: [[TEMPLE, SECRET]] });
  });
  afterAll(() => mosquitto?.stop());

  /** Checks a temple. Resolves with the result of each vector, like `F1 passed` or `F2 broken N-3`. */
  async function check(flash: string, spoil?: string): Promise<string[]> {
    const login = `--id ${TEMPLE} --secret ${SECRET} --port ${mosquitto.port}`;
    const fault = spoil === undefined ? "" : `--spoil '${spoil}'`;
    const hands = new Program(`${folder}/desk-temple ${login} --virtual --flash '${flash}' ${fault}`);
    try {
      const options = { broker: mosquitto.url, templeId: TEMPLE, hands, cycles: 20, onFinding: () => {} };
      const findings = await checkTemple(options);
      return findings.map((finding) =>
        finding.result === "broken"
          ? `${finding.id} broken ${finding.rule}`
          : `${finding.id} ${finding.result}`,
      );
    } finally {
      await hands.close();
    }
  }

  const ALL = ["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9"].map((id) => `${id} passed`);

  test("[F1]-[F9] with counters in flash", async () => {
    expect(await check(join(folder, "flash"))).toEqual(ALL);
  });

  test("[F1]-[F9] with counters in RAM", async () => {
    expect(await check("")).toEqual(ALL);
  });

  // A temple that publishes one wrong field, and what the check finds.
  test.each([
    ['"conn":2=>"conn":9', "F1 broken N-1"],
    ['"base":{"h":1=>"base":{"h":7', "F2 broken section 3"],
    ['"seq":4=>"seq":1', "F2 broken C-7"],
    ['"returned"=>"returnee"', "F6 broken M-1"],
  ])("a temple that publishes %s: %s", async (spoil, expected) => {
    const findings = await check("", spoil.replace("=>", "="));
    expect(findings).toContain(expected);
  });
});

/** The sentences with which `temple-check` asks a person to do something, and the line that does it here. */
const CHORES: readonly (readonly [RegExp, string])[] = [
  [/^Switch the temple off and on again/, "power"],
  [/^Switch the temple's Wi-Fi off/, "link down"],
  [/^Switch the temple's Wi-Fi on/, "link up"],
  [/^Drop one bead for Huitzilopochtli/, "drop h"],
];

test.skipIf(skipped)(
  "temple-check asks a person to handle the temple, and stops when the input ends",
  async () => {
    const broker = await MosquittoProcess.start({ temples: [[TEMPLE, SECRET]] });
    onTestFinished(() => broker.stop());
    const login = ["--id", TEMPLE, "--secret", SECRET, "--port", String(broker.port)];
    const temple = new Esp32Process(`${folder}/desk-temple`, login);
    onTestFinished(() => temple.stop());
    const command = join(ROOT, "node_modules/.bin/flower-war");
    const check = spawn(command, ["temple-check", broker.url, TEMPLE, "--json"]);
    onTestFinished(() => void check.kill());
    const ended = once(check, "close");
    let printed = "";
    check.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
    const sentences: string[] = [];
    for await (const line of createInterface({ input: check.stderr })) {
      sentences.push(line);
      const [, chore] = CHORES.find(([asked]) => asked.test(line)) ?? [];
      if (chore === undefined) check.stdin.end();
      else {
        await temple.do(chore);
        check.stdin.write("\n");
      }
    }
    expect((await ended)[0]).toBe(1);
    const findings = printed.trim().split("\n");
    expect(findings.map((finding) => JSON.parse(finding))).toMatchObject([
      { id: "F1", result: "passed" },
      { id: "F2", result: "passed" },
    ]);
    expect(sentences.slice(-2)).toEqual([
      "Drop one bead with a large hole for Huitzilopochtli, then press Enter.",
      "The input ended before the check did.",
    ]);
  },
);

/** What the vectors do not cover: rules about what the temple shows. */
describe.skipIf(skipped)("the reference temple for the ESP32, rule by rule", () => {
  const PATIENCE = { timeout: 60_000, interval: 20 };
  /** Our access list without the right to publish up/bead: Mosquitto acknowledges it all the same. */
  const NO_BEADS = `user bridge-1
topic readwrite #
pattern write templo/v1/%u/up/state
pattern write templo/v1/%u/up/act
pattern read templo/v1/%u/down/#
pattern read templo/v1/_bridge/+
`;

  /** Starts broker, bridge and temple. @param rules Mosquitto's access list; default: ours */
  async function start(rules?: string) {
    const broker = await MosquittoProcess.start({ temples: [[TEMPLE, SECRET]], rules });
    onTestFinished(() => broker.stop());
    const bridge = await ManualBridge.connect(broker.url, TEMPLE);
    onTestFinished(() => bridge.close());
    const login = ["--id", TEMPLE, "--secret", SECRET, "--port", String(broker.port)];
    const temple = new Esp32Process(`${folder}/desk-temple`, [...login, "--virtual"]);
    onTestFinished(() => temple.stop());
    await temple.do("wait 1");
    await vi.waitFor(() => expect(bridge.states).toHaveLength(1), PATIENCE);
    return { broker, bridge, temple };
  }

  /** Reads whether each lamp is lit, and whether the display shows this line. */
  const readPanel = async (temple: Esp32Process, line: string) => [
    await temple.do("lit h"),
    await temple.do("lit t"),
    await temple.do(`reads ${line}`),
  ];
  const waitForPanel = (temple: Esp32Process, expected: readonly string[], line: string) =>
    vi.waitFor(async () => expect(await readPanel(temple, line)).toEqual(expected), PATIENCE);
  const WAITS = ["no", "no", "yes"];
  const OPEN = ["yes", "yes", "no"];
  const NO_BRIDGE = "No bridge is online";

  test("[J-13] before the first display, with no bridge online, and offline: lamps closed, and what it waits for", async () => {
    const { bridge, temple } = await start();
    expect(await readPanel(temple, NO_BRIDGE)).toEqual(WAITS);
    await bridge.publishDisplay({ ...DISPLAY, lines: ["no bridge yet"] });
    await bridge.publish("cmd", '{"v":1,"id":"c1","op":"report"}');
    await vi.waitFor(() => expect(bridge.states.at(-1)?.stamp?.mark).toBe("M.1"), PATIENCE);
    expect(await readPanel(temple, NO_BRIDGE)).toEqual(WAITS);
    await bridge.publishNotice(true);
    await waitForPanel(temple, OPEN, NO_BRIDGE);
    await bridge.publishNotice(false);
    await waitForPanel(temple, WAITS, NO_BRIDGE);
    await bridge.publishNotice(true);
    await waitForPanel(temple, OPEN, NO_BRIDGE);
    await temple.do("link down");
    expect(await readPanel(temple, "Connecting to")).toEqual(WAITS);
  });

  test("[section 3] `update` makes it look for a newer firmware, once an id; a retained one does not", async () => {
    const { bridge, temple } = await start();
    await temple.do("link down");
    await bridge.publish("cmd", '{"v":1,"id":"u0","op":"update"}', true);
    await temple.do("link up");
    await temple.do("wait 3000");
    await settle(bridge);
    expect(await temple.do("updates")).toBe("no");
    for (let i = 0; i < 2; i++) await bridge.publish("cmd", '{"v":1,"id":"u1","op":"update"}');
    await settle(bridge);
    expect(await temple.do("updates")).toBe("yes");
    await bridge.publish("cmd", '{"v":1,"id":"u1","op":"update"}');
    await settle(bridge);
    expect(await temple.do("updates")).toBe("no");
  });

  test("[N-4] a wrong secret, and no broker: the screen says so", async () => {
    const { bridge, broker } = await start();
    await bridge.close();
    const startAnother = (...more: readonly string[]) => {
      const temple = new Esp32Process(`${folder}/desk-temple`, ["--id", TEMPLE, "--virtual", ...more]);
      onTestFinished(() => temple.stop());
      return temple;
    };
    const stranger = startAnother("--secret", "wrong", "--port", String(broker.port));
    await stranger.do("wait 1");
    expect(await stranger.do("reads Name/secret is wrong")).toBe("yes");
    const lonely = startAnother("--secret", SECRET, "--port", String(await freePort()));
    await lonely.do("wait 1");
    expect(await lonely.do("reads No broker answers at")).toBe("yes");
    expect(await lonely.do("reads 127.0.0.1")).toBe("yes");
  });

  test("[V-3] dark at power-up: a fault, and no bead when it clears; the next one counts", async () => {
    const { bridge, temple } = await start();
    const boots = () => new Set(bridge.states.map(({ boot }) => boot));
    await temple.do("power h");
    await temple.do("wait 1");
    await vi.waitFor(() => expect(boots().size).toBe(2), PATIENCE);
    expect(bridge.states.at(-1)).toMatchObject({ faults: ["blocked-h"], count: { h: 0, t: 0 } });
    await temple.do("beam h 3000");
    await temple.do("wait 100");
    await vi.waitFor(() => expect(bridge.states.at(-1)?.faults).toEqual([]), PATIENCE);
    expect(bridge.states.at(-1)?.count).toEqual({ h: 0, t: 0 });
    await temple.do("drop h");
    await temple.do("wait 1500");
    await vi.waitFor(() => expect(bridge.states.at(-1)?.count).toEqual({ h: 1, t: 0 }), PATIENCE);
    expect(bridge.messages.filter(({ channel }) => channel === "bead")).toHaveLength(1);
  });

  test("[N-5] beads that the broker acknowledges and drops are reported until they are judged", async () => {
    const { bridge, temple } = await start(NO_BEADS);
    const { boot } = bridge.states[0] ?? { boot: "" };
    await bridge.publishNotice(true);
    await bridge.publishDisplay({ ...DISPLAY, epoch: boot, judged: { h: 0, t: 0 } });
    await waitForPanel(temple, OPEN, NO_BRIDGE);
    const reported = () => bridge.states.filter(({ count }) => count.h === 1).length;
    await temple.do("drop h");
    for (const [ms, times] of [
      [1_500, 1],
      [4_000, 2],
      [5_000, 3],
    ] as const) {
      await temple.do(`wait ${ms}`);
      await vi.waitFor(() => expect(reported()).toBe(times), PATIENCE);
    }
    await bridge.publishDisplay({ ...DISPLAY, epoch: boot, judged: { h: 1, t: 0 }, lines: ["Accepted"] });
    await vi.waitFor(async () => expect(await temple.do("reads Accepted")).toBe("yes"), PATIENCE);
    await temple.do("wait 15000");
    await bridge.publish("cmd", '{"v":1,"id":"c1","op":"report"}');
    await vi.waitFor(() => expect(reported()).toBe(4), PATIENCE);
    expect(bridge.messages.filter(({ channel }) => channel === "bead")).toEqual([]);
  });

  /** Resolves when the temple has handled what was published before, at its own time. */
  async function settle(bridge: ManualBridge): Promise<void> {
    const before = bridge.states.length;
    await bridge.publish("cmd", JSON.stringify({ v: 1, id: `c${before}`, op: "report" }));
    await vi.waitFor(() => expect(bridge.states.length).toBeGreaterThan(before), PATIENCE);
  }

  /** Starts a temple that shows the lines "East rolls" and "Slots closed". */
  async function startAtTable() {
    const { bridge, temple } = await start();
    const { boot } = bridge.states[0] ?? { boot: "" };
    const display = { ...DISPLAY, epoch: boot, lines: ["East rolls", "Slots closed"] };
    await bridge.publishNotice(true);
    await bridge.publishDisplay(display);
    await settle(bridge);
    const fix = { h: 0, t: 0 };
    const format = (verdict: string, line: string, epoch = boot) =>
      JSON.stringify({ v: 1, epoch, slot: "t", from: 1, to: 1, verdict, reason: "some", fix, line });
    const ack = async (...fields: Parameters<typeof format>) => {
      await bridge.publish("ack", format(...fields));
      await settle(bridge);
    };
    const reads = async (...lines: readonly string[]) => {
      const answers: string[] = [];
      for (const line of lines) answers.push(await temple.do(`reads ${line}`));
      return answers.join(" ");
    };
    return { bridge, temple, display, format, ack, reads };
  }

  test("[J-16] each verdict is shown for 3 s and heard, several at once each in a line of its own", async () => {
    const { bridge, temple, ack, reads } = await startAtTable();
    const LINES = ["Too late", "Accepted", "East rolls"];
    expect(await temple.do("hears")).toBe("no");
    await ack("rejected", "Too late");
    expect(await temple.do("hears refused")).toBe("yes");
    expect(await reads(...LINES)).toBe("yes no no");
    await temple.do("wait 2000");
    await ack("accepted", "Accepted");
    expect(await temple.do("hears accepted")).toBe("yes");
    expect(await reads(...LINES)).toBe("yes yes no");
    await temple.do("wait 999");
    expect(await reads(...LINES)).toBe("yes yes no");
    await temple.do("wait 1");
    expect(await reads(...LINES)).toBe("no yes no");
    await temple.do("wait 2000");
    expect(await reads(...LINES)).toBe("no no yes");
    for (const line of ["One", "Two", "Three", "Four", "Five"]) await ack("ignored", line);
    expect(await temple.do("hears refused")).toBe("yes");
    expect(await reads("One", "Two", "Three", "Four", "Five")).toBe("no yes yes yes yes");
    await ack("pending", "Wait for the server");
    expect(await reads("Wait for the server")).toBe("yes");
    expect(await temple.do("hears")).toBe("no");
    expect(bridge.messages.filter(({ channel }) => channel !== "state")).toEqual([]);
  });

  test("[J-17] a verdict of an epoch that has ended is shown and heard", async () => {
    const { temple, ack, reads } = await startAtTable();
    await ack("rejected", "Take 1 from Tlaloc", "e1e1e1e1");
    expect(await reads("Take 1 from Tlaloc", "East rolls")).toBe("yes no");
    expect(await temple.do("hears refused")).toBe("yes");
  });

  test("[J-16] [T-2] retained verdicts and malformed ones are neither shown nor heard", async () => {
    const { bridge, temple, format, ack, reads } = await startAtTable();
    await ack("accepted", "Twenty-one characters");
    await ack("accepted", "Tláloc");
    expect(await temple.do("hears")).toBe("no");
    expect(await reads("East rolls")).toBe("yes");
    await temple.do("link down");
    await bridge.publish("ack", format("accepted", "Retained"), true);
    await temple.do("link up");
    await temple.do("wait 3000");
    await settle(bridge);
    expect(await reads("East rolls", "Retained")).toBe("yes no");
    expect(await temple.do("hears")).toBe("no");
  });

  test("[J-12] [J-16] what must be taken out stays above the verdicts, and is heard when it begins", async () => {
    const { bridge, temple, display, ack, reads } = await startAtTable();
    await ack("rejected", "Take 1 from Tlaloc");
    expect(await temple.do("hears debt")).toBe("no");
    await bridge.publishDisplay({ ...display, fix: { h: 0, t: -1 } });
    await settle(bridge);
    expect(await temple.do("hears debt")).toBe("yes");
    for (const line of ["One", "Two", "Three", "Four"]) await ack("rejected", line);
    expect(await temple.do("hears debt")).toBe("no");
    expect(await reads("Take 1 from Tlaloc", "One", "Two", "Three", "Four")).toBe("yes no yes yes yes");
    await temple.do("wait 3000");
    expect(await reads("Take 1 from Tlaloc", "East rolls", "Four")).toBe("yes yes no");
  });

  test("[V-1] unknown phase, step, reason and verdict of a later version: its lines are shown, nothing else changes", async () => {
    const { bridge, temple } = await start();
    await bridge.publishNotice(true);
    const last = { slot: "h", n: 1, verdict: "praised", reason: "so-well" };
    const later = { ...DISPLAY, phase: "feasting", step: "dance", last, lines: ["Dance 3 times"] };
    await bridge.publish("display", JSON.stringify({ v: 1, ...later }), true);
    await vi.waitFor(async () => expect(await temple.do("reads Dance 3 times")).toBe("yes"), PATIENCE);
    const ack = { v: 1, epoch: "b1b1b1b1", slot: "t", from: 4, to: 4, fix: { h: 0, t: -1 }, line: "" };
    for (const verdict of ["rejected", "praised"]) {
      await bridge.publish("ack", JSON.stringify({ ...ack, verdict, reason: "too-loud" }));
    }
    await bridge.publish("cmd", '{"v":1,"id":"c1","op":"report"}');
    await vi.waitFor(() => expect(bridge.states).toHaveLength(2), PATIENCE);
    expect(await readPanel(temple, NO_BRIDGE)).toEqual(OPEN);
    expect(await temple.do("see t 1")).toBe("no");
  });
});

describe.skipIf(skipped)("payloads in C++", () => {
  test("[T-4] [M-1] [M-2] any bytes and an exhausted heap change nothing", () => {
    const seed = seedTest("any bytes for the payloads in C++").below(2 ** 31);
    const check = spawnSync(join(folder, "check-messages"), [String(seed)], { encoding: "utf8" });
    expect([check.stdout, check.stderr, check.status]).toEqual(["", "", 0]);
  });
});

describe.skipIf(skipped)("the set-up in C++", () => {
  test("[P-1] form, link, names, ports, versions and name server, also with any bytes", () => {
    const seed = seedTest("any bytes for the set-up in C++").below(2 ** 31);
    const check = spawnSync(join(folder, "check-setup"), [String(seed)], { encoding: "utf8" });
    expect([check.stdout, check.stderr, check.status]).toEqual(["", "", 0]);
  });
});

describe.skipIf(skipped)("[P-1] the links of enrolments, as `temple add` writes them, in C++", () => {
  interface Vector extends SetupLink {
    readonly what: string;
    readonly link: string;
  }
  const links = JSON.parse(readFileSync(join(ROOT, "test/setup-links.json"), "utf8")) as Vector[];

  test.each(links)("$what", ({ link, host, port, templeId, secret, pin }) => {
    const { stdout } = spawnSync(join(folder, "check-setup"), ["--link", link], { encoding: "utf8" });
    const bare = host.replaceAll(/[[\]]/g, "");
    expect(stdout.split("\n")).toEqual([bare, String(port), templeId, secret, pin ?? "", ""]);
  });
});

describe.skipIf(skipped)("a temple in C++ with a broker that does what it is told", () => {
  test("[N-4] [T-3] says what it waits for, and connects again after the protocol's pauses", () => {
    const check = spawnSync(join(folder, "check-temple"), { encoding: "utf8" });
    expect([check.stdout, check.stderr, check.status]).toEqual(["", "", 0]);
  });

  test("[J-16] [J-12] [J-18] sounds and their lamps, tone by tone, as the temples in TypeScript do: each reason has its rhythm", () => {
    const reasons = ["", "of-a-later-version", ...RHYTHMS.keys()];
    const plain = ["accepted", "debt", "won", "lost", "flood", "invasion", "ended"] as const;
    const sounds: readonly (readonly [sound: Sound, detail: string, tune: Tune])[] = [
      ...plain.map((sound) => [sound, "", tuneOf(sound)] as const),
      ...reasons.map((reason) => ["refused", reason, tuneOf("refused", reason)] as const),
      ...[1, 4, 9].map((offerings) => ["offering", `${offerings}`, offeringsOf("t", offerings)] as const),
      ...[0, 3, 20].map((discs) => ["heartbeat", `${discs}`, heartbeatOf(discs)] as const),
    ];
    const given = sounds.flatMap(([sound, detail]) => [sound, detail]);
    const { stdout } = spawnSync(join(folder, "check-temple"), given, { encoding: "utf8" });
    const tunes = sounds.map(([, , { lamps, tones }]) => `${lamps.join("")} ${tones.map(String).join(" ")}`);
    expect(stdout.trimEnd().split("\n")).toEqual(tunes);
  });

  test("installs an image that is whole, newer and signed, and no other, and keeps it when it has reached the broker", () => {
    const check = spawnSync(join(folder, "check-update"), { encoding: "utf8" });
    expect([check.stdout, check.stderr, check.status]).toEqual(["", "", 0]);
  });

  test("tests itself: each slot, lamp, the buzzer, Wi-Fi and broker is well, or has a line that says what is not", () => {
    const check = spawnSync(join(folder, "check-self-test"), { encoding: "utf8" });
    expect([check.stdout, check.stderr, check.status]).toEqual(["", "", 0]);
  });
});

describe.skipIf(skipped)("the counter in C++", () => {
  test("publishes and answers exactly what the counter in TypeScript does, in any order of steps", async () => {
    const runs = fc.array(fc.tuple(fc.nat(7_000), arbitraryStep), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(runs, async (steps) => {
        const child = spawn(join(folder, "desk-counter"));
        const timeout = AbortSignal.timeout(60_000);
        onTestFinished(() => void child.kill());
        let now = 0;
        const timed = steps.map(([pause, each]) => [(now += pause), each] as const);
        const lines = createInterface({ input: child.stdout, signal: timeout });
        child.stdin.end(timed.map(([at, each]) => `${at} ${each.join(" ")}\n`).join(""));
        const counter = new Counter({
          boot: "b1b1b1b1",
          fw: "twin",
          level: 3,
          caps: ["display", "button", "sound"],
          random: { fraction: () => 0.5 },
        });
        const expected = timed.flatMap(([at, each]) => applyStep(counter, at, each));
        const printed: string[] = [];
        for await (const line of lines) printed.push(line);
        expect(printed.map(parseLine)).toEqual(expected.map(parseLine));
      }),
      { numRuns: 60, seed: seedTest("counters in C++ and TypeScript").below(2 ** 31) },
    );
  });
});
