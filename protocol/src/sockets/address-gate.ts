import type { Cancel, Rate, Time } from "../ports/index.ts";
import { TokenBucket } from "../ports/index.ts";
import { SOCKET_LIMITS } from "../limits.ts";
import { networkOf } from "./addresses.ts";

/** The limits of all connections of one address together. */
interface AddressLimits {
  /** connections at once; it may open as many at once, and a tenth of them a second */
  readonly connections: number;
  /** HTTP requests and upgrades. Default: any number. */
  readonly requests?: Rate & {
    /** ms whose requests are handled at once. Default `SOCKET_LIMITS.unpaced` */
    readonly unpaced?: number;
  };
}

/**
 * Why a connection is refused: its address has too many, opens them too quickly, or went far beyond its limits a moment ago.
 */
export type RefusalReason = "connections" | "connection-rate" | "blocked";

/** ms between two searches for addresses that are no longer counted. */
const SWEEP_INTERVAL = 10_000;
/** Requests that a client which comes back makes. */
const REQUESTS_EACH = 2;
/** Connections that a connection which had to be cut counts as. */
const PENALTY = 10;

/** Limits each address; of IPv6, each network of 64 bits, which one person has alone. */
export class AddressGate {
  readonly #time: Time;
  readonly #rates: AddressRates;
  readonly #known = new Map<string, KnownAddress>();
  #cancel: Cancel | null = null;

  constructor(time: Time, limits: AddressLimits) {
    this.#time = time;
    this.#rates = ratesOf(limits);
  }

  /** Number of addresses that are counted now. */
  get size(): number {
    return this.#known.size;
  }

  /** Returns what an address has used. */
  find(address: string): KnownAddress {
    const network = networkOf(address);
    const found = this.#known.get(network);
    if (found) return found;
    const known = new KnownAddress(this.#time, this.#rates);
    this.#known.set(network, known);
    this.#cancel ??= this.#time.every(SWEEP_INTERVAL, () => this.#sweep(), { background: true });
    return known;
  }

  /** Ends its timer. */
  close(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #sweep(): void {
    for (const [network, known] of this.#known) if (known.isIdle) this.#known.delete(network);
    if (this.#known.size === 0) this.close();
  }
}

/** The rates of every address. */
interface AddressRates {
  readonly units: Rate;
  /** Its burst is also how many connections there may be at once. */
  readonly connecting: Rate;
  readonly requests: Rate | null;
  readonly paced: Rate | null;
  readonly excess: Rate;
}

function ratesOf({ connections, requests }: AddressLimits): AddressRates {
  const { frames, excess } = SOCKET_LIMITS;
  const { perSecond = 0, unpaced = SOCKET_LIMITS.unpaced } = requests ?? {};
  return {
    units: { perSecond: frames.perSecond * connections, burst: frames.burst * connections },
    connecting: { perSecond: connections / 10, burst: connections },
    requests: requests ?? null,
    paced: requests ? { perSecond, burst: (perSecond * unpaced) / 1000 } : null,
    excess: { perSecond: 1, burst: excess },
  };
}

/** One address' use of its limits. */
export class KnownAddress {
  /** The allowance of its connections together: frames, packets or requests. */
  readonly units: TokenBucket;
  readonly #time: Time;
  /** How many may be open at once. */
  readonly #connections: number;
  readonly #connecting: TokenBucket;
  readonly #requests: TokenBucket | null;
  readonly #paced: TokenBucket | null;
  readonly #excess: TokenBucket;
  #open = 0;
  /** When the client that was last refused a request may make it, by the monotonic clock. */
  #promised = Number.NEGATIVE_INFINITY;
  /** By the monotonic clock. */
  #blockedUntil = Number.NEGATIVE_INFINITY;

  constructor(time: Time, { units, connecting, requests, paced, excess }: AddressRates) {
    this.#time = time;
    this.#connections = connecting.burst;
    this.units = new TokenBucket(time, units);
    this.#connecting = new TokenBucket(time, connecting);
    this.#requests = requests && new TokenBucket(time, requests);
    this.#paced = paced && new TokenBucket(time, paced);
    this.#excess = new TokenBucket(time, excess);
  }

  /** Whether it has no connection and all of its limits left. */
  get isIdle(): boolean {
    const buckets = [this.units, this.#connecting, this.#requests, this.#paced, this.#excess];
    return this.#open === 0 && this.blockedFor === 0 && buckets.every((bucket) => bucket?.isFull !== false);
  }

  /** ms for which nothing of it is accepted. */
  get blockedFor(): number {
    return Math.max(0, Math.ceil(this.#blockedUntil - this.#time.monotonic()));
  }

  /** Counts a connection until `close` is called. Returns why it is refused; `null`: it is not. */
  open(): RefusalReason | null {
    if (this.blockedFor > 0) return "blocked";
    if (this.#open >= this.#connections) return "connections";
    if (this.#connecting.take() > 0) return "connection-rate";
    this.#open += 1;
    return null;
  }

  close(): void {
    this.#open -= 1;
  }

  /**
   * Counts a request. Returns ms until its client may make it again, and what belongs to it; 0: it may make it now. Each client is told
   * a time of its own: many who come back behind one address would else be refused again together, until all are blocked.
   */
  request(): number {
    if (this.blockedFor > 0) return this.blockedFor;
    if (this.#requests === null || this.#requests.take() === 0) return 0;
    if (this.#excess.take() > 0) this.#blockedUntil = this.#time.monotonic() + SOCKET_LIMITS.block;
    return Math.max(this.blockedFor, this.#promiseTurn(this.#requests));
  }

  #promiseTurn(requests: TokenBucket): number {
    const now = this.#time.monotonic();
    const next = this.#promised + requests.gainOf(REQUESTS_EACH);
    this.#promised = Math.min(
      now + SOCKET_LIMITS.block,
      Math.max(now + requests.waitFor(REQUESTS_EACH), next),
    );
    return Math.ceil(this.#promised - now);
  }

  /** Gives a request that it may make its turn. Returns ms until then; 0: now. */
  takeTurn(): number {
    return this.#paced?.charge(1) ?? 0;
  }

  /** Counts that a connection of it had to be cut. */
  penalize(): void {
    this.#connecting.charge(PENALTY);
  }
}
