import { type LobbyRequest, PATHS, type Reservation, type SeatReservation } from "@flower-war/protocol";

/** An HTTP response, its body parsed as what the test expects it to be. */
export interface HttpResponse<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** Sends a POST request. A string is sent as it is, any other body as JSON. */
export async function post<T = unknown>(
  url: string,
  path: string,
  body: unknown = {},
  headers: Record<string, string> = {},
): Promise<HttpResponse<T>> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

/** Returns the header with which a reverse proxy forwards a client's address. Limits count by address. */
export const fromAddress = (address: string) => ({ "x-forwarded-for": address });

/** Creates a match, of Flower War and without clocks unless `settings` say otherwise. Returns the reservation of its first seat. */
export async function createMatch(
  url: string,
  settings: object = {},
  headers: Record<string, string> = {},
): Promise<SeatReservation> {
  const body = { game: "flower-war", name: "Citlali", clock: { profile: "none" }, ...settings };
  const created = await post<SeatReservation>(url, PATHS.matches, body, headers);
  if (created.status !== 201) throw new Error(`match not created: ${JSON.stringify(created.body)}`);
  return created.body;
}

/** Requests a reservation in a match, for a seat or as a spectator. */
export async function requestSeat(
  url: string,
  idOrCode: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<SeatReservation> {
  const response = await post<SeatReservation>(url, PATHS.seats.replace(":id", idOrCode), body, headers);
  if (response.status !== 200) throw new Error(`no seat reserved: ${JSON.stringify(response.body)}`);
  return response.body;
}

/** Requests a reservation in the lobby. */
export async function requestLobby(url: string, request: LobbyRequest = {}): Promise<Reservation> {
  const response = await post<Reservation>(url, PATHS.lobby, request);
  if (response.status !== 200) throw new Error(`no place in the lobby: ${JSON.stringify(response.body)}`);
  return response.body;
}
