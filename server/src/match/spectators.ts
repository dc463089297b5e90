import { networkOf } from "@flower-war/protocol/sockets";
import { distinctName } from "../names/distinct-name.ts";
import { looksOf } from "../names/look.ts";
import { refuse } from "../refusal.ts";
import type { AnyMatchRoom } from "./live-core.ts";
import { addressOf, isStream, type MatchClient, seatOf } from "./seats/client-auth.ts";

/** A spectator who speaks, or asks for a seat. */
export interface Spectator {
  readonly network: string;
  /** The connections by which they watch: a WebSocket, or the streams of their network. */
  readonly connections: readonly object[];
}

/** Who of a match's spectators may speak, and with which name. Networks are forgotten with the room. */
export class Spectators {
  readonly #room: Pick<AnyMatchRoom, "clients">;
  /** Who spoke with a name first, by each of its looks. */
  readonly #owners = new Map<string, Spectator>();

  constructor(room: Pick<AnyMatchRoom, "clients">) {
    this.#room = room;
  }

  /**
   * Returns the spectator who sends a request.
   * @throws `RefusalError` with `not-watching` if they neither send it over a WebSocket nor have a stream from the same network
   */
  identify(client: Pick<MatchClient, "auth">): Spectator {
    const network = networkOf(client.auth?.address ?? "");
    const own = this.#room.clients.filter((other) => other === client);
    const connections = own.length > 0 ? own : this.#streamsOf(network);
    if (connections.length === 0) throw refuse("not-watching");
    return { network, connections };
  }

  #streamsOf(network: string): MatchClient[] {
    return this.#room.clients.filter(
      (other) => isStream(other) && seatOf(other) === null && networkOf(addressOf(other)) === network,
    );
  }

  /**
   * Returns the name with which a spectator speaks: the one that they want, with a number if it looks like that of a player, or like
   * one with which another spectator spoke first.
   * @param seated the names of the players
   */
  nameFor(spectator: Spectator, wanted: string, seated: readonly string[]): string {
    return distinctName(wanted, seated, (name) =>
      looksOf(name).some((look) => this.#isAnothers(look, spectator)),
    );
  }

  /** Notes that a spectator has spoken with a name. */
  noteSpoken(spectator: Spectator, name: string): void {
    for (const look of looksOf(name)) this.#owners.set(look, spectator);
  }

  /** Whether a name's owner has another network, or is here over another connection. */
  #isAnothers(look: string, { network, connections }: Spectator): boolean {
    const owner = this.#owners.get(look);
    if (owner === undefined) return false;
    const isHere = (connection: object) => this.#room.clients.some((client) => client === connection);
    const isOther = (connection: object) => !connections.includes(connection) && isHere(connection);
    return owner.network !== network || owner.connections.some(isOther);
  }
}
