import type { TemplesMessages } from "@flower-war/client-sdk/temple";
import { templesOnline } from "../metrics/counts.ts";

/** A connected bridge, as far as the temples talk to it. */
export interface Bridge {
  send<T extends keyof TemplesMessages>(type: T, message: TemplesMessages[T]): void;
}

/** Which bridge serves which temple now. During a handover two may serve one (S-1): both are told. */
export class Bridges {
  readonly #byTemple = new Map<string, Set<Bridge>>();

  /** Whether the temple is online: some bridge serves it. */
  isOnline(templeId: string): boolean {
    return this.#byTemple.has(templeId);
  }

  serve(bridge: Bridge, templeId: string): void {
    const serving = this.#byTemple.get(templeId) ?? new Set();
    if (serving.size === 0) templesOnline.inc();
    this.#byTemple.set(templeId, serving.add(bridge));
  }

  release(bridge: Bridge, templeId: string): void {
    const serving = this.#byTemple.get(templeId);
    serving?.delete(bridge);
    if (serving?.size !== 0) return;
    this.#byTemple.delete(templeId);
    templesOnline.dec();
  }

  templesOf(bridge: Bridge): readonly string[] {
    return [...this.#byTemple].filter(([, serving]) => serving.has(bridge)).map(([templeId]) => templeId);
  }

  tell<T extends keyof TemplesMessages>(templeId: string, type: T, message: TemplesMessages[T]): void {
    for (const bridge of this.#byTemple.get(templeId) ?? []) bridge.send(type, message);
  }
}
