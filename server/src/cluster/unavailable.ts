import { ServerError } from "@colyseus/core";
import { RefusalError, refuse } from "../refusal.ts";

/** Resolves as `attempt` does; turns whatever it fails with into the refusal `unavailable`. */
export async function orUnavailable<T>(attempt: Promise<T>): Promise<T> {
  try {
    return await attempt;
  } catch (error) {
    throw error instanceof RefusalError ? error : refuse("unavailable");
  }
}

/** Like `orUnavailable`, for a call of a room: errors of a room in this process pass unchanged. */
export async function orRoomUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    // Failures of a room in another process arrive as this, and so does its silence.
    throw error instanceof ServerError ? refuse("unavailable") : error;
  }
}
