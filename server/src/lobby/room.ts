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
    const matches = await matchMaker.query<MatchRoom>({ name: ROOMS.match });
    for (const { metadata } of matches) {
      if (metadata && !metadata.private && metadata.status !== "over") this.#list(metadata);
    }
    this.broadcastPatch();
  }

  override onJoin(): void {
    this.broadcastPatch();
  }

  #hear(news: ListingNews): void {
    if (news.gone === undefined) this.#list(news.listing);
    else this.state.matches.delete(news.gone);
    this.broadcastPatch();
  }

  #list({ id, code, game, status, seats, open, host }: Listing): void {
    const known = this.state.matches.get(id);
    if (known) known.assign({ status, open });
    else this.state.matches.set(id, new ListingState().assign({ id, code, game, status, seats, open, host }));
  }
}
