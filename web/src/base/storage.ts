/** Texts by key that outlive a reload. Where the browser stores nothing, they are kept until the page is closed. */
export class PageStorage {
  readonly #storage: () => Storage;
  /** What could not be stored. */
  readonly #kept = new Map<string, string>();

  /** @param storage where texts are stored; a browser that allows no storage throws already here */
  constructor(storage: () => Storage) {
    this.#storage = storage;
  }

  /** Returns a stored text; `null`: there is none. */
  read(key: string): string | null {
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    try {
      return this.#storage().getItem(key);
    } catch {
      return null;
    }
  }

  /** Returns a stored value of any shape; `null`: there is none, or it is no JSON. */
  readValue(key: string): unknown {
    try {
      return JSON.parse(this.read(key) ?? "null");
    } catch {
      return null;
    }
  }

  write(key: string, text: string): void {
    try {
      this.#storage().setItem(key, text);
      this.#kept.delete(key);
    } catch {
      this.#kept.set(key, text);
    }
  }

  remove(key: string): void {
    this.#kept.delete(key);
    try {
      this.#storage().removeItem(key);
    } catch {
      // The store is full or forbidden: nothing was stored.
    }
  }
}

/** What all tabs of this browser remember. */
export const browserStorage = new PageStorage(() => localStorage);

/** What this tab alone remembers. */
export const tabStorage = new PageStorage(() => sessionStorage);
