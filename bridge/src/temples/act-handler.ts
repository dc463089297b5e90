import type { Act, Verdict } from "@flower-war/protocol/temple";
import { RefusalError, type ServerPort } from "../server-port.ts";
import type { DisplayPublisher } from "./display-publisher.ts";
import type { Pairing } from "./pairing.ts";
import type { Temple } from "./temple.ts";
import type { TemplePublisher } from "./temple-publisher.ts";

interface Outcome {
  readonly verdict: Verdict;
  readonly reason: string;
}

const ACCEPTED: Outcome = { verdict: "accepted", reason: "ok" };
const AWAY: Outcome = { verdict: "pending", reason: "server-away" };
/** Acts of one temple whose outcome is remembered. */
const MAX_HANDLED = 8;

/** Carries out acts, that is buttons. An act sent again gets the same ack and has no effect again (section 3). */
export class ActHandler {
  readonly #server: ServerPort;
  readonly #publisher: TemplePublisher;
  readonly #displays: DisplayPublisher;
  readonly #pairing: Pairing;
  readonly #handled = new Map<string, readonly (Outcome & { boot: string; seq: number })[]>();

  constructor(server: ServerPort, publisher: TemplePublisher, displays: DisplayPublisher, pairing: Pairing) {
    this.#server = server;
    this.#publisher = publisher;
    this.#displays = displays;
    this.#pairing = pairing;
  }

  /** Carries out an act and publishes its ack; an act from a retired boot is dropped (C-3). */
  async handle(temple: Temple, act: Act): Promise<void> {
    const { boot, seq } = act;
    if (temple.ledger?.retiredBoots.includes(boot)) return;
    const handled = this.#handled.get(temple.id) ?? [];
    const before = handled.find((known) => known.boot === boot && known.seq === seq);
    const { verdict, reason } = before ?? (await this.#perform(temple, act));
    if (before === undefined && verdict !== "pending") {
      this.#handled.set(temple.id, [...handled, { boot, seq, verdict, reason }].slice(-MAX_HANDLED));
    }
    this.#publisher.publishAck(temple.id, { about: "act", boot, seq, verdict, reason });
    this.#displays.refresh(temple);
  }

  async #perform(temple: Temple, act: Act): Promise<Outcome> {
    try {
      if (act.act === "returned") return await this.#takeBack(temple, act);
      if (act.act === "unpair") await this.#pairing.unpair(temple);
      else await this.#pairing.press(temple);
      return ACCEPTED;
    } catch (error) {
      return error instanceof RefusalError ? { verdict: "rejected", reason: error.code } : AWAY;
    }
  }

  /** Settles a debt with beads taken back, never more than is owed (J-11). */
  async #takeBack(temple: Temple, { boot, seq, slot, num }: Act & { act: "returned" }): Promise<Outcome> {
    const templeId = temple.id;
    const { fix, ...outcome } = await this.#server.request("returned", { templeId, boot, seq, slot, num });
    if (temple.ledger !== null) temple.ledger = { ...temple.ledger, fix };
    return outcome;
  }
}
