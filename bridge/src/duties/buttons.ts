import type { Act, Verdict } from "@flower-war/client-sdk/temple";
import { Refused, type ServerLink } from "../server-link.ts";
import type { Temple } from "../temple.ts";
import type { Voice } from "../voice.ts";
import type { Displays } from "./displays.ts";
import type { Pairing } from "./pairing.ts";

interface Outcome {
  readonly verdict: Verdict;
  readonly reason: string;
}

const DONE: Outcome = { verdict: "accepted", reason: "ok" };
const AWAY: Outcome = { verdict: "pending", reason: "server-away" };
const REMEMBERED = 8;

/** Does what a temple's buttons ask for; an act sent again is answered again and does nothing twice (section 3). */
export class Buttons {
  readonly #link: ServerLink;
  readonly #voice: Voice;
  readonly #displays: Displays;
  readonly #pairing: Pairing;
  readonly #done = new Map<string, readonly (Outcome & { boot: string; seq: number })[]>();

  constructor(link: ServerLink, voice: Voice, displays: Displays, pairing: Pairing) {
    this.#link = link;
    this.#voice = voice;
    this.#displays = displays;
    this.#pairing = pairing;
  }

  async press(temple: Temple, act: Act): Promise<void> {
    const { boot, seq } = act;
    if (temple.ledger?.retiredBoots.includes(boot)) return;
    const done = this.#done.get(temple.id) ?? [];
    const before = done.find((known) => known.boot === boot && known.seq === seq);
    const { verdict, reason } = before ?? (await this.#outcome(temple, act));
    if (before === undefined && verdict !== "pending") {
      this.#done.set(temple.id, [...done, { boot, seq, verdict, reason }].slice(-REMEMBERED));
    }
    this.#voice.ack(temple.id, { about: "act", boot, seq, verdict, reason });
    this.#displays.refresh(temple);
  }

  async #outcome(temple: Temple, act: Act): Promise<Outcome> {
    try {
      return await this.#do(temple, act);
    } catch (error) {
      return error instanceof Refused ? { verdict: "rejected", reason: error.code } : AWAY;
    }
  }

  async #do(temple: Temple, act: Act): Promise<Outcome> {
    if (act.act === "returned") return this.#takeBack(temple, act);
    if (act.act === "unpair") await this.#pairing.unpair(temple);
    else await this.#showCode(temple);
    return DONE;
  }

  /** Who presses the button wants to see the code, also while a match is on. */
  async #showCode(temple: Temple): Promise<void> {
    await this.#pairing.showCode(temple);
    temple.pairing = true;
  }

  /** J-11: beads taken back settle a debt, never more than that. */
  async #takeBack(temple: Temple, { boot, seq, slot, num }: Act & { act: "returned" }): Promise<Outcome> {
    const templeId = temple.id;
    const { fix, ...outcome } = await this.#link.request("returned", { templeId, boot, seq, slot, num });
    if (temple.ledger !== null) temple.ledger = { ...temple.ledger, fix };
    return outcome;
  }
}
