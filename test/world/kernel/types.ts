/** Something that happens at a point of virtual time. */
export interface SimulatedEvent {
  /** When, in ms of virtual time. */
  at: number;
  /** Breaks ties: the order in which events were added. */
  readonly order: number;
  /** In which process; `null`: outside of all. */
  readonly process: ProcessState | null;
  readonly call: () => void;
  isCancelled: boolean;
}

/** Ends an event that has not happened. */
export type CancelEvent = () => void;

/** Runs code in a context, such as that of a process. */
export type RunInContext = <T>(work: () => T) => T;

/** What the kernel knows of a process. */
export interface ProcessState {
  readonly name: string;
  /** Of the simulation's processes, from 1. */
  readonly number: number;
  readonly address: string;
  /** Runs code as this process. */
  readonly context: RunInContext;
  readonly isDead: boolean;
  /** Until when it stands still, ms of virtual time. */
  readonly frozenUntil: number;
  /** ms by which its wall clock is ahead. */
  readonly skew: number;
  /** The ends of connections that it has open. */
  readonly sockets: Set<Resettable>;
  /** What it listens with. */
  readonly servers: Set<Closable>;
}

/** An end of a connection, as the machine of a process that is gone treats it. */
export interface Resettable {
  /** The address of the other end. */
  readonly remoteAddress: string;
  reset(): void;
  /** Releases its HTTP parser, as the end of a process does. */
  letGo(): void;
}

export interface Closable {
  close(): void;
}

/** What carries packets between two addresses. */
export interface Carrier {
  otherOf(address: string): string;
  carry(from: Pick<ProcessState, "address">, arrive: () => void): void;
}
