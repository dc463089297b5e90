import type { Room } from "@colyseus/core";
import type { Logger } from "pino";
import { tellListing } from "../lobby/board.ts";
import { describeMatch, type MatchMetadata, newsOf, sayTheSame } from "./listing.ts";
import type { Match } from "./match.ts";
import { type MatchNews, type MatchNotice, templesTopic } from "./temple-seam.ts";

/** What those outside its room are told of a match: the lobby, the matchmaker, and the temples. */
export class Notices {
  readonly #room: Room<{ metadata: MatchMetadata }>;
  readonly #match: Match;
  readonly #log: Logger;

  constructor(room: Room<{ metadata: MatchMetadata }>, match: Match, log: Logger) {
    this.#room = room;
    this.#match = match;
    this.#log = log;
    room.metadata = describeMatch(match);
  }

  /** Keeps the lobby and the matchmaker's books in step, if they show anything that changed. */
  list(): void {
    const described = describeMatch(this.#match);
    if (sayTheSame(described, this.#room.metadata)) return;
    this.#room
      .setMetadata(described)
      .catch((err: unknown) => this.#log.warn({ err }, "the match is listed wrongly"));
    const news = newsOf(described);
    if (news) tellListing(this.#room.presence, news);
  }

  /** What the displays of temples show may have changed. */
  table(): void {
    this.#tellTemples({ kind: "table" });
  }

  /** The room is gone, and the match is not played elsewhere. */
  gone(): void {
    const { id, private: hidden, status } = this.#match.state;
    if (!hidden) tellListing(this.#room.presence, { gone: id });
    if (status !== "playing") this.#tellTemples({ kind: "closed" });
  }

  #tellTemples(notice: MatchNews): void {
    if (this.#match.seats.anyLocal) this.#publish(notice);
  }

  #publish(notice: MatchNews): void {
    const told: MatchNotice = { match: this.#match.state.id, ...notice };
    this.#room.presence.publish(templesTopic(), told);
  }
}
