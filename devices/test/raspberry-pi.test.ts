import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemTime } from "@flower-war/protocol/ports";
import type { TempleHealth } from "@flower-war/protocol/temple";
import { connectAsync } from "mqtt";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { FakeTime } from "../../test/support/fake-time.ts";
import { Program } from "../../bridge/test/support/process.ts";
import { system } from "../../bridge/test/support/system.ts";
import { SECRET, TEMPLE, World } from "../../bridge/test/support/world.ts";
import { Buzzer } from "../src/raspberry-pi/buzzer.ts";
import { Gpio } from "../src/raspberry-pi/gpio.ts";
import { parseEdge } from "../src/raspberry-pi/gpio-edges.ts";
import type { Pins } from "../src/raspberry-pi/raspberry-pi-temple.ts";
import { SelfTest } from "../src/raspberry-pi/self-test.ts";
import { readSettings } from "../src/raspberry-pi/settings.ts";
import { parseWifiSignal } from "../src/raspberry-pi/wifi-signal.ts";
import { offeringsOf, tuneOf } from "../src/sounds.ts";

describe("lines of gpiomon's output", () => {
  test.each([
    [
      "event:  RISING EDGE offset: 17 timestamp: [    1623.123456789]",
      { line: 17, rising: true, at: 1623123.456789 },
    ],
    [
      "event: FALLING EDGE offset: 27 timestamp: [1763603000.000000001]",
      { line: 27, rising: false, at: 1763603000000 },
    ],
    ['1623.123456789\trising\tgpiochip0 17 "GPIO17"', { line: 17, rising: true, at: 1623123.456789 }],
    ["1623.500000000\tfalling\tgpiochip0 27", { line: 27, rising: false, at: 1623500 }],
  ])("%s", (text, edge) => {
    expect(parseEdge(text)).toEqual({ ...edge, at: expect.closeTo(edge.at, 3) });
  });

  test.each(["", "Monitoring lines...", "event: RISING EDGE offset: x", "1623.5\trising"])(
    "%j is no edge",
    (text) => {
      expect(parseEdge(text)).toBeNull();
    },
  );
});

describe("the signal of /proc/net/wireless", () => {
  const HEAD = `Inter-| sta-|   Quality        |   Discarded packets               | Missed | WE
 face | tus | link level noise |  nwid  crypt   frag  retry   misc | beacon | 22
`;
  const of = (name: string, level: string) =>
    `${name.padStart(6)}: 0000   58.  ${level}  -256        0      0      0      0     12        0\n`;

  test.each([
    ["a level", of("wlan0", "-52."), -52],
    ["a level from memory", of("wlan0", "-67"), -67],
    ["the first of two", of("wlan0", "-52.") + of("wlx1", "-70."), -52],
    ["one that hears nothing", of("wlan0", "-256"), null],
    ["a driver with units of its own", of("wlan0", "42."), null],
    ["no interface", "", null],
  ])("%s", (_what, lines, dbm) => {
    expect(parseWifiSignal(HEAD + lines)).toBe(dbm);
  });

  test("a system without Wi-Fi has none", () => {
    expect(parseWifiSignal("")).toBeNull();
  });
});

/** Starting a process takes long on a busy machine. */
const SLOW = { timeout: 60_000, interval: 20 };

/** Installs shell scripts in place of libgpiod's programs, which end with the temple's; `say` makes gpiomon print a line. */
function fakeGpio(version: string): { folder: string; say: (text: string) => void; lamps: () => string } {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-pi-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const edges = join(folder, "edges");
  const lamps = join(folder, "lamps");
  writeFileSync(edges, "");
  writeFileSync(lamps, "");
  const scripts = {
    gpiomon: `if [ "$1" = --version ]; then echo "gpiomon (libgpiod) ${version}"; exit; fi\nexec tail --pid=$PPID -n +1 -f ${edges}`,
    gpioget: 'echo "1 1"',
    gpioset: `echo "$@" >> ${lamps}\nexec tail --pid=$PPID -f /dev/null`,
  };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return {
    folder,
    say: (text) => writeFileSync(edges, `${text}\n`, { flag: "a" }),
    lamps: () => readFileSync(lamps, "utf8"),
  };
}

function start(
  world: World,
  folder: string,
  counters: string,
  args: readonly string[] = [],
  more = {},
): Program {
  const program = new Program("devices/src/raspberry-pi/main.ts", args, {
    PATH: `${folder}:${process.env["PATH"]}`,
    TEMPLE_ID: TEMPLE,
    TEMPLE_SECRET: SECRET,
    MQTT_URL: `mqtt://127.0.0.1:${world.broker.port}`,
    TEMPLE_COUNTERS: counters,
    ...more,
  });
  onTestFinished(() => void program.child.kill("SIGTERM"));
  return program;
}

describe("a temple on a Raspberry Pi", () => {
  let world: World;
  afterEach(() => world.close());

  test("says why it was started: nothing at first, then that it was killed, then that it was stopped", async () => {
    world = await World.open();
    const { folder } = fakeGpio("v2.1.1");
    const causes = () =>
      world.server.requests.flatMap(({ name, payload }) =>
        name === "health" ? [(payload as { health: TempleHealth }).health.reset] : [],
      );
    for (const [cause, signal] of [
      [undefined, "SIGKILL"],
      ["crash", "SIGTERM"],
      ["restart", "SIGTERM"],
    ] as const) {
      world.server.requests.length = 0;
      const program = start(world, folder, join(folder, "counters.json"));
      await vi.waitFor(() => expect(causes()).toContain(cause), SLOW);
      program.child.kill(signal);
      await program.ended;
    }
  });

  test("is stopped in peace, however often it is told to", async () => {
    world = await World.open();
    const { folder, lamps } = fakeGpio("v2.1.1");
    const program = start(world, folder, join(folder, "counters.json"));
    await vi.waitFor(() => expect(lamps()).toContain("5=1"), SLOW);
    const again = setInterval(() => program.child.kill("SIGTERM"), 1);
    expect(await program.ended).toBe(0);
    clearInterval(again);
  });

  const first = (line: number, rising: boolean, at: number) =>
    `event: ${rising ? " RISING" : "FALLING"} EDGE offset: ${line} timestamp: [${(at / 1000).toFixed(9)}]`;
  const second = (line: number, rising: boolean, at: number) =>
    `${(at / 1000).toFixed(9)}\t${rising ? "rising" : "falling"}\tgpiochip0 ${line} "GPIO${line}"`;

  /** What the self-test lights and sounds, by the part that asks for it: lamp H, lamp T, the red one, the buzzer. */
  const SHOWN: { readonly [part: number]: string } = {
    3: "5=1 6=0 13=0",
    4: "5=0 6=1 13=0",
    5: "5=0 6=0 13=1",
    6: "-t 2273us 18=1",
  };

  /** Runs the self-test; each time that it asks for something, does this: a line that goes low for 100 ms (a button) or 8 (a bead). */
  async function testItself(lines: readonly number[], env: Record<string, string> = {}) {
    world = await World.open();
    const { folder, say, lamps } = fakeGpio("v2.1.1");
    const program = start(world, folder, join(folder, "counters.json"), ["--self-test"], env);
    let at = 10_000;
    for (const [part, line] of lines.entries()) {
      await vi.waitFor(() => expect(program.out).toContain(`Self-test ${part + 1} of 8`), SLOW);
      await vi.waitFor(() => expect(lamps()).toContain(SHOWN[part] ?? ""), SLOW);
      say(second(line, false, at));
      say(second(line, true, at + (line === 17 || line === 27 ? 8 : 100)));
      at += 1_000;
    }
    const status = await program.ended;
    const told = program.out.trim().split("\n");
    return { status, end: told.slice(told.findIndex((line) => /well|repair/.test(line))) };
  }

  test("tests itself: all is well, each lamp was lit, and no bridge hears of it", async () => {
    const { status, end } = await testItself([23, 17, 27, 22, 22, 22, 22]);
    expect({ status, end }).toEqual({ status: 0, end: ["All is well"] });
    expect(world.server.requests.filter(({ name }) => name.startsWith("temple-"))).toEqual([]);
    expect(world.server.offerings).toEqual({ h: 5, t: 2 });
  });

  test("tests itself: a line for each part that is to repair, as an ESP32 says it", async () => {
    const { status, end } = await testItself([22, 27, 22, 23, 23, 23, 23], {
      MQTT_URL: "mqtt://127.0.0.1:9",
    });
    const faults = ["Pair: not pressed", "Bead H counted as T", "T: no bead was seen"];
    const others = [
      "Lamp H stays dark",
      "Lamp T stays dark",
      "Red lamp stays dark",
      "No sound",
      "No broker answers",
    ];
    expect({ status, end }).toEqual({ status: 1, end: ["8 to repair:", ...faults, ...others] });
    const esp32 = readFileSync(join(import.meta.dirname, "../esp32/lib/templo/src/self_test.cpp"), "utf8");
    for (const line of [...faults, ...others]) expect(esp32).toContain(`"${line}"`);
  });

  test.each([
    ["1.x", "v1.6.3", first, "--mode=signal gpiochip0", null],
    ["2.x", "v2.1.1", second, "-c gpiochip0", "-c gpiochip0 -t 284us 18=1"],
  ] as const)(
    "counts edges from gpiomon of libgpiod %s, sets its lamps, shows and plays the verdict",
    async (_name, version, edge, set, tone) => {
      world = await World.open();
      const { folder, say, lamps } = fakeGpio(version);
      const counters = join(folder, "counters.json");
      const program = start(world, folder, counters);
      await vi.waitFor(() => expect(lamps()).toContain(`${set} 5=1 6=1 13=0`), SLOW);
      say(edge(17, false, 10_000));
      say(edge(17, true, 10_008));
      await vi.waitFor(() => expect(world.server.offerings).toEqual({ h: 6, t: 2 }), SLOW);
      expect(JSON.parse(readFileSync(counters, "utf8"))).toMatchObject({ count: { h: 1, t: 0 } });
      await vi.waitFor(() => expect(program.out).toMatch(/^Accepted$/m), SLOW);
      if (tone !== null) await vi.waitFor(() => expect(lamps()).toContain(tone), SLOW);
      expect(/^no-sound: .+ For sound install Debian 13 .+\.$/m.test(program.out)).toBe(tone === null);

      world.server.moveTo(TEMPLE, { seat: null });
      say(edge(27, false, 11_000));
      say(edge(27, true, 11_009));
      await vi.waitFor(() => expect(program.out).toContain("Take 1 from Tlaloc"), SLOW);
      await vi.waitFor(() => expect(lamps()).toContain("13=1"), SLOW);
      if (tone !== null) await vi.waitFor(() => expect(lamps()).toContain("-t 2273us 18=1"), SLOW);
      say(edge(22, false, 12_000));
      say(edge(22, true, 12_100));
      await vi.waitFor(() => expect(world.server.ledgers.get(TEMPLE)?.fix).toEqual({ h: 0, t: 0 }), SLOW);
      program.child.kill("SIGTERM");
      expect(await program.ended).toBe(0);
    },
  );
});

test("both lamps blink when Home Assistant looks for the temple (`down/cmd`, `identify`), and then are as before", async () => {
  const password = "home-password-1234";
  const world = await World.open({ home: { prefix: "homeassistant", password } });
  onTestFinished(() => world.close());
  const { folder, lamps } = fakeGpio("v2.1.1");
  start(world, folder, join(folder, "counters.json"));
  await vi.waitFor(() => expect(lamps()).toContain("5=1 6=1 13=0"), SLOW);
  const before = lamps().length;
  const home = await connectAsync(`mqtt://127.0.0.1:${world.broker.port}`, {
    clientId: "_home",
    username: "_home",
    password,
  });
  onTestFinished(() => home.endAsync(true));
  await home.publishAsync(`templo/v1/_home/${TEMPLE}/identify`, "PRESS", { qos: 1 });
  const dark = () => lamps().slice(before).split("5=0 6=0 13=0").length - 1;
  await vi.waitFor(() => expect(dark()).toBeGreaterThanOrEqual(3), SLOW);
  await vi.waitFor(() => expect(lamps().trim().split("\n").at(-1)).toContain("5=1 6=1 13=0"), SLOW);
});

test("lamps that change twice at once are as they changed last: one gpioset holds their lines at a time", async () => {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-pi-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const log = join(folder, "log");
  const scripts = {
    gpiomon: 'echo "gpiomon (libgpiod) v2.1.1"',
    gpioset: `exec 9>${log}.lock\nflock -n 9 || { echo busy >> ${log}; exit 1; }\necho "$3" >> ${log}\nexec tail --pid=$PPID -f /dev/null`,
  };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  vi.stubEnv("PATH", `${folder}:${process.env["PATH"]}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const gpio = new Gpio("gpiochip0", systemTime);
  onTestFinished(() => gpio.stop());
  const light = (line: number) => gpio.setLamps(new Map([[line, true]]));
  const lit = () => readFileSync(log, "utf8").trim().split("\n");
  writeFileSync(log, "");
  light(5);
  await vi.waitFor(() => expect(lit()).toEqual(["5=1"]), SLOW);
  light(6);
  light(13);
  await vi.waitFor(() => expect(lit().at(-1)).toBe("13=1"), SLOW);
  light(5);
  await vi.waitFor(() => expect(lit()).toEqual(["5=1", "13=1", "5=1"]), SLOW);
});

test("the self-test says that the pins cannot be read, as while the service holds them", () => {
  const printed: string[] = [];
  const pins: Pins = {
    canSound: false,
    read: () => [true, true],
    watch: (_lines, _onEdge, onEnd) => onEnd(),
    setLamps: () => {},
    playTone: () => () => {},
    stop: () => {},
  };
  const settings = readSettings({ TEMPLE_LINK: "templo://192.168.1.20:1883/sun-temple?s=3q2-7wAB" });
  const test = new SelfTest(settings, { pins, ...system, print: (line) => void printed.push(line) });
  void test.run();
  expect(printed).toContain("The pins cannot be read. Is the temple's service stopped?");
});

test("sounds are played one after the other", async () => {
  const time = new FakeTime();
  const started = time.monotonic();
  const heard: string[] = [];
  const note = (what: string) => void heard.push(`${time.monotonic() - started} ${what}`);
  const buzzer = new Buzzer(time, (hertz) => {
    note(`${hertz} Hz`);
    return () => note("silence");
  });
  buzzer.play(tuneOf("refused", "bounce"));
  buzzer.play(tuneOf("accepted"));
  buzzer.play(tuneOf("debt"));
  await time.pass(5_000);
  const refused = ["0 330 Hz", "150 silence", "230 330 Hz", "380 silence"];
  const bounce = ["540 660 Hz", "620 silence", "700 660 Hz", "940 silence"];
  expect(heard).toEqual([
    ...refused,
    ...bounce,
    "1090 1760 Hz",
    "1240 silence",
    "1390 220 Hz",
    "1990 silence",
  ]);
});

test("[J-18] lamps blink with the tones of a sound, and are as before after it", async () => {
  const time = new FakeTime();
  const blinks: string[] = [];
  const buzzer = new Buzzer(
    time,
    () => () => {},
    (lamps, isSounding) => void blinks.push(`${lamps.join("") || "none"} ${isSounding ? "on" : "off"}`),
  );
  buzzer.play(offeringsOf("t", 2));
  await time.pass(5_000);
  expect(blinks).toEqual(["t on", "t off", "t on", "t off", "t off", "none off"]);
});

describe("the settings of a temple on a Raspberry Pi", () => {
  test("--help prints what it is and which variables it reads, and starts nothing", async () => {
    const program = new Program("devices/src/raspberry-pi/main.ts", ["--help"], {});
    expect(await program.ended).toBe(0);
    expect(program.err).toBe("");
    const example = readFileSync(
      join(import.meta.dirname, "../raspberry-pi/flower-war-temple.env.example"),
      "utf8",
    );
    const named = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    const listed = [...program.out.matchAll(/^ {2}([A-Z_]+) +\S/gm)].map(([, name]) => name);
    expect(listed).toEqual(expect.arrayContaining(named));
    expect(listed).toContain("TEMPLE_COUNTERS");
  });

  const PIN = "00112233445566778899aabbccddeeff".repeat(2);
  test.each([
    [
      "http://192.168.4.1/setup#templo://192.168.1.20:1883/sun-temple?s=3q2-7wAB",
      { id: "sun-temple", secret: "3q2-7wAB", url: "mqtt://192.168.1.20:1883", pin: null },
    ],
    [
      `http://192.168.4.1/setup#templo://play.example:8884/moon-temple?s=Zm9v&pin=${PIN}`,
      { id: "moon-temple", secret: "Zm9v", url: "mqtts://play.example:8884", pin: PIN },
    ],
    [
      `templo://[fd00::7]/abcd?s=a%2Bb+c%26pin%3D%25%23&pin=${PIN}`,
      { id: "abcd", secret: "a+b c&pin=%#", url: "mqtts://[fd00::7]:8883", pin: PIN },
    ],
  ])("[P-1] the link of an enrolment: %s", (link, settings) => {
    expect(readSettings({ TEMPLE_LINK: link, MQTT_URL: "mqtt://elsewhere:1883" })).toMatchObject(settings);
  });

  test("[J-11] a lake like the match's: true, or false", () => {
    const link = "templo://192.168.1.20:1883/sun-temple?s=3q2-7wAB";
    expect(readSettings({ TEMPLE_LINK: link, TEMPLE_MIRROR: "true" }).mirror).toBe(true);
    expect(readSettings({ TEMPLE_LINK: link, TEMPLE_MIRROR: "" }).mirror).toBe(false);
    expect(() => readSettings({ TEMPLE_LINK: link, TEMPLE_MIRROR: "yes" })).toThrow(
      "TEMPLE_MIRROR must be true or false.",
    );
  });

  test("the language of its screen: one, or none", () => {
    const link = "templo://192.168.1.20:1883/sun-temple?s=3q2-7wAB";
    expect(readSettings({ TEMPLE_LINK: link, TEMPLE_LANG: "es-MX" }).lang).toBe("es-MX");
    expect(readSettings({ TEMPLE_LINK: link, TEMPLE_LANG: "" }).lang).toBeNull();
    expect(() => readSettings({ TEMPLE_LINK: link, TEMPLE_LANG: "español" })).toThrow(
      "TEMPLE_LANG must be a language like es or es-MX.",
    );
  });

  test.each([
    "http://192.168.4.1/setup",
    "templo://h:1883/sun-temple",
    "templo://h/x?s=y",
    "templo://h/abcd?s=y&pin=0",
  ])("[P-1] %s is no link of an enrolment", (link) => {
    const env = { TEMPLE_LINK: link, TEMPLE_ID: TEMPLE, TEMPLE_SECRET: SECRET, MQTT_URL: "mqtt://h:1883" };
    expect(() => readSettings(env)).toThrow("TEMPLE_LINK is not the link of an enrolment.");
  });

  test("--check says whether they are right, and starts nothing", async () => {
    const env = { TEMPLE_LINK: "templo://192.168.1.20:1883/sun-temple?s=3q2" };
    expect(await new Program("devices/src/raspberry-pi/main.ts", ["--check"], env).ended).toBe(0);
  });

  test.each([
    ["TEMPLE_SECRET", {}],
    ["GPIO_RED", { TEMPLE_SECRET: SECRET, MQTT_URL: "mqtt://127.0.0.1:9", GPIO_RED: "54" }],
    ["MQTT_CA", { TEMPLE_SECRET: SECRET, MQTT_URL: "mqtts://127.0.0.1:9", MQTT_CA: "/nowhere" }],
  ])("a setting that is missing or wrong: one sentence that names it, status 1: %s", async (name, env) => {
    const program = new Program("devices/src/raspberry-pi/main.ts", [], { TEMPLE_ID: TEMPLE, ...env });
    expect(await program.ended).toBe(1);
    expect(program.err).toMatch(new RegExp(`^${name} [^\\n]+\\.\\n$`));
  });
});
