import type { Verdict, Witness } from "@flower-war/client-sdk/verify";
import { OWN_GAMES } from "../session/own-games.ts";

/** What the worker is asked. */
export interface VerifyRequest {
  readonly record: string;
  readonly witness: Witness | null;
  /** The modules of games that the page does not know. */
  readonly own: readonly string[];
}

/** Verifies a record in a worker, so that the page stays responsive. */
export function verifyInWorker(record: string, witness: Witness | null): Promise<Verdict> {
  const worker = new Worker(new URL("./verify-worker.ts", import.meta.url), { type: "module" });
  return new Promise<Verdict>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<Verdict>) => resolve(data));
    worker.addEventListener("error", ({ message }) => reject(new Error(message)));
    const request: VerifyRequest = {
      record,
      witness,
      own: [...OWN_GAMES.values()].flatMap(({ page }) => [page.module, ...Object.values(page.earlier ?? {})]),
    };
    worker.postMessage(request, []);
  }).finally(() => worker.terminate());
}
