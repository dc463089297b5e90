import type { Reservation } from "./protocol.ts";

/** What this SDK asks `fetch` for. */
export interface FetchInit {
  method: "GET" | "POST" | "DELETE";
  headers: Record<string, string>;
  /** JSON; with `POST` only. */
  body?: string;
  signal: AbortSignal;
}

/** The part of `fetch` that this SDK uses; give your own for a runtime without it, or in tests. */
export type Fetch = (
  url: string,
  init: FetchInit,
) => Promise<{ readonly ok: boolean; json<Body>(): Promise<Body>; text(): Promise<string> }>;

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
  /** Asks whether the server is there; `answered` is called when it says so. */
  ping(answered: () => void): void;
  /** Leaves on purpose; resolves when the connection is closed. */
  leave(): Promise<void>;
  /** Gives the connection up as lost: tells `closed` with 1006 and the reason at once, whatever the other end does. */
  abandon(reason: string): void;
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
