import { ServerError } from "@colyseus/core";
import { Refused, refused } from "../fault.ts";

/** What a promise gives; whatever it fails with is the refusal `unavailable`: what it needs is away. */
export async function orUnavailable<T>(attempt: Promise<T>): Promise<T> {
  try {
    return await attempt;
  } catch (error) {
    throw error instanceof Refused ? error : refused("unavailable");
  }
}

/** As `orUnavailable`, of a call that may go to a room elsewhere: an error of a room here goes on its way. */
export async function orRoomUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    // What a room elsewhere fails with comes back as this, and so does its silence.
    throw error instanceof ServerError ? refused("unavailable") : error;
  }
}
