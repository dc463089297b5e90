import { Room } from "@colyseus/core";
import { LobbyState } from "@flower-war/protocol";
import { writeTablePage } from "@flower-war/protocol/server";
import type { Cancel } from "../time.ts";
import { PATCH_ON_DEMAND } from "../wire/patches.ts";
import { authsReserved } from "../wire/reserved-seats.ts";
import { answerRequests } from "../wire/requests.ts";
import { SharingSerializer } from "../wire/sharing-serializer.ts";
import type { LobbyFilter, TableIndex } from "./table-index.ts";

/** The content of a lobby room. */
export interface LobbyView {
  readonly filter: LobbyFilter;
  /** The page's number, from 1. */
  readonly page: number;
}

/** A client of a lobby room. */
interface WatcherAuth {
  readonly address: string;
}

/**
 * One page of the listed matches that a filter selects, live. Its clients send nothing; it closes when the last one has left.
 *
 * Every change of the synced state is followed by `broadcastPatch()` in the same tick (docs/colyseus.md, "Joining with pending
 * changes").
 */
export class LobbyRoom extends Room<{ state: LobbyState }> {
  override patchRate = PATCH_ON_DEMAND;
  // oxlint-disable-next-line walls/definite -- set by onCreate, which Colyseus calls before anything else
  #view!: LobbyView;
  #stopWatching: Cancel = () => {};

  /** Clients join only with a reservation issued over HTTP, which does not call this. */
  static override async onAuth(): Promise<boolean> {
    return false;
  }

  override onCreate({ tables, ...view }: LobbyView & { tables: TableIndex }): void {
    this.#view = view;
    answerRequests(this, () => undefined);
    this.state = new LobbyState();
    const show = () => {
      if (writeTablePage(this.state, tables.list(view.filter, view.page))) this.broadcastPatch();
    };
    show();
    this.#stopWatching = tables.watch(show);
  }

  /** Called by Colyseus when the room gets its state. */
  override setSerializer(): void {
    super.setSerializer(new SharingSerializer<LobbyState>());
  }

  override onDispose(): void {
    this.#stopWatching();
  }

  /** The addresses from which clients watch, or are about to. */
  get addresses(): string[] {
    const auths = [...this.clients.map(({ auth }) => auth), ...authsReserved<WatcherAuth>(this)];
    return auths.map((auth: WatcherAuth | undefined) => auth?.address ?? "");
  }

  /** Whether this room shows that. */
  shows({ filter, page }: LobbyView): boolean {
    return page === this.#view.page && JSON.stringify(filter) === JSON.stringify(this.#view.filter);
  }
}
