/** What is checked of a client, in the order of docs/client-check.md. */
export const CHECKS = {
  "K-1": "takes a seat in a match of Tıeqchıeq, and plays",
  "K-2": "puts its token into no URL, and into the header of each request of the JSON API",
  "K-3": "names the number of its protocol, or none",
  "K-4": "gives one nonce, after its seal if it sends one",
  "K-5": "sends legal commands alone, each under an id of its own",
  "K-6": "skips fields, types, events and words that it does not know",
  "K-7": "sends a command without an answer again under the same id",
  "K-8": "waits as long as a refusal says",
  "K-9": "plays on after a refusal that it does not know",
  "K-10": "keeps to 20 messages a second, and 40 at once",
  "K-11": "goes on where it was when its connection breaks",
  "K-12": "waits longer from attempt to attempt while nobody answers",
  "K-13": "gives up a connection that is silent",
  "K-14": "stays away when its seat was taken from elsewhere",
  "K-15": "stops and says so when it is too old",
  "K-16": "prints no token",
} as const;
export type CheckId = keyof typeof CHECKS;

export const CHECK_IDS = Object.keys(CHECKS) as readonly CheckId[];

/** Checks that every scenario makes, all the time. */
export const CONSTANT: readonly CheckId[] = ["K-1", "K-2", "K-3", "K-4", "K-5", "K-10", "K-16"];

/** The result of one check. */
export type Finding = { readonly id: CheckId; readonly title: string } & (
  | { readonly result: "passed" }
  | { readonly result: "broken" | "skipped"; readonly reason: string }
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

/** What one scenario found. */
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

/** Puts together what the scenarios found of a check. */
export function summarize(id: CheckId, judges: readonly Judge[]): Finding {
  const title = CHECKS[id];
  const verdicts = judges.map((judge) => judge.verdict(id)).filter((verdict) => verdict !== null);
  const broken = verdicts.find((verdict) => verdict !== "passed");
  if (broken) return { id, title, result: "broken", reason: broken.reason };
  if (verdicts.length > 0) return { id, title, result: "passed" };
  const stopped = CHECK_IDS.filter((other) => judges.some((judge) => isBroken(judge, other)));
  const reason =
    stopped.length > 0 ? `the client stopped at ${stopped.join(", ")}` : "the client did not come to it";
  return { id, title, result: "skipped", reason };
}

function isBroken(judge: Judge, check: CheckId): boolean {
  const verdict = judge.verdict(check);
  return verdict !== null && verdict !== "passed";
}
