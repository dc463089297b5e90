import type { Client } from "@colyseus/core";
import type { MatchMessages } from "@flower-war/protocol";
import { RefusalError, refusalBody, refuse } from "../../refusal.ts";
import type { Origin, Person } from "./person.ts";
import { isMute, type SeatClaim } from "./seat-claim.ts";
import type { SeatTable } from "./seat-table.ts";

/**
 * The identity of a match room's client, verified when its seat was reserved: the holder of a seat, or a spectator with the player's id
 * (`null`: they are not known here). Which player has a seat, the seat says.
 */
export type ClientAuth = (
  | Pick<SeatClaim, "seat" | "holder">
  | ({
      readonly seat: null;
      /** They came with a personal token that may not talk. */
      readonly withoutChat?: true;
    } & Pick<Origin, "player" | "isAccount"> &
      Pick<Person, "isBot">)
) & {
  /** The address from which the client asked for its reservation. */
  readonly address: string;
  /** When the reservation was made, ms since 1970, and by which process, by whose clock. Missing: by an older server. */
  readonly reserved?: { readonly at: number; readonly by: string };
  /** The client does not need the legal commands in answers to its commands. */
  readonly withoutLegal?: true;
  /** The client reads a stream: besides it one with a WebSocket may have the seat. */
  readonly isStream?: true;
};

/** Where a reservation goes. */
export type Receiver = Pick<ClientAuth, "address" | "withoutLegal">;

/** A client of a match's room. */
export type MatchClient = Client<{ auth: ClientAuth; messages: MatchMessages }>;

/** Returns the seat of a match room's client; `null`: it has none. */
export function seatOf(client: Pick<Client, "auth">): string | null {
  return authOf(client)?.seat ?? null;
}

/** Returns the address from which a client asked for its reservation. */
export function addressOf(client: Client): string {
  return authOf(client)?.address ?? "";
}

/** Returns the id of a client's player; `null`: they are not known here. */
export function playerOf({ auth }: Pick<MatchClient, "auth">, seats: SeatTable): string | null {
  if (!auth) return null;
  return auth.seat === null ? auth.player : seats.personIn(auth.seat).player;
}

/** Returns the claim with which a client holds its seat. @throws `RefusalError` with the rules' `not-seated` */
export function requireClaim(client: Client): Pick<SeatClaim, "seat" | "holder"> {
  const auth = authOf(client);
  if (!auth || auth.seat === null) throw new RefusalError(refusalBody("not-seated"));
  return auth;
}

/** Whether the answers to a client's commands contain the legal commands. */
export function wantsLegal(client: Pick<Client, "auth">): boolean {
  return authOf(client)?.withoutLegal !== true;
}

/** Requires that a client may talk. @throws `RefusalError` with `missing-scope` */
export function requireMayTalk(client: Pick<Client, "auth">): void {
  if (isMuteClient(client)) throw refuse("missing-scope");
}

/** Whether a client came with a personal token that may not talk. */
export function isMuteClient(client: Pick<Client, "auth">): boolean {
  const auth = authOf(client);
  if (auth === undefined) return false;
  return auth.seat === null ? auth.withoutChat === true : isMute(auth.holder);
}

/** Whether a client reads a stream. */
export function isStream(client: Pick<Client, "auth">): boolean {
  return authOf(client)?.isStream ?? false;
}

function authOf(client: Pick<Client, "auth">): ClientAuth | undefined {
  return client.auth;
}
