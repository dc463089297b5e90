import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "@flower-war/rules/texts";
import { describe, expect, test } from "vitest";
import { composeDisplay } from "../../bridge/src/temples/display.ts";
import { Temple } from "../../bridge/src/temples/temple.ts";
import { system } from "../../bridge/test/support/system.ts";
import { composeScreen, type ScreenContent, VerdictLines } from "../src/screen.ts";
import { soundOf } from "../src/sounds.ts";
import { describeEnvironment } from "../src/raspberry-pi/settings.ts";
import { HELP } from "../src/simulator/arguments.ts";
import { wordsOf } from "../src/words.ts";

const SHOWN: ScreenContent = {
  owed: { h: 0, t: 0 },
  verdicts: [],
  trouble: null,
  refusalReason: null,
  isConnected: true,
  isBridgeOnline: true,
  isBlank: false,
  isCodeExpired: false,
  broker: "play.example",
  display: {
    ...composeDisplay(new Temple("templo-1", system.time), 0, false),
    lines: ["East rolls", "", "H 1  T 2"],
  },
  words: wordsOf(),
};

describe("the lines of a temple's screen", () => {
  test.each<[string, Partial<ScreenContent>, string[]]>([
    ["the display's lines", {}, ["East rolls", "H 1  T 2"]],
    ["not connected yet", { isConnected: false }, ["Connecting to", "play.example"]],
    ["no broker", { isConnected: false, trouble: "unreachable" }, ["No broker answers at", "play.example"]],
    ["wrong CA", { isConnected: false, trouble: "untrusted" }, ["Wrong CA certificate"]],
    ["[N-4] wrong secret", { isConnected: false, trouble: "login" }, ["Name/secret is wrong"]],
    ["[N-4] messages refused", { isConnected: false, trouble: "access" }, ["The broker refuses"]],
    ["a reason of MQTT 5", { refusalReason: "Quota exceeded" }, ["The broker refuses", "Quota exceeded"]],
    ["[J-13] no bridge", { isBridgeOnline: false }, ["No bridge is online"]],
    ["[J-13] no display yet", { display: null }, ["Wait for the bridge"]],
    ["[T-3] an empty display", { display: null, isBlank: true }, ["No match: press pair"]],
    ["[P-2] an expired code", { isCodeExpired: true }, ["The code has expired", "Press pair"]],
    ["[J-16] verdicts", { verdicts: ["One", "Two"] }, ["One", "Two"]],
    ["[J-16] a verdict offline", { verdicts: ["One"], isConnected: false, trouble: "login" }, ["One"]],
    [
      "[J-12] [J-16] debts, then the newest verdicts",
      { owed: { h: 2, t: 1 }, verdicts: ["One", "Two", "Three"] },
      ["Take 2 from Huitzil", "Take 1 from Tlaloc", "Two", "Three"],
    ],
    [
      "[J-12] a debt is said once",
      { owed: { h: 0, t: 1 }, verdicts: ["Take 1 from Tlaloc"] },
      ["Take 1 from Tlaloc"],
    ],
    [
      "[J-12] a debt offline",
      { owed: { h: 0, t: 1 }, isBridgeOnline: false },
      ["Take 1 from Tlaloc", "No bridge is online"],
    ],
  ])("%s", (_name, change, lines) => {
    expect(composeScreen({ ...SHOWN, ...change })).toEqual(lines);
  });
});

describe("[section 3] the language that a temple's state says", () => {
  const spanish = { ...SHOWN, words: wordsOf("es-MX") };

  test("is that of its own lines too", () => {
    expect(composeScreen({ ...spanish, isBridgeOnline: false })).toEqual(["Sin puente en linea"]);
    expect(composeScreen({ ...spanish, owed: { h: 2, t: 0 } })[0]).toBe("Saca 2 de Huitzil");
  });

  test("says a debt once, also where the bridge's lines have it", () => {
    const lines = ["Saca 1 de Tlaloc", "T 0  H 1"];
    const display = { ...composeDisplay(new Temple("templo-1", system.time), 0, false), lines };
    expect(composeScreen({ ...spanish, display, owed: { h: 0, t: 1 } })).toEqual(lines);
  });

  test.each([
    ["es", "es"],
    ["ES-mx", "es"],
    ["en", "en"],
    ["est", "en"],
    ["nah", "en"],
  ])("%s is %s", (lang, shown) => {
    expect(wordsOf(lang)).toBe(wordsOf(shown));
  });

  test.each(LANGUAGES)("%s is named where a maker chooses one", (lang) => {
    const example = readFileSync(
      join(import.meta.dirname, "../raspberry-pi/flower-war-temple.env.example"),
      "utf8",
    );
    const named = new RegExp(`language.* of its screen[:,].*\\b${lang}\\b`);
    for (const text of [example.replace("The language", "the language"), describeEnvironment()])
      expect(text).toMatch(named);
    expect(HELP).toMatch(new RegExp(`--lang .*\\b${lang}\\b`));
  });

  test.each(LANGUAGES)(
    "has lines that fit, %s: printable ASCII, at most 20 characters, also on an ESP32",
    (lang) => {
      const source = readFileSync(join(import.meta.dirname, "../esp32/lib/templo/src/words.cpp"), "utf8");
      const name = new Intl.DisplayNames("en", { type: "language" }).of(lang) ?? "";
      const [, own = ""] = source.split(`const Words k${name} = {`);
      const [lines = ""] = own.split("};");
      const onEsp32 = Array.from(lines.matchAll(/^ {4}"(.*)",$/gm), ([, line]) => line);
      for (const line of onEsp32) expect(line).toMatch(/^[ -~]{2,20}$/);
      expect(onEsp32.length).toBe(15);
      expect(onEsp32).toEqual(expect.arrayContaining(Object.values(wordsOf(lang))));
      if (lang !== "en") expect(source).toContain(`{"${lang}", k${name}}`);
    },
  );
});

test("[J-16] each verdict is shown for 3 s, at most four at once, an empty line not at all", () => {
  const lines = new VerdictLines();
  lines.add("Too late", 0);
  lines.add("Accepted", 1_000);
  lines.add("", 1_000);
  expect(lines.shownAt(2_999)).toEqual(["Too late", "Accepted"]);
  expect(lines.nextEnd(2_999)).toBe(3_000);
  expect(lines.shownAt(3_000)).toEqual(["Accepted"]);
  expect(lines.shownAt(4_000)).toEqual([]);
  expect(lines.nextEnd(4_000)).toBeNull();
  for (const line of ["1", "2", "3", "4", "2", "5"]) lines.add(line, 5_000);
  expect(lines.shownAt(5_000)).toEqual(["3", "4", "2", "5"]);
});

test("[J-16] accepted and absorbed, rejected and ignored sound alike; what is pending does not", () => {
  const verdicts = ["accepted", "absorbed", "rejected", "ignored", "pending", "invalid"] as const;
  expect(verdicts.map(soundOf)).toEqual(["accepted", "accepted", "refused", "refused", null, null]);
});
