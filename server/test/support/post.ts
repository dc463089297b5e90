import type { Reservation, SeatReservation } from "@flower-war/client-sdk/protocol";
import { PATHS } from "@flower-war/client-sdk/protocol";

/** What came back: the status, and the body as whatever the test expects it to be. */
export interface Answered<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** POSTs a body as JSON; a string goes as it is. */
export async function post<T = unknown>(
  url: string,
  path: string,
  body: unknown = {},
  headers: Record<string, string> = {},
): Promise<Answered<T>> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

/** Says where a request comes from, as the entrance before a server does: limits count by address. */
export const from = (address: string) => ({ "x-forwarded-for": address });

/** Creates a match of Flower War, as its first seat. */
export async function createMatch(
  url: string,
  wish: object = {},
  headers: Record<string, string> = {},
): Promise<SeatReservation> {
  const body = { game: "flower-war", name: "Citlali", ...wish };
  const created = await post<SeatReservation>(url, PATHS.matches, body, headers);
  if (created.status !== 201) throw new Error(`not created: ${JSON.stringify(created.body)}`);
  return created.body;
}

/** Asks for a seat or a chair in a match. */
export async function askForSeat(
  url: string,
  idOrCode: string,
  wish: object,
  headers: Record<string, string> = {},
): Promise<SeatReservation> {
  const asked = await post<SeatReservation>(url, PATHS.seats.replace(":id", idOrCode), wish, headers);
  if (asked.status !== 200) throw new Error(`not seated: ${JSON.stringify(asked.body)}`);
  return asked.body;
}

/** A place in the lobby. */
export async function askForLobby(url: string): Promise<Reservation> {
  return (await post<Reservation>(url, PATHS.lobby)).body;
}
