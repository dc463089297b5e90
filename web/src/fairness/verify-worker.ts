import { verifyRecord } from "@flower-war/client-sdk/verify";
import type { VerifyRequest } from "./dice.tsx";

addEventListener("message", ({ data: { record, witness } }: MessageEvent<VerifyRequest>) => {
  postMessage(verifyRecord(record, witness ?? undefined), { transfer: [] });
});
