import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { REFUSAL_CODES, type RefusalCode } from "@flower-war/protocol";
import { refusalBody } from "../refusal.ts";

/** A refusal in HTTP: what the server answers before or beside Express. */
interface RawRefusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** @param wait ms until it makes sense to ask again; 0: it never does */
export function rawRefusal(code: RefusalCode, wait = 0): RawRefusal {
  const body = JSON.stringify(refusalBody(code, wait > 0 ? { wait } : {}));
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Retry-After",
    ...(wait > 0 && { "Retry-After": String(Math.ceil(wait / 1000)) }),
  };
  return { status: REFUSAL_CODES[code].status, headers, body };
}

/** Refuses to make a socket of a connection, and ends it. @param wait as in `rawRefusal` */
export function refuseUpgrade(stream: Duplex, code: RefusalCode, wait = 0): void {
  const { status, headers, body } = rawRefusal(code, wait);
  answer(stream, status, headers, body);
}

/** Refuses a socket to a page of a site whose pages may not connect; without a body, since browsers show the page none. */
export function forbidUpgrade(stream: Duplex): void {
  answer(stream, 403, { "Content-Length": "0" }, "");
}

function answer(stream: Duplex, status: number, headers: RawRefusal["headers"], body: string): void {
  const lines = Object.entries({ ...headers, Connection: "close" }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  stream.on("error", () => stream.destroy()).once("finish", () => stream.destroy());
  stream.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"));
}
