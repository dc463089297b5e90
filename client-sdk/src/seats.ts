import type { GameName } from "./games/game-map.ts";

/** A seat of one's own, as it is kept for later. Secret: whoever has the token has the seat. */
export interface KeptSeat {
  /** The server's address, without a slash at its end. */
  readonly server: string;
  /** The match's id. */
  readonly match: string;
  /** The match's short code. */
  readonly code: string;
  readonly game: GameName;
  readonly seat: string;
  readonly token: string;
  /** The name under which another token was asked for (`host.renew`), while no answer has come. */
  readonly renew?: string;
}

/** Where seats are kept, so that a page that was reloaded, or a program that was started again, has them still. */
export interface SeatStore {
  /** Every seat kept, of whatever server. */
  all(): Promise<readonly KeptSeat[]>;
  /** Keeps a seat; one of the same server, match and name is replaced. */
  keep(seat: KeptSeat): Promise<void>;
  forget(seat: KeptSeat): Promise<void>;
}

/** Keeps seats for as long as the program runs. */
export function memoryStore(): SeatStore {
  const kept = new Map<string, KeptSeat>();
  return {
    all: async () => [...kept.values()],
    keep: async (seat) => void kept.set(nameOf(seat), seat),
    forget: async (seat) => void kept.delete(nameOf(seat)),
  };
}

const PREFIX = "flower-war/seat/";

/**
 * Keeps seats in a browser.
 * @param storage `localStorage`: they outlive the browser, and all tabs have them; `sessionStorage`: they go with the tab
 */
export function webStore(storage: Storage): SeatStore {
  const keyOf = (seat: KeptSeat) => PREFIX + nameOf(seat);
  return {
    all: async () => {
      const keys = Array.from(storage, (_, i) => storage.key(i) ?? "");
      return keys
        .filter((key) => key.startsWith(PREFIX))
        .flatMap((key) => parseSeat(storage.getItem(key) ?? "") ?? []);
    },
    keep: async (seat) => storage.setItem(keyOf(seat), JSON.stringify(seat)),
    forget: async (seat) => storage.removeItem(keyOf(seat)),
  };
}

/** `localStorage` where there is one that may be used, else memory. */
export function defaultStore(): SeatStore {
  try {
    if (typeof document !== "undefined") return webStore(localStorage);
  } catch {
    // A browser that is told to keep nothing refuses to hand it out.
  }
  return memoryStore();
}

/** What tells one seat from all others; fit for a key or, encoded, for a file's name. */
export function nameOf({ server, match, seat }: KeptSeat): string {
  return [server, match, seat].map(encodeURIComponent).join("/");
}

/** Reads a seat that was kept as JSON; `null` when it is none. */
export function parseSeat(json: string): KeptSeat | null {
  try {
    const value: { readonly [K in keyof KeptSeat]?: unknown } | null = JSON.parse(json);
    const { server, match, code, game, seat, token, renew } = value ?? {};
    const fields = [server, match, code, game, seat, token];
    if (!fields.every((field) => typeof field === "string")) return null;
    const kept = { server, match, code, game, seat, token } as KeptSeat;
    return typeof renew === "string" ? { ...kept, renew } : kept;
  } catch {
    return null;
  }
}
