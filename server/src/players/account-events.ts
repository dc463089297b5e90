import type { AccountEvent } from "@flower-war/protocol/players";
import type { Ports } from "../ports.ts";
import { newId } from "../random.ts";
import type { Statement } from "../storage/database/requests.ts";
import { type AccountEventKind, type EventStore, insertEvent, type ProvenAct } from "./store/event-store.ts";

/** ms after which events are forgotten. */
const RETENTION = 180 * 24 * 60 * 60 * 1000;

export interface AccountEventsPorts extends Pick<Ports, "time" | "random"> {
  readonly store: EventStore;
}

/** What happened to accounts, as their owners see it. */
export class AccountEvents {
  readonly #ports: AccountEventsPorts;
  /** Told of each event that has been stored, but refusals. */
  onEvent: (player: string, what: AccountEventKind) => void = () => {};

  constructor(ports: AccountEventsPorts) {
    this.#ports = ports;
  }

  /** Stores an event. @param device as in `AccountEvent` */
  async note(player: string, what: Exclude<AccountEventKind, "refused">, device: string): Promise<void> {
    await this.#ports.store.add(this.#event(player, what, device));
    this.onEvent(player, what);
  }

  /** Stores a refusal. @param asked the refused act */
  noteRefusal(player: string, asked: ProvenAct, device: string): Promise<void> {
    return this.#ports.store.add({ ...this.#event(player, "refused", device), asked });
  }

  /** Returns the statements that store an event in the transaction of its change. Call `onEvent` when they are done. */
  statements(player: string, what: AccountEventKind, device: string): readonly Statement[] {
    return insertEvent(this.#event(player, what, device));
  }

  /** Lists a player's events, the newest first. */
  list(player: string): Promise<readonly AccountEvent[]> {
    return this.#ports.store.list(player);
  }

  /** Deletes some of the events that are too old. Resolves with whether there were any. */
  deleteOld(): Promise<boolean> {
    const { store, time } = this.#ports;
    return store.deleteOld(time.now() - RETENTION);
  }

  #event(player: string, what: AccountEventKind, device: string) {
    const { time, random } = this.#ports;
    return { id: newId(random), player, what, at: time.now(), device, asked: null };
  }
}
