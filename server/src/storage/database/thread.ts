import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { Engine, type EngineOptions } from "./engine.ts";
import { describeOpenError } from "./errors.ts";
import { isExclusive, type OpenRequest, type Request } from "./requests.ts";

/** Serves a database in its thread when it is told which: takes all requests that wait, runs them together, and replies to them together. */
export function serveDatabase(port: MessagePort, options: Omit<EngineOptions, "migrations">): void {
  port.once("message", ({ file, migrations }: OpenRequest) => open(port, file, { ...options, migrations }));
}

function open(port: MessagePort, file: string, options: EngineOptions): void {
  try {
    const engine = new Engine(file, options, (event) => port.postMessage(event));
    port.on("message", (first: readonly Request[]) => serve(engine, port, takeWaiting(port, first)));
    port.postMessage({ event: "opened" });
  } catch (error) {
    port.postMessage({ event: "open-failed", ...describeOpenError(file, error) });
  }
}

/** @param first the message that arrived; others may wait at the port */
function takeWaiting(port: MessagePort, first: readonly Request[]): Request[] {
  const requests = [...first];
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
    requests.push(...(next.message as readonly Request[]));
  }
  return requests;
}

function serve(engine: Engine, port: MessagePort, requests: readonly Request[]): void {
  const shared = requests.filter((request) => !isExclusive(request));
  if (shared.length > 0) port.postMessage(engine.run(shared));
  for (const request of requests.filter(isExclusive)) void serveExclusive(engine, port, request);
}

async function serveExclusive(engine: Engine, port: MessagePort, request: Request): Promise<void> {
  port.postMessage([await engine.runExclusive(request)]);
  if (request[1] === "close") port.close();
}
