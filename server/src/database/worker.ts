/** The database's thread: takes every request that waits, carries them out together, and answers them together. */
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { Engine } from "./engine.ts";
import { whyNotOpen } from "./errors.ts";
import { isAlone, type Request } from "./requests.ts";

if (parentPort) open(parentPort, String(workerData));

function open(port: MessagePort, file: string): void {
  try {
    const engine = new Engine(file, (note) => port.postMessage(note));
    port.on("message", (first: readonly Request[]) => serve(engine, port, take(port, first)));
    port.postMessage({ note: "open" });
  } catch (error) {
    port.postMessage({ note: "not-open", ...whyNotOpen(file, error) });
  }
}

/** @param first the message that woke us; the others wait at the port */
function take(port: MessagePort, first: readonly Request[]): Request[] {
  const requests = [...first];
  for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) {
    requests.push(...(more.message as readonly Request[]));
  }
  return requests;
}

function serve(engine: Engine, port: MessagePort, requests: readonly Request[]): void {
  const [alone, together] = [requests.filter(isAlone), requests.filter((request) => !isAlone(request))];
  if (together.length > 0) port.postMessage(engine.run(together));
  for (const request of alone) void serveAlone(engine, port, request);
}

async function serveAlone(engine: Engine, port: MessagePort, request: Request): Promise<void> {
  port.postMessage([await engine.runAlone(request)]);
  if (request[1] === "close") port.close();
}
