import { isDeepStrictEqual } from "node:util";
import {
  absorb,
  type AnswerOf,
  type BeadClaim,
  type BySlot,
  followLake,
  type Judgement,
  type Ledger,
  type PayloadOf,
  type RequestName,
  reconcile,
  recount,
  settle,
  type TemplesMessages,
  type TempleTable,
  takeBack,
} from "@flower-war/protocol/temple";
import { type MessageName, RefusalError, ServerAwayError, type ServerPort } from "../../src/server-port.ts";

type Answers = { [K in RequestName]: (payload: PayloadOf<K>) => AnswerOf<K> };

/**
 * A match server in memory with one match, one awaited seat with some skulls, and one window at a time. For tests that
 * decide what the server does; the vectors run against the real one.
 */
export class FakeServer implements ServerPort {
  isUp = true;
  /** Secrets by temple id. */
  readonly secrets = new Map<string, string>();
  readonly ledgers = new Map<string, Ledger>();
  /** Every request that was not refused, in order. */
  readonly requests: { name: RequestName; payload: unknown }[] = [];
  /** The table of a bound temple; `null`: unbound. */
  table: TempleTable | null = {
    phase: "playing",
    match: "FW7K",
    turn: 12,
    seat: { id: "east", name: "Citlali", local: true },
    step: "sacrifice",
    mark: "M.7",
    open: { h: true, t: true },
    left: 3,
    offerings: { h: 5, t: 2 },
    apocalypse: { state: "none", count: 0, of: 13, ruling: null },
  };
  /** Skulls of the awaited seat. */
  skulls = 3;
  codes = 0;
  /** Whether another bridge serves all temples. */
  servedElsewhere = false;
  /** Seconds that a code lives. */
  codeLife = 300;
  /** The code with which it refuses every request; `null`: it refuses none. */
  refusalCode: string | null = null;
  /** The requests refused so. */
  readonly refused: RequestName[] = [];
  /** Whether requests arrive but get no answer. */
  losesAnswers = false;
  /** Answers are sent when this has resolved. */
  answersAfter: Promise<void> = Promise.resolve();
  /** Whether the next answer to `judge` is lost. */
  losesNextVerdicts = false;
  /** Verdicts of which no bridge has said that the temple has their acks (C-11). */
  untold: readonly Judgement[] = [];
  readonly #judgements = new Map<string, Judgement>();
  readonly #listeners = new Map<string, (message: never) => void>();
  #changeListener: (isUp: boolean) => void = () => {};

  on<K extends MessageName>(name: K, listener: (message: TemplesMessages[K]) => void): void {
    this.#listeners.set(name, listener);
  }

  onChange(listener: (isUp: boolean) => void): void {
    this.#changeListener = listener;
  }

  /** Makes the server reachable or unreachable. */
  setUp(isUp: boolean): void {
    this.isUp = isUp;
    this.#changeListener(isUp);
  }

  send<K extends MessageName>(name: K, message: TemplesMessages[K]): void {
    this.#listeners.get(name)?.(message as never);
  }

  /** Changes the table, for example to another window. */
  moveTo(templeId: string, change: Partial<TempleTable>): void {
    if (this.table === null) throw new Error("no match");
    this.table = { ...this.table, ...change };
    this.send("table", { templeId, table: this.table });
  }

  bind(templeId: string, table: TempleTable): void {
    this.table = table;
    const ledger = this.ledgers.get(templeId);
    if (ledger !== undefined) this.ledgers.set(templeId, { ...ledger, fix: { h: 0, t: 0 } });
    this.send("bound", { templeId, table });
  }

  get offerings(): BySlot {
    return this.table?.offerings ?? { h: 0, t: 0 };
  }

  async request<K extends RequestName>(name: K, payload: PayloadOf<K>): Promise<AnswerOf<K>> {
    if (!this.isUp) throw new ServerAwayError("away");
    if (this.refusalCode !== null) {
      this.refused.push(name);
      throw new RefusalError(this.refusalCode);
    }
    this.requests.push({ name, payload });
    if (this.losesAnswers) throw new ServerAwayError("no answer");
    await this.answersAfter;
    const answer = this.#answers[name](payload);
    if (name === "judge" && this.losesNextVerdicts) {
      this.losesNextVerdicts = false;
      throw new ServerAwayError("the answer was lost");
    }
    return structuredClone(answer);
  }

  readonly #answers: Answers = {
    verify: ({ templeId, secret }) => ({ ok: this.secrets.get(templeId) === secret }),
    "temple-online": ({ templeId }) => {
      if (!this.secrets.has(templeId)) throw new RefusalError("unknown-temple");
      if (this.servedElsewhere) return { owned: false, ledger: null, table: null };
      const [ledger, table] = [this.ledgers.get(templeId) ?? null, this.table];
      return { owned: true, ledger, table, untold: this.untold };
    },
    lease: ({ templeIds }) => ({ owned: this.servedElsewhere ? [] : templeIds }),
    "temple-offline": () => ({}),
    enrolled: ({ templeIds }) => ({ enrolled: templeIds.filter((id) => this.secrets.has(id)) }),
    health: () => ({}),
    code: () => ({ code: `CDE${2 + this.codes++}`, expires: this.codeLife }),
    confirm: () => ({}),
    unpair: ({ templeId }) => {
      this.table = null;
      this.send("unbound", { templeId });
      return {};
    },
    returned: ({ templeId, ...act }) => {
      const ledger = this.ledgers.get(templeId) ?? null;
      const settled = takeBack(ledger, act);
      if (settled === null) {
        return { verdict: "ignored", reason: "nothing-owed", fix: ledger?.fix ?? { h: 0, t: 0 } };
      }
      this.ledgers.set(templeId, settled);
      return { verdict: "accepted", reason: "ok", fix: settled.fix };
    },
    mirror: ({ templeId, on }) => {
      const ledger = this.ledgers.get(templeId);
      if (ledger === undefined) return { ledger: null };
      const followed = followLake(ledger, on ? (this.table?.lake ?? null) : null);
      this.ledgers.set(templeId, followed);
      return { ledger: followed };
    },
    judge: ({ templeId, ledger, beads, told = [] }) => {
      let settled = reconcile(ledger, this.ledgers.get(templeId) ?? null);
      const judgements = beads.map((claim) => {
        const before = this.#judgements.get(formatName(templeId, claim));
        const outcome = before ?? { name: claim.name, ...this.#judge(templeId, claim) };
        const judgement = before ?? absorb(outcome, claim.name.slot, settled.fix);
        settled = before ? recount(settled, before.name) : settle(settled, [judgement], true);
        this.#judgements.set(formatName(templeId, claim), judgement);
        return judgement;
      });
      this.ledgers.set(templeId, settled);
      const isTold = ({ name }: Judgement) => told.some((each) => isDeepStrictEqual(each, name));
      this.untold = [...this.untold, ...judgements].filter((each) => !isTold(each));
      return { ledger: settled, judgements };
    },
  };

  /** J-2, J-4 to J-9 */
  #judge(templeId: string, claim: BeadClaim): Pick<Judgement, "verdict" | "reason"> {
    const { table } = this;
    const { name, stamp, recovered, bounced, earlier } = claim;
    if (earlier) return { verdict: "ignored", reason: "earlier" };
    if (table === null) return { verdict: "ignored", reason: "unpaired" };
    if (bounced) return rejected("bounce");
    if (table.phase === "over") return rejected("match-over");
    if (table.phase === "paused") return rejected("match-paused");
    if (stamp !== null && (stamp.mark !== table.mark || name.n <= stamp.base[name.slot]))
      return rejected("late");
    if (stamp === null && recovered) return rejected("unknown-turn");
    if (!table.seat?.local) return rejected("not-your-decision");
    if (this.skulls === 0) return rejected("no-skulls");
    this.skulls -= 1;
    const offerings = { ...table.offerings, [name.slot]: table.offerings[name.slot] + 1 };
    const { lake } = table;
    const more = lake && { lake: { ...lake, [name.slot]: lake[name.slot] + 1 } };
    this.moveTo(templeId, { offerings, left: this.skulls, ...more });
    return { verdict: "accepted", reason: "ok" };
  }
}

function formatName(templeId: string, { name }: BeadClaim): string {
  return JSON.stringify([templeId, name]);
}

function rejected(reason: string) {
  return { verdict: "rejected", reason } as const;
}
