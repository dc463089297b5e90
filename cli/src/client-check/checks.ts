import { documentAt } from "../manifest.ts";

interface CheckRule {
  /** The behaviour that passes: "It ...". */
  readonly title: string;
  /** The same for one that does not: "It should ...". */
  readonly should: string;
  /** The page of the project that says so. */
  readonly docs: string;
}

/** The checks of a client, in the order of docs/client-check.md: the expected behaviour, and the page that describes it. */
export const CHECKS = {
  "K-1": {
    title: "takes a seat in a match of Tıeqchıeq, and plays",
    should:
      "take a seat in a match of Tıeqchıeq for two, open its stream or a WebSocket, seal and reveal a nonce, and send a legal command whenever it has one besides `concede`",
    docs: "docs/client-check.md#what-the-client-is-to-do",
  },
  "K-2": {
    title: "puts its token into no URL, and into the header of each request of the JSON API",
    should: "send `Authorization: Bearer <token>` with each request of its seat, and the token in no URL",
    docs: "docs/json-api.md#take-a-seat",
  },
  "K-3": {
    title: "names the number of its protocol, or none",
    should: "name its protocol as a whole number, or not at all",
    docs: "docs/compatibility.md#the-number-of-the-protocol",
  },
  "K-4": {
    title: "seals a nonce, and reveals it once the seals are fixed",
    should: "send the seal of its nonce, and that nonce when it is told `revealing`, not before",
    docs: "docs/protocol.md#start",
  },
  "K-5": {
    title: "sends legal commands alone, each under an id of its own",
    should: "send commands that the server lists as `legal`, each under a new id",
    docs: "docs/protocol.md#requests",
  },
  "K-6": {
    title: "skips fields, types, events and words that it does not know",
    should: "skip what it does not know, empty lines too, and play on",
    docs: "docs/compatibility.md#what-may-change-without-a-new-number",
  },
  "K-7": {
    title: "sends a command without an answer again under the same id",
    should:
      "send a command that was not answered again under its id, unless its stream shows that it was played",
    docs: "docs/json-api.md#requests",
  },
  "K-8": {
    title: "waits as long as a refusal says",
    should:
      "send the same again when the `wait` of `too-many-messages` or `unavailable` is over, with the JSON API after `unavailable` under the same id",
    docs: "docs/limits.md",
  },
  "K-9": {
    title: "plays on after a refusal that it does not know",
    should: "send a command again at once, or when it is told something new of the match",
    docs: "docs/compatibility.md#what-may-change-without-a-new-number",
  },
  "K-10": {
    title: "keeps to 20 messages a second, and 40 at once",
    should: "send no more than 20 messages a second, and 40 at once",
    docs: "docs/limits.md",
  },
  "K-11": {
    title: "goes on where it was when its connection breaks",
    should:
      "take its own seat again after `moved`, with the JSON API its stream with `?after=` its last entry",
    docs: "docs/json-api.md#after-a-break",
  },
  "K-12": {
    title: "waits longer from attempt to attempt while the server does not answer",
    should:
      "ask again until it is answered, after 100 ms, then twice as long each time, up to 5 s: in 12 s for its stream 14 times at most, for its seat 28 times",
    docs: "docs/protocol.md#closes",
  },
  "K-13": {
    title: "gives up a connection that is silent",
    should: "cut a connection on which nothing came for `FLOWER_WAR_SILENCE` seconds, and ask again",
    docs: "docs/protocol.md#frames",
  },
  "K-14": {
    title: "stays away when its seat was taken from elsewhere",
    should: "not ask again after `replaced`, or a close with 4009",
    docs: "docs/protocol.md#closes",
  },
  "K-15": {
    title: "stops and says so when it is too old",
    should: "ask no more after `client-too-old`, and print that it is too old",
    docs: "docs/compatibility.md#the-number-of-the-protocol",
  },
  "K-16": {
    title: "prints no token",
    should: "print the token of its seat nowhere, since who has it has the seat",
    docs: "docs/protocol.md#seat-reservations",
  },
} as const satisfies Readonly<Record<`K-${number}`, CheckRule>>;
export type CheckId = keyof typeof CHECKS;

export const CHECK_IDS = Object.keys(CHECKS) as readonly CheckId[];

/** Checks that every scenario makes, all the time. */
export const CONSTANT: readonly CheckId[] = ["K-1", "K-2", "K-3", "K-4", "K-5", "K-10", "K-16"];

/** The result of one check. */
export type Finding = { readonly id: CheckId; readonly title: string } & (
  | { readonly result: "passed" }
  /** `reason`: what the client did; `docs`: the address of a page. */
  | { readonly result: "broken"; readonly reason: string; readonly should: string; readonly docs: string }
  | { readonly result: "skipped"; readonly reason: string }
);

/** A client fails a check: its scenario ends. */
export class CheckBroken extends Error {
  readonly check: CheckId;

  constructor(check: CheckId, reason: string) {
    super(reason);
    this.check = check;
  }
}

/** Throws unless something is as a check wants it. */
export function requires(check: CheckId, isKept: boolean, reason: string): asserts isKept {
  if (!isKept) throw new CheckBroken(check, reason);
}

/** The findings of one scenario. */
export class Judge {
  readonly #onBreak: (check: CheckId) => void;
  readonly #passed = new Set<CheckId>();
  readonly #broken = new Map<CheckId, string>();

  /** @param onBreak is told of each check that is broken */
  constructor(onBreak: (check: CheckId) => void) {
    this.#onBreak = onBreak;
  }

  pass(check: CheckId): void {
    this.#passed.add(check);
  }

  /** The first reason stands. */
  break(check: CheckId, reason: string): void {
    if (this.#broken.has(check)) return;
    this.#broken.set(check, reason);
    this.#onBreak(check);
  }

  /** Calls `judge`; a check that it breaks is noted, and nothing is thrown. */
  note(judge: () => void): void {
    try {
      judge();
    } catch (error) {
      if (!(error instanceof CheckBroken)) throw error;
      this.break(error.check, error.message);
    }
  }

  /** Returns what is said of a check; `null`: nothing. */
  verdict(check: CheckId): "passed" | { readonly reason: string } | null {
    const reason = this.#broken.get(check);
    if (reason !== undefined) return { reason };
    return this.#passed.has(check) ? "passed" : null;
  }
}

/** A scenario that was played. */
export interface Played {
  /** What it checks besides what all do. */
  readonly checks: readonly CheckId[];
  readonly judge: Judge;
}

/** Puts together what the scenarios found of a check. */
export function summarize(id: CheckId, played: readonly Played[]): Finding {
  const { title, should, docs } = CHECKS[id];
  const verdicts = played.map(({ judge }) => judge.verdict(id)).filter((verdict) => verdict !== null);
  const broken = verdicts.find((verdict) => verdict !== "passed");
  if (broken)
    return {
      id,
      title,
      result: "broken",
      reason: broken.reason,
      should,
      docs: documentAt(docs),
    };
  if (verdicts.length > 0) return { id, title, result: "passed" };
  const own = played.filter(({ checks }) => CONSTANT.includes(id) || checks.includes(id));
  const stopped = CHECK_IDS.filter((other) => own.some(({ judge }) => isBroken(judge, other)));
  const reason =
    stopped.length > 0
      ? `the client was stopped at ${stopped.join(", ")} before`
      : "the client did not come to it";
  return { id, title, result: "skipped", reason };
}

function isBroken(judge: Judge, check: CheckId): boolean {
  const verdict = judge.verdict(check);
  return verdict !== null && verdict !== "passed";
}
