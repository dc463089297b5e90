import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { prefer } from "../src/base/preferences.ts";
import { rememberTurn, signalTurn, signalTurnOnce } from "../src/session/turn-signal.tsx";
import { i18n } from "../src/texts/index.ts";

/** Frequencies of the tones that were started, in Hz. */
const tones: number[] = [];
/** What ends each of them. */
const endings: (() => void)[] = [];
/** What the audio context was told. */
const told: string[] = [];
const shown: { readonly title: string; readonly body: string | undefined; open: boolean }[] = [];

class FakeNode {
  readonly gain = {
    setValueAtTime: vi.fn(),
    linearRampToValueAtTime: vi.fn(),
    exponentialRampToValueAtTime: vi.fn(),
  };
  readonly options: { readonly frequency: number };
  constructor(_context?: unknown, options = { frequency: 0 }) {
    this.options = options;
  }
  connect(next: unknown) {
    return next;
  }
  start() {
    tones.push(this.options.frequency);
  }
  stop() {}
  addEventListener(_type: "ended", listener: () => void) {
    endings.push(listener);
  }
  resume() {
    told.push("resume");
  }
  suspend() {
    told.push("suspend");
  }
}

class FakeNotification {
  static permission: NotificationPermission = "granted";
  readonly #shown;
  constructor(title: string, { body }: NotificationOptions) {
    this.#shown = { title, body, open: true };
    shown.push(this.#shown);
  }
  addEventListener() {}
  close() {
    this.#shown.open = false;
  }
}

let tab: { hidden: boolean; documentElement: { dataset: object } };

beforeEach(() => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  tab = { hidden: true, documentElement: { dataset: {} } };
  FakeNotification.permission = "granted";
  vi.stubGlobal("document", tab);
  vi.stubGlobal("window", { Notification: FakeNotification });
  vi.stubGlobal("Notification", FakeNotification);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  vi.stubGlobal("AudioContext", FakeNode);
  vi.stubGlobal("OscillatorNode", FakeNode);
  vi.stubGlobal("GainNode", FakeNode);
  prefer({ sound: true, notify: true });
});
afterEach(() => {
  for (const end of endings.splice(0)) end();
  vi.unstubAllGlobals();
  told.length = 0;
  tones.length = 0;
  shown.length = 0;
});

test("a turn sounds, unless the sound is off", () => {
  signalTurn("Flower War");
  expect(tones).toEqual([523, 784]);
  prefer({ sound: false });
  signalTurn("Flower War");
  expect(tones).toHaveLength(2);
});

test("no silence is played once the last tone of a sound has ended, and the next sound is heard", () => {
  signalTurn("Flower War");
  const [first, second] = endings.splice(0);
  first?.();
  expect(told).toEqual(["resume"]);
  second?.();
  expect(told).toEqual(["resume", "suspend"]);
  signalTurn("Flower War");
  expect(told).toEqual(["resume", "suspend", "resume"]);
  expect(tones).toHaveLength(4);
});

test("nothing sounds before the page was used", () => {
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false } });
  signalTurn("Flower War");
  expect(tones).toEqual([]);
});

test("a turn is notified while the tab is hidden, until the turn is over", () => {
  const stop = signalTurn("Flower War");
  expect(shown).toEqual([{ title: "Your turn", body: "Flower War", open: true }]);
  stop();
  expect(shown[0]?.open).toBe(false);
});

test("no notification while the tab is in sight", () => {
  tab.hidden = false;
  signalTurn("Flower War");
  expect(shown).toEqual([]);
});

test.each(["denied", "default"] as const)("no notification when the permission is %s", (permission) => {
  FakeNotification.permission = permission;
  signalTurn("Flower War");
  expect(shown).toEqual([]);
});

test("no notification when the player wants none", () => {
  prefer({ notify: false });
  signalTurn("Flower War");
  expect(shown).toEqual([]);
});

describe("a turn is signalled once in a browser", () => {
  const at = (n: number, id = "match-1") => ({ id, state: { n } });
  let stored: Map<string, string>;
  beforeEach(() => {
    stored = new Map();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
    });
  });
  /** Loads the page anew, or in another tab. */
  const load = async () => {
    vi.resetModules();
    return import("../src/session/turn-signal.tsx");
  };

  test("also if the page is loaded again, or opened in another tab", async () => {
    signalTurnOnce(at(7), "Flower War");
    expect([tones.length, shown.length]).toEqual([2, 1]);
    rememberTurn("match-1", 9);
    const again = await load();
    again.signalTurnOnce(at(9), "Flower War");
    expect([tones.length, shown.length]).toEqual([2, 1]);
  });

  test("the next one, and one of another match, are signalled too", async () => {
    signalTurnOnce(at(7), "Flower War");
    const again = await load();
    again.signalTurnOnce(at(3, "match-2"), "Flower War");
    again.signalTurnOnce(at(12), "Flower War");
    expect(tones).toHaveLength(6);
  });

  test("not again after a tournament's page told that the match is ready", async () => {
    signalTurnOnce(at(7), "Flower War");
    const tournament = await load();
    tournament.signalTurnOnce(at(0), "Evening", "Your match is ready");
    const again = await load();
    again.signalTurnOnce(at(7), "Flower War");
    expect(tones).toHaveLength(2);
  });

  test("of the last 20 matches", () => {
    for (let i = 0; i < 30; i++) signalTurnOnce(at(7, `match-${i}`), "Flower War");
    signalTurnOnce(at(7, "match-10"), "Flower War");
    expect(tones).toHaveLength(60);
    signalTurnOnce(at(7, "match-9"), "Flower War");
    expect(tones).toHaveLength(62);
  });

  test.each(["{", "7", '[["match-1"],null,"x"]'])("whatever is stored: %s", (text) => {
    stored.set("flower-war/signalled-turns", text);
    signalTurnOnce(at(7), "Flower War");
    signalTurnOnce(at(7), "Flower War");
    expect(tones).toHaveLength(2);
  });
});
