import { matchMaker, Room } from "@colyseus/core";
import { type Listing, ROOMS } from "@flower-war/client-sdk/protocol";
import type { MatchRoom } from "../match/room.ts";
import { PATCH_ON_DEMAND, withLobbyBuffers } from "../wire/patches.ts";
import { rejectUnknownRequests } from "../wire/unknown-requests.ts";
import { hearListings, type ListingNews } from "./board.ts";
import { ListingState, LobbyState } from "./state.ts";

/** The live list of public matches that are not over. Whoever watches it says nothing. */
export class LobbyRoom extends Room<{ state: LobbyState }> {
  override autoDispose = false;
  override patchRate = PATCH_ON_DEMAND;

  /** Nobody comes in past the one way in, which reserves places without asking here. */
  static override async onAuth(): Promise<boolean> {
    return false;
  }

  override async onCreate(): Promise<void> {
    rejectUnknownRequests(this, []);
    withLobbyBuffers(() => (this.state = new LobbyState()));
    await hearListings(this.presence, (news) => this.#hear(news));
    await this.#read();
  }

  override onJoin(): void {
    this.broadcastPatch();
  }

  #hear(news: ListingNews): void {
    // What cannot be read now is read at the next call to do so.
    if (news.resync) return void this.#read().catch(() => undefined);
    if (news.gone === undefined) this.#list(news.listing);
    else this.state.matches.delete(news.gone);
    this.broadcastPatch();
  }

  /** Lists what the matchmaker does, and nothing else. */
  async #read(): Promise<void> {
    const matches = await matchMaker.query<MatchRoom>({ name: ROOMS.match });
    const listed = matches.flatMap(({ metadata }) =>
      metadata && !metadata.private && metadata.status !== "over" ? [metadata] : [],
    );
    const ids = new Set(listed.map(({ id }) => id));
    const gone = [...this.state.matches.keys()].filter((id) => !ids.has(id));
    for (const id of gone) this.state.matches.delete(id);
    for (const listing of listed) this.#list(listing);
    this.broadcastPatch();
  }

  #list({ id, code, game, status, seats, open, host }: Listing): void {
    const known = this.state.matches.get(id);
    if (known) known.assign({ status, open });
    else this.state.matches.set(id, new ListingState().assign({ id, code, game, status, seats, open, host }));
  }
}
