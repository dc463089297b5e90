import type { Logger } from "pino";
import type { MatchNotice } from "../match/temple-seam.ts";
import type { AfterMatch } from "./after-match.ts";
import type { Pairing } from "./pairing.ts";
import type { BindingStore } from "./store.ts";
import type { Tables } from "./tables.ts";

/** Does what news from matches ask for. */
export class News {
  readonly #bindings: BindingStore;
  readonly #tables: Tables;
  readonly #pairing: Pairing;
  readonly #afterMatch: AfterMatch;
  readonly #log: Logger;

  constructor(bindings: BindingStore, tables: Tables, pairing: Pairing, afterMatch: AfterMatch, log: Logger) {
    this.#bindings = bindings;
    this.#tables = tables;
    this.#pairing = pairing;
    this.#afterMatch = afterMatch;
    this.#log = log;
  }

  /** Takes a notice in; a failure is logged, since nobody waits for an answer. */
  readonly hear = (notice: MatchNotice): void => {
    this.#follow(notice).catch((err: unknown) => this.#log.warn({ err, notice }, "news of a match failed"));
  };

  async #follow(notice: MatchNotice): Promise<void> {
    switch (notice.kind) {
      case "table":
        return this.#refresh(notice.match);
      case "closed":
        return this.#pairing.matchClosed(notice.match);
    }
  }

  async #refresh(match: string): Promise<void> {
    for (const { templeId } of await this.#bindings.ofMatch(match)) {
      const table = await this.#tables.refresh(templeId);
      if (table?.phase === "over") this.#afterMatch.over(match);
    }
  }
}
