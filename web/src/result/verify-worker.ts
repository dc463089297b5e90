import { verifyRecord } from "@flower-war/client-sdk/verify";
import type { VerifyRequest } from "./verify.ts";

addEventListener("message", ({ data: { record, seen } }: MessageEvent<VerifyRequest>) => {
  postMessage(verifyRecord(record, seen), { transfer: [] });
});
