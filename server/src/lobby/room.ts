import { Room } from "@colyseus/core";
import { LobbyState, ROOMS, writeListing } from "@flower-war/protocol";
import type { MatchMaker } from "../cluster/match-maker.ts";
import {
  type ListingNews,
  listingOf,
  type MatchMetadata,
  subscribeListings,
} from "../match/outbound/listing.ts";
import { PATCH_ON_DEMAND, withLobbyBuffers } from "../wire/patches.ts";
import { answerRequests } from "../wire/requests.ts";

/** The live list of public matches that are not over. Its clients send nothing. */
export class LobbyRoom extends Room<{ state: LobbyState }> {
  override autoDispose = false;
  override patchRate = PATCH_ON_DEMAND;
  // Set by onCreate, which Colyseus calls before anything else.
  #matchMaker!: MatchMaker;

  /** Clients join only with a reservation issued over HTTP, which does not call this. */
  static override async onAuth(): Promise<boolean> {
    return false;
  }

  override async onCreate({ matchMaker }: { matchMaker: MatchMaker }): Promise<void> {
    this.#matchMaker = matchMaker;
    answerRequests(this, {});
    withLobbyBuffers(() => (this.state = new LobbyState()));
    await subscribeListings(this.presence, (news) => this.#apply(news));
    await this.#sync();
  }

  override onJoin(): void {
    this.broadcastPatch();
  }

  #apply(news: ListingNews): void {
    // If the listing cannot be read now, the next resync reads it.
    if (news.resync) return void this.#sync().catch(() => undefined);
    if (news.gone === undefined) writeListing(this.state, news.listing);
    else this.state.matches.delete(news.gone);
    this.broadcastPatch();
  }

  /** Makes the list hold what the matchmaker lists. */
  async #sync(): Promise<void> {
    const matches = await this.#matchMaker.listRooms<MatchMetadata>({ name: ROOMS.match });
    const listed = matches.flatMap(({ metadata }) => (metadata && listingOf(metadata)) ?? []);
    const ids = new Set(listed.map(({ id }) => id));
    const gone = [...this.state.matches.keys()].filter((id) => !ids.has(id));
    for (const id of gone) this.state.matches.delete(id);
    for (const listing of listed) writeListing(this.state, listing);
    this.broadcastPatch();
  }
}
