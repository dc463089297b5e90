import { Socket } from "node:net";

/** Makes a socket send small packets at once: TCP holds back each until the one before is acknowledged, 40 ms. What is no socket stays as it is. */
export function sendAtOnce(stream: unknown): void {
  if (stream instanceof Socket) stream.setNoDelay();
}
