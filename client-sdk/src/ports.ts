import type { Reservation } from "./protocol.ts";

/** The part of `fetch` that this SDK uses; give your own for a runtime without it, or in tests. */
export type Fetch = (
  url: string,
  init: {
    method: "POST" | "DELETE";
    headers: Record<string, string>;
    body?: string;
    signal: AbortSignal;
  },
) => Promise<{ readonly ok: boolean; json<Body>(): Promise<Body> }>;

/**
 * Takes the seat that a reservation holds, in a room, and resolves once the room's whole state is there. `State` and
 * `Message` are what the protocol says of that room.
 */
export type Connect = <State, Message>(
  reservation: Reservation,
  listener: LinkListener<State, Message>,
) => Promise<Link>;

/** One connection to one room; dead for good after `closed`. */
export interface Link {
  /** Asks and waits for the answer; rejects with a `Refusal`. */
  request<Answer>(type: string, payload: unknown): Promise<Answer>;
  /** Leaves on purpose; resolves when the connection is closed. */
  leave(): Promise<void>;
}

/** What a connection tells, in the order in which it came. */
export interface LinkListener<State, Message> {
  /** The first state is about to follow; from now on the link can be used. */
  opened(link: Link): void;
  /** The whole state came, or a patch to it; `state` is one object that keeps changing. */
  state(state: State): void;
  message(type: string, payload: Message): void;
  /** It is over, by whomever. Called once, and only after `opened`. */
  closed(code: number, reason: string): void;
}
