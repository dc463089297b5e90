import { sumUp } from "@flower-war/protocol/log";
import type { Cancel, Time } from "@flower-war/protocol/ports";
import { followLake, type Question } from "@flower-war/protocol/temple";
import type { Logger } from "../log.ts";
import { isRetryable, RefusalError, type ServerPort } from "../server-port.ts";
import type { DisplayPublisher } from "./display-publisher.ts";
import type { ShownMove, Temple } from "./temple.ts";
import type { TempleRegistry } from "./temple-registry.ts";

/** ms after a question is shown in which a press was meant for what was shown before (P-6). */
const SURPRISE = 1_000;

/** ms for which a temple shows that a seat came or left (P-7). */
const MOVE_SHOWN = 5_000;

/** Shows pairing codes, questions and moves, and follows the bindings that the server makes and ends (P-2, P-5, P-6, P-7). */
export class Pairing {
  readonly #server: ServerPort;
  readonly #temples: TempleRegistry;
  readonly #displays: DisplayPublisher;
  readonly #log: Logger;
  readonly #time: Time;
  readonly #expiries = new Map<string, Cancel>();
  /** Take questions off that the server did not, by temple id. */
  readonly #questionEnds = new Map<string, Cancel>();
  /** Take moves off, by temple id. */
  readonly #moveEnds = new Map<string, Cancel>();

  constructor(
    server: ServerPort,
    temples: TempleRegistry,
    displays: DisplayPublisher,
    log: Logger,
    time: Time,
  ) {
    this.#server = server;
    this.#temples = temples;
    this.#displays = displays;
    this.#log = log;
    this.#time = time;
  }

  /** @param onTable is told of each temple that gets a table */
  start(onTable: (temple: Temple) => void): void {
    this.#server.on("bound", ({ templeId, table }) => {
      const temple = this.#temples.find(templeId);
      if (temple === null) return;
      temple.table = table;
      temple.showsCode = false;
      this.#setQuestion(temple, null);
      // J-11: a new binding begins without debts, and follows no lake yet.
      if (temple.ledger !== null) temple.ledger = followLake({ ...temple.ledger, fix: { h: 0, t: 0 } }, null);
      onTable(temple);
      this.#displays.refresh(temple);
    });
    this.#server.on("asked", ({ templeId, question }) => {
      const temple = this.#temples.find(templeId);
      if (temple === null) return;
      this.#setQuestion(temple, question);
      this.#displays.refresh(temple);
    });
    this.#server.on("moved", ({ templeId, name, from, to }) => {
      const temple = this.#temples.find(templeId);
      if (temple === null) return;
      const isHere = to === templeId;
      this.#setMove(temple, { name, isHere, other: isHere ? from : to });
      this.#displays.refresh(temple);
    });
    this.#server.on("unbound", ({ templeId }) => {
      const temple = this.#temples.find(templeId);
      if (temple === null) return;
      temple.table = null;
      temple.enqueue(() => this.offerCode(temple));
    });
  }

  stop(): void {
    for (const cancel of this.#expiries.values()) cancel();
    this.#expiries.clear();
    for (const cancel of this.#questionEnds.values()) cancel();
    this.#questionEnds.clear();
    for (const cancel of this.#moveEnds.values()) cancel();
    this.#moveEnds.clear();
  }

  /**
   * Handles the pair button: it answers the question that is shown (P-6), else it shows the code, during a match too. Rejects as the
   * request does.
   */
  async press(temple: Temple): Promise<void> {
    const { question } = temple;
    if (question !== null && this.#time.monotonic() - question.shownAt >= SURPRISE) {
      await this.#server.request("confirm", { templeId: temple.id, id: question.id });
      return;
    }
    this.#setMove(temple, null);
    await this.showCode(temple);
    temple.showsCode = true;
  }

  /** Shows a code if the temple is online and not bound (P-2). If there is none yet, it is requested again later. */
  async offerCode(temple: Temple): Promise<void> {
    if (temple.isOnline && temple.table === null)
      await this.showCode(temple).catch((error: unknown) => this.#handleFailure(temple, error));
    this.#displays.refresh(temple);
  }

  /** Requests a code and shows it. Rejects as the request does. */
  async showCode(temple: Temple): Promise<void> {
    const { code, expires } = await this.#server.request("code", { templeId: temple.id });
    const life = expires * 1000;
    temple.code = { code, expiresAt: this.#time.monotonic() + life };
    this.#expiries.get(temple.id)?.();
    const expire = () => temple.enqueue(() => this.#expire(temple));
    this.#expiries.set(temple.id, this.#time.after(life, expire, { background: true }));
    this.#displays.refresh(temple);
  }

  /** Ends the temple's binding (P-5). Rejects as the request does. */
  async unpair(temple: Temple): Promise<void> {
    await this.#server.request("unpair", { templeId: temple.id });
  }

  /** Takes code, question and move off the display. */
  clear(temple: Temple): void {
    this.#clearCode(temple);
    this.#setQuestion(temple, null);
    this.#setMove(temple, null);
  }

  #clearCode(temple: Temple): void {
    this.#expiries.get(temple.id)?.();
    this.#expiries.delete(temple.id);
    temple.code = null;
    temple.showsCode = false;
  }

  #setQuestion(temple: Temple, question: Question | null): void {
    this.#questionEnds.get(temple.id)?.();
    this.#questionEnds.delete(temple.id);
    temple.question = null;
    if (question === null) return;
    const { id, name, wait } = question;
    temple.question = { id, name, shownAt: this.#time.monotonic() };
    const end = () => {
      this.#setQuestion(temple, null);
      this.#displays.refresh(temple);
    };
    this.#questionEnds.set(temple.id, this.#time.after(wait, end, { background: true }));
  }

  #setMove(temple: Temple, move: ShownMove | null): void {
    this.#moveEnds.get(temple.id)?.();
    this.#moveEnds.delete(temple.id);
    temple.move = move;
    if (move === null) return;
    const end = () => {
      this.#setMove(temple, null);
      this.#displays.refresh(temple);
    };
    this.#moveEnds.set(temple.id, this.#time.after(MOVE_SHOWN, end, { background: true }));
  }

  async #expire(temple: Temple): Promise<void> {
    this.#clearCode(temple);
    await this.offerCode(temple);
  }

  #handleFailure(temple: Temple, error: unknown): void {
    // The temple was just revoked, which is no failure.
    if (error instanceof RefusalError && error.code === "unknown-temple") return;
    temple.needsAnnouncement ||= isRetryable(error);
    this.#log.warn(sumUp({ temple: temple.id, err: error }, temple.id), "pairing code request failed");
  }
}
