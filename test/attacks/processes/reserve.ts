import { Agent, request } from "node:http";
import type { Reservation, SeatReservation } from "@flower-war/protocol";
import type { Target } from "./orders.ts";

const agent = new Agent({ keepAlive: false });

/** Asks for a reservation; resolves with the path of its WebSocket, or with the status that refused it. */
export function reserve(target: Target, path: string, body: object): Promise<string | number> {
  return new Promise((resolve) => {
    const { host, port, from } = target;
    const headers = { "content-type": "application/json" };
    const asking = request({
      host,
      port,
      path,
      method: "POST",
      headers,
      agent,
      ...(from && { localAddress: from }),
    });
    asking.on("error", () => resolve(0));
    asking.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("error", () => resolve(0));
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        if ((response.statusCode ?? 0) >= 300) return resolve(response.statusCode ?? 0);
        resolve(pathOf(JSON.parse(Buffer.concat(chunks).toString()) as SeatReservation | Reservation));
      });
    });
    asking.end(JSON.stringify(body));
  });
}

/** Returns the path that a reservation is for, with that of its server at the entrance. */
function pathOf(answer: SeatReservation | Reservation): string {
  const {
    processId,
    roomId,
    sessionId,
    publicAddress = "",
  } = "reservation" in answer ? answer.reservation : answer;
  const [, ...folders] = (publicAddress ?? "").split("/");
  return `${["", ...folders].join("/")}/${processId}/${roomId}?sessionId=${sessionId}`;
}
