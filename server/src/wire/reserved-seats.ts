import type { Client, Room } from "@colyseus/core";

/*
 * Colyseus' reserved seats of a room: `_reservedSeats` by session id, in the order in which they were made. One that is
 * being used is not enumerable.
 */

/**
 * Drops every reservation of a room that closes. Otherwise the room would stay open until the last one expires, up to
 * 15 s.
 */
export function dropReservedSeats(room: Room): void {
  const reserved = room["_reservedSeats"];
  const timeouts = room["_reservedSeatTimeouts"];
  for (const sessionId of Object.keys(reserved)) {
    clearTimeout(timeouts[sessionId]);
    delete timeouts[sessionId];
    delete reserved[sessionId];
  }
  // A reservation also delays the disposal of a room that disposes itself.
  clearTimeout(room["_autoDisposeTimeout"]);
  room["_autoDisposeTimeout"] = undefined;
}

/** Drops the reservation of a session. */
export function dropReservedSeat(room: Room, sessionId: string): void {
  clearTimeout(room["_reservedSeatTimeouts"][sessionId]);
  delete room["_reservedSeatTimeouts"][sessionId];
  delete room["_reservedSeats"][sessionId];
}

/** Returns the sessions whose reservations wait to be used and have such an `auth`, oldest first. */
export function sessionsReservedFor(room: Room, isWanted: (auth: unknown) => boolean): string[] {
  return waitingIn(room).flatMap(([sessionId, auth]) => (isWanted(auth) ? [sessionId] : []));
}

/** Returns what waits to be used: session ids and `auth`. */
function waitingIn(room: Room): [sessionId: string, auth: unknown][] {
  const reserved: { readonly [sessionId: string]: readonly unknown[] } = room["_reservedSeats"];
  return Object.entries(reserved).flatMap(([sessionId, [, auth, isUsed]]) =>
    isUsed === true ? [] : [[sessionId, auth]],
  );
}

/** Returns the `auth` of the reservations that wait to be used, oldest first. */
export function authsReserved<Auth>(room: Room): Auth[] {
  return waitingIn(room).flatMap(([, auth]) => (auth ? [auth as Auth] : []));
}

/** Returns the `auth` of the reservations made before that of a client which has just joined, oldest first. */
export function authsReservedBefore<Auth>(room: Room, { sessionId }: Client): Auth[] {
  const reserved = room["_reservedSeats"];
  const sessions = Object.getOwnPropertyNames(reserved);
  const own = sessions.indexOf(sessionId);
  return sessions.slice(0, own < 0 ? sessions.length : own).flatMap((session) => {
    const [, auth] = reserved[session] ?? [];
    return auth ? [auth as Auth] : [];
  });
}
