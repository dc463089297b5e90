import { type Client, getMessageBytes, Protocol, ResponseStatus, type Room } from "@colyseus/core";
import { decode } from "@colyseus/schema";
import { fault } from "../fault.ts";
import { waitOf } from "./transport.ts";

/**
 * Rejects requests of any other type with `bad-request`, field `type`. Colyseus answers them with a failure of its own
 * (docs/colyseus.md, "Requests that nobody answers"). To be called before anybody joins.
 * @param types those that the room answers
 */
export function rejectUnknownRequests(room: Room, types: readonly string[]): void {
  const dispatch = room["_onMessage"].bind(room);
  room["_onMessage"] = (client: Client, frame: Buffer) => {
    const request = readRequest(frame);
    if (request === null || types.includes(request.type)) return dispatch(client, frame);
    const wait = waitOf(client);
    const reason = wait > 0 ? fault("too-many-messages", { wait }) : fault("bad-request", { field: "type" });
    const answer = getMessageBytes[Protocol.ROOM_RESPONSE];
    return client.enqueueRaw(answer(request.id, ResponseStatus.REJECTED, reason));
  };
}

/** The head of a request; `null`: it is another frame, or none that can be read. */
function readRequest(frame: Buffer): { readonly id: number; readonly type: string } | null {
  if (frame[0] !== Protocol.ROOM_REQUEST) return null;
  const at = { offset: 1 };
  try {
    const id = decode.number(frame, at);
    const type = decode.stringCheck(frame, at) ? decode.string(frame, at) : String(decode.number(frame, at));
    return { id, type };
  } catch {
    return null;
  }
}
