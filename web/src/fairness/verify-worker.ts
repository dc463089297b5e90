import type { GamePage } from "@flower-war/client-sdk/own-games";
import { verifyRecord } from "@flower-war/client-sdk/verify";
import type { VerifyRequest } from "./verify-in-worker.ts";

addEventListener("message", ({ data }: MessageEvent<VerifyRequest>) => {
  verify(data).catch(reportError);
});

async function verify({ record, witness, own }: VerifyRequest): Promise<void> {
  const games: Record<string, GamePage["game"][]> = {};
  for (const path of own) {
    const { default: page } = (await import(/* @vite-ignore */ path)) as { readonly default: GamePage };
    (games[page.game.name] ??= []).push(page.game);
  }
  postMessage(verifyRecord(record, witness ?? undefined, { games }), { transfer: [] });
}
