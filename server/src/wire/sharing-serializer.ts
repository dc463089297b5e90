import { type Client, SchemaSerializer } from "@colyseus/core";
import type { Schema } from "@colyseus/schema";

/** Bytes: no match's state comes near, and a client with a view that joins a larger one would get garbage. */
const BUFFER = 64 * 1024;

/** The buffers in which patches and whole states are encoded. */
const patches = new Uint8Array(BUFFER);
const states = new Uint8Array(BUFFER);

/** Handshakes, which tell a client the shape of a state, by the state's class. */
const handshakes = new Map<unknown, Uint8Array>();

/** The clients that a state is shown to. */
interface Audience {
  /** Returns whom a patch is sent to, each of which may stand for several clients. */
  gather(): readonly Pick<Client, "state" | "view" | "raw">[];
  /** Is called before a client is sent the whole state, and returns it; `null`: the present one. */
  stateFor(client: Client): Uint8Array | null;
}

/**
 * A serializer whose buffers and handshake are shared by all rooms (docs/colyseus.md, "What each room pays for"). A frame is
 * encoded and handed over in one turn of the event loop, and `GuardedSocket` copies what it sends.
 */
export class SharingSerializer<T extends Schema> extends SchemaSerializer<T> {
  readonly #audience: Audience | null;

  /** @param audience `null`: each client is sent every patch */
  constructor(audience: Audience | null = null) {
    super();
    this.#audience = audience;
  }

  override reset(state: T): void {
    super.reset(state);
    this.encoder.sharedBuffer = patches;
    states[0] = this.fullEncodeBuffer[0] ?? 0;
    this.fullEncodeBuffer = states;
    this.handshakeCache = handshakes.get(state.constructor) ?? super.handshake().slice();
    handshakes.set(state.constructor, this.handshakeCache);
  }

  /** Encodes a patch that hides nothing once for all clients. Views are searched only if a client sees what others do not. */
  override applyPatches(...[all, ...args]: Parameters<SchemaSerializer<T>["applyPatches"]>): boolean {
    const clients = (this.#audience?.gather() ?? all) as Client[];
    const { hasFilters } = this;
    this.hasFilters &&= this.#hasHiddenChanges || clients.some(({ view }) => view && view.changes.size > 0);
    try {
      return super.applyPatches(clients, ...args);
    } finally {
      this.hasFilters = hasFilters;
    }
  }

  /** Whether some change is of what only views show. */
  get #hasHiddenChanges(): boolean {
    const { changes, pendingFilterRefresh } = this.encoder.root;
    if (pendingFilterRefresh.length > 0) return true;
    for (let node = changes.next; node !== undefined; node = node.next) {
      const { isFiltered, encDescriptor } = node.changeTree;
      if (isFiltered || encDescriptor.filterBitmask !== 0) return true;
    }
    return false;
  }

  /** Encodes the state anew each time: other rooms have used the buffer since. */
  override getFullState(...args: [client?: Client]): Uint8Array {
    const [client] = args;
    const held = client && this.#audience?.stateFor(client);
    if (held) return held;
    this.needFullEncode = true;
    return super.getFullState(...args);
  }
}
