/** The common parts of the k6 scenarios: settings, reservations, connections, checks and metrics. */
import "./runtime.ts";
import {
  type RefusalBody,
  type MatchRequests,
  PATHS,
  type QuickPlayRequest,
  type Reservation,
  type SeatRequest,
  type SeatReservation,
} from "@flower-war/protocol";
import { check } from "k6";
import execution from "k6/execution";
import http from "k6/http";
import { Counter, Trend } from "k6/metrics";
import { setTimeout } from "k6/timers";
import { WebSocket } from "k6/websockets";
import { addressOf, type Ending, MatchConnection, type Socket } from "./match-connection.ts";

// oxlint-disable-next-line no-underscore-dangle -- k6's own name for it
declare const __ENV: { readonly [name: string]: string | undefined };

/** Reads a number from the command line's settings. */
export function readSetting(name: string, fallback: number): number {
  return Number(__ENV[name] ?? fallback);
}

export const URL = __ENV["URL"] ?? "http://localhost:2567";

/** The ms from the request for a seat to the first state. */
export const joinTime = new Trend("join_ms", true);
export const joins = new Counter("joins");
/** The ms from a command to its answer. */
export const ackTime = new Trend("ack_ms", true);
export const commandsAccepted = new Counter("commands_accepted");
/** Requests for a reservation that the server refused as `unavailable`. */
const unavailable = new Counter("unavailable");
/** The threshold for them. */
export const UNAVAILABLE = [`count<=${readSetting("UNAVAILABLE", 0)}`];
/** Connections that ended although no client closed them. */
export const unexpectedCloses = new Counter("unexpected_closes");

/** Runs a story. If it throws, a check fails and the console shows the error. */
export async function runStory(story: () => Promise<void>): Promise<void> {
  try {
    await story();
  } catch (error) {
    console.error(String(error));
    check(error, { "the story runs to its end": () => false });
  }
}

/** Resolves after so many ms. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(), ms);
  });
}

/** Returns a random time from half of `ms` to one and a half, as people differ. */
export function vary(ms: number): number {
  return ms * (0.5 + Math.random());
}

export function quickPlay(body: QuickPlayRequest): Promise<SeatReservation> {
  return reserve(PATHS.quickPlay, body);
}

export function createMatch(body: object): Promise<SeatReservation> {
  return reserve(PATHS.matches, body);
}

export function takeSeat(match: string, body: SeatRequest): Promise<SeatReservation> {
  return reserve(PATHS.seats.replace(":id", match), body);
}

/** Returns an address for this virtual user. The server believes it if it trusts this machine as a proxy. */
function ownAddress(): string {
  const id = execution.vu.idInTest;
  return `10.${(id >> 16) & 255}.${(id >> 8) & 255}.${id & 255}`;
}

/** Requests a reservation. If the server refuses it for now (429, 503), waits as long as it says and requests it again. */
async function reserve(path: string, body: object): Promise<SeatReservation> {
  const headers = { "Content-Type": "application/json", "X-Forwarded-For": ownAddress() };
  const answer = await http.asyncRequest("POST", URL + path, JSON.stringify(body), { headers });
  if (answer.status === 429 || answer.status === 503) {
    if (answer.status === 503) unavailable.add(1);
    await pause((answer.json() as unknown as RefusalBody).wait ?? 1000);
    return reserve(path, body);
  }
  check(answer, { "the server reserves a seat": ({ status }) => status === 200 || status === 201 });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status}`);
  return answer.json() as unknown as SeatReservation;
}

/** Joins a match with a reservation. Counts the connection if it ends unexpectedly. */
export async function join(reservation: Reservation): Promise<MatchConnection> {
  const socket = new WebSocket(addressOf(URL, reservation)) as unknown as Socket;
  const connection = await MatchConnection.join(socket, pause);
  joins.add(1);
  void connection.ended.then(countEnding);
  return connection;
}

function countEnding(ending: Ending): void {
  if (ending === "lost") unexpectedCloses.add(1);
}

/** Plays a command, measures the time to its answer, and checks the answer. Resolves with the entry's number. */
export async function play(
  connection: MatchConnection,
  seat: string,
  command: { type: string },
): Promise<number> {
  const before = connection.state.n;
  const begun = Date.now();
  const id = `${execution.vu.idInTest}-${begun}-${Math.floor(Math.random() * 1e9)}`;
  const { n }: MatchRequests["command"]["answer"] = await connection.request("command", { id, command });
  ackTime.add(Date.now() - begun);
  commandsAccepted.add(1);
  check(connection, {
    "an accepted command makes a new entry": () => n > before,
    "the entry is shown before the command is acknowledged": ({ state }) => state.n >= n,
    "the entry is the seat's own": () => connection.seatOfEntry(n) === seat,
  });
  return n;
}
