/** What the scenarios share of k6: settings, ways in, chairs, and what they measure. */
import "./runtime.ts";
import {
  type Fault,
  type MatchRequests,
  PATHS,
  type QuickPlayRequest,
  type Reservation,
  type SeatRequest,
  type SeatReservation,
} from "@flower-war/client-sdk/protocol";
import { check } from "k6";
import execution from "k6/execution";
import http from "k6/http";
import { Counter, Trend } from "k6/metrics";
import { setTimeout } from "k6/timers";
import { WebSocket } from "k6/websockets";
import { addressOf, Chair, type Ending, type Socket } from "./chair.ts";

// k6's own name for it.
// oxlint-disable-next-line no-underscore-dangle
declare const __ENV: { readonly [name: string]: string | undefined };

/** A number that the command line gave, or else this one. */
export function setting(name: string, otherwise: number): number {
  return Number(__ENV[name] ?? otherwise);
}

export const URL = __ENV["URL"] ?? "http://localhost:2567";

/** Joins, from asking for a seat to the first state, in ms. */
export const joinTime = new Trend("join_ms", true);
export const joins = new Counter("joins");
/** From a command to its acknowledgement, in ms. */
export const ackTime = new Trend("ack_ms", true);
export const commandsAccepted = new Counter("commands_accepted");
/** Connections that nobody of us closed. */
export const unexpectedCloses = new Counter("unexpected_closes");

/** Goes through a story. One that cannot be gone through to its end has failed a check, and is said on the console. */
export async function told(story: () => Promise<void>): Promise<void> {
  try {
    await story();
  } catch (error) {
    console.error(String(error));
    check(error, { "the story goes on to its end": () => false });
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(), ms);
  });
}

/** A time around `ms`, as people take one. */
export function about(ms: number): number {
  return ms * (0.5 + Math.random());
}

export function quickPlay(wish: QuickPlayRequest): Promise<SeatReservation> {
  return enter(PATHS.quickPlay, wish);
}

export function createMatch(wish: object): Promise<SeatReservation> {
  return enter(PATHS.matches, wish);
}

export function takeSeat(match: string, wish: SeatRequest): Promise<SeatReservation> {
  return enter(PATHS.seats.replace(":id", match), wish);
}

/** Everybody comes from an address of her own, where the host trusts us to say so (it does on its own machine). */
function ownAddress(): string {
  const id = execution.vu.idInTest;
  return `10.${(id >> 16) & 255}.${(id >> 8) & 255}.${id & 255}`;
}

/** Waits as long as it is told to where it has to. */
async function enter(path: string, wish: object): Promise<SeatReservation> {
  const headers = { "Content-Type": "application/json", "X-Forwarded-For": ownAddress() };
  const answer = await http.asyncRequest("POST", URL + path, JSON.stringify(wish), { headers });
  if (answer.status === 429) {
    await pause((answer.json() as unknown as Fault).wait ?? 1000);
    return enter(path, wish);
  }
  check(answer, { "a seat is to be had": ({ status }) => status === 200 || status === 201 });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status}`);
  return answer.json() as unknown as SeatReservation;
}

/** Sits down. A connection that ends without our doing is counted. */
export async function sit(reservation: Reservation): Promise<Chair> {
  const socket = new WebSocket(addressOf(URL, reservation)) as unknown as Socket;
  const chair = await Chair.sit(socket);
  joins.add(1);
  void chair.ended.then(noteEnding);
  return chair;
}

function noteEnding(ending: Ending): void {
  if (ending === "lost") unexpectedCloses.add(1);
}

/** Plays a command, times its acknowledgement, and checks that it is true. Resolves with the entry's number. */
export async function play(chair: Chair, seat: string, command: { type: string }): Promise<number> {
  const before = chair.state.n;
  const asked = Date.now();
  const id = `${execution.vu.idInTest}-${asked}-${Math.floor(Math.random() * 1e9)}`;
  const { n }: MatchRequests["command"]["answer"] = await chair.ask("command", { id, command });
  ackTime.add(Date.now() - asked);
  commandsAccepted.add(1);
  check(chair, {
    "an acknowledged command is a new entry": () => n > before,
    "it is shown before it is acknowledged": ({ state }) => state.n >= n,
    "it is the asker's": () => chair.whoMade(n) === seat,
  });
  return n;
}
