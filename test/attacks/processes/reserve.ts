import { Agent, request } from "node:http";
import type { Reservation, SeatReservation } from "@flower-war/protocol";
import type { Target } from "./orders.ts";

const agent = new Agent({ keepAlive: false });

/** A reservation, or the status that refused it; 0: there was no answer. */
export type Reserved = SeatReservation | Reservation | number;

/**
 * Asks for a reservation.
 * @param forwardedFor for whom a trusted proxy asks
 */
export function reserve(
  target: Target,
  path: string,
  body: object,
  forwardedFor?: string,
): Promise<Reserved> {
  const { host, port, from } = target;
  const headers = {
    "content-type": "application/json",
    ...(forwardedFor !== undefined && { "x-forwarded-for": forwardedFor }),
  };
  return new Promise((resolve) => {
    const asking = request({
      host,
      port,
      path,
      method: "POST",
      headers,
      agent,
      ...(from !== null && { localAddress: from }),
    });
    asking.on("error", () => resolve(0));
    asking.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("error", () => resolve(0));
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { statusCode = 0 } = response;
        if (statusCode >= 300) return resolve(statusCode);
        resolve(JSON.parse(Buffer.concat(chunks).toString()) as SeatReservation | Reservation);
      });
    });
    asking.end(JSON.stringify(body));
  });
}

/** Returns the path of the WebSocket that a reservation is for, with that of its server at the entrance. */
export function pathOf(reserved: SeatReservation | Reservation): string {
  const reservation = "reservation" in reserved ? reserved.reservation : reserved;
  const { processId, roomId, sessionId, publicAddress } = reservation;
  const [, ...folders] = (publicAddress ?? "").split("/");
  return `${["", ...folders].join("/")}/${processId}/${roomId}?sessionId=${sessionId}`;
}
