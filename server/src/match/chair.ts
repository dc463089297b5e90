import type { Client } from "@colyseus/core";
import { faultOf, Refused } from "../fault.ts";
import type { Holding } from "./seats.ts";

/** Who a client is, verified where its place was reserved: who holds a seat, or a spectator; and where it comes from. */
export type Chair = (Pick<Holding, "seat" | "holder"> | { readonly seat: null }) & {
  readonly address: string;
};

/** The seat of a match room's client; `null`: it has none. */
export function seatOf(client: Client): string | null {
  const chair: Chair | undefined = client.auth;
  return chair?.seat ?? null;
}

/** The address from which a client asked for its place. */
export function addressOf(client: Client): string {
  const chair: Chair | undefined = client.auth;
  return chair?.address ?? "";
}

/** @throws `Refused` with the rules' `not-seated` */
export function mustHold(client: Client): Pick<Holding, "seat" | "holder"> {
  const chair: Chair | undefined = client.auth;
  if (!chair || chair.seat === null) throw new Refused(faultOf("not-seated"));
  return chair;
}

/** @throws as `mustHold` */
export function mustSit(client: Client): string {
  const seat = seatOf(client);
  if (seat === null) throw new Refused(faultOf("not-seated"));
  return seat;
}
