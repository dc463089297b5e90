import type { Verdict, Witness } from "@flower-war/client-sdk/verify";

/** What the worker is asked. */
export interface VerifyRequest {
  readonly record: string;
  readonly witness: Witness | null;
}

/** Verifies a record in a worker, so that the page stays responsive. */
export function verifyInWorker(record: string, witness: Witness | null): Promise<Verdict> {
  const worker = new Worker(new URL("./verify-worker.ts", import.meta.url), { type: "module" });
  return new Promise<Verdict>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<Verdict>) => resolve(data));
    worker.addEventListener("error", ({ message }) => reject(new Error(message)));
    const request: VerifyRequest = { record, witness };
    worker.postMessage(request, []);
  }).finally(() => worker.terminate());
}
