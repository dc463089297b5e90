import type { NearbyTemple } from "@flower-war/protocol";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import proxyaddr from "proxy-addr";
import type { Asker } from "../match/temples/contract.ts";
import { newId } from "../random.ts";
import { refuse } from "../refusal.ts";
import type { Cancel } from "../time.ts";
import type { TemplePorts } from "./ports.ts";
import type { BridgeRegistry } from "./bridge-registry.ts";
import type { Credentials } from "./credentials.ts";
import type { Pairing } from "./pairing.ts";

export interface NearbyPairingOptions extends Omit<TemplePorts, "callMatch"> {
  readonly credentials: Pick<Credentials, "list">;
  readonly bridges: BridgeRegistry;
  readonly pairing: Pick<Pairing, "pairConfirmed">;
}

/** A question that a temple shows, or is about to show. */
interface OpenQuestion {
  /** Takes it off the temple, once. */
  end: () => Promise<void>;
}

interface Answer {
  /** The question's. */
  readonly id: string;
}

const { open } = SERVER_LIMITS.pairings;

/** Addresses of no public network: loopback, link-local, RFC 1918 and unique local ones of IPv6. */
const isPrivate = proxyaddr.compile(["loopback", "linklocal", "uniquelocal"]);

/**
 * Lets a player in the host's own network choose a temple that shows a code, and confirm by that temple's button (P-6). A question
 * lives in the process that asks; while it is open, this process is subscribed to the temple's answers, so that the others know of it.
 */
export class NearbyPairing {
  readonly #options: NearbyPairingOptions;
  /** Questions by match and seat. */
  readonly #open = new Map<string, OpenQuestion>();

  constructor(options: NearbyPairingOptions) {
    this.#options = options;
  }

  /**
   * Lists the temples that a client can ask for a match, and those at other matches, ordered by id. All of them are online. `null`: none
   * is offered to its address.
   */
  async list(match: string, client: string): Promise<readonly NearbyTemple[] | null> {
    if (!this.#isOffered(client)) return null;
    const { credentials, store, bridges } = this.#options;
    const [enrolled, bindings] = await Promise.all([credentials.list(), store.bindings.list()]);
    const elsewhere = new Set(
      bindings.flatMap((binding) => (binding.match === match ? [] : [binding.templeId])),
    );
    const ids = enrolled.map(({ templeId }) => templeId);
    const shown = new Set(await store.codes.filterShown(ids.filter((id) => !elsewhere.has(id))));
    const listed = ids.filter((id) => elsewhere.has(id) || shown.has(id));
    const online = await Promise.all(listed.map((id) => bridges.isOnline(id)));
    return listed
      .filter((_, i) => online[i])
      .map((templeId) => ({ templeId, elsewhere: elsewhere.has(templeId) }));
  }

  /**
   * Makes a temple show who asks for it. Returns ms until that is over.
   * @throws `RefusalError` with `no-nearby`, `pairing-open`, `too-many-pairings`, `temple-away`, `temple-elsewhere`, `temple-busy` or
   *   `unavailable`
   */
  async ask(asker: Asker, client: string, templeId: string): Promise<{ wait: number }> {
    if (!this.#isOffered(client)) throw refuse("no-nearby");
    const key = keyOf(asker.match, asker.seat);
    if (this.#open.has(key)) throw refuse("pairing-open");
    const question: OpenQuestion = { end: async () => {} };
    this.#open.set(key, question);
    try {
      await this.#options.quotas.count("ask-temple", { address: client });
      await this.#options.locks.run(`asking:${templeId}`, () => this.#show(question, asker, templeId));
    } catch (error) {
      this.#open.delete(key);
      throw error;
    }
    return { wait: open };
  }

  /** Takes the question of a seat off its temple, if there is one. */
  async stop(match: string, seat: string): Promise<void> {
    await this.#open.get(keyOf(match, seat))?.end();
  }

  /** Tells whoever asks a temple that its button was pressed while it showed this question. */
  confirm(templeId: string, id: string): void {
    this.#options.presence.publish(topicOf(templeId), { id } satisfies Answer);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((question) => question.end()));
  }

  #isOffered(client: string): boolean {
    return this.#options.nearbyPairing && isPrivate(client, 0);
  }

  /** Returns why a temple that shows a code cannot be asked for a match; `null`: it can. */
  async #findFault(templeId: string, match: string): Promise<"temple-away" | "temple-elsewhere" | null> {
    const { store, bridges } = this.#options;
    if (!(await bridges.isOnline(templeId))) return "temple-away";
    const binding = await store.bindings.find(templeId);
    return binding === null || binding.match === match ? null : "temple-elsewhere";
  }

  async #show(question: OpenQuestion, asker: Asker, templeId: string): Promise<void> {
    const { store, bridges, presence, time, random, log } = this.#options;
    const topic = topicOf(templeId);
    if ((await store.codes.filterShown([templeId])).length === 0) throw refuse("temple-away");
    const fault = await this.#findFault(templeId, asker.match);
    if (fault !== null) throw refuse(fault);
    if ((await presence.channels(topic)).includes(topic)) throw refuse("temple-busy");

    const id = newId(random);
    let cancel: Cancel = () => {};
    let confirming: Promise<void> | null = null;
    const listener = (answer: Answer): void => {
      if (answer.id === id) confirming ??= this.#confirm(question, asker, templeId);
    };
    question.end = async () => {
      question.end = async () => {};
      cancel();
      this.#open.delete(keyOf(asker.match, asker.seat));
      try {
        await presence.unsubscribe(topic, listener);
      } catch (err) {
        log.warn({ err, temple: templeId }, "question to temple not ended");
      }
      bridges.publish(templeId, "asked", { templeId, question: null });
    };
    await presence.subscribe(topic, listener);
    cancel = time.after(open, () => void question.end(), { background: true });
    bridges.publish(templeId, "asked", { templeId, question: { id, name: asker.name, wait: open } });
  }

  async #confirm(question: OpenQuestion, { match, seat, holder }: Asker, templeId: string): Promise<void> {
    const { pairing, log } = this.#options;
    try {
      await pairing.pairConfirmed(match, seat, holder, templeId);
    } catch (err) {
      log.warn({ err, match, temple: templeId }, "confirmed pairing failed");
    }
    await question.end();
  }
}

function keyOf(match: string, seat: string): string {
  return `${match}:${seat}`;
}

/** The presence topic of a temple's answers; who asks it is subscribed. */
function topicOf(templeId: string): string {
  return `answers:${templeId}`;
}
