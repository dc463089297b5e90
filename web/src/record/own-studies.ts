import { Refusal } from "@flower-war/client-sdk";
import { Studies } from "@flower-war/client-sdk/study";
import { host } from "../session/host.ts";

export type OwnStudy = Awaited<ReturnType<Studies["list"]>>[number];

/** Resolves with the viewer's studies on this server, the one that was changed last first; none, if the server knows no player. Rejects with a `Refusal`. */
export async function listOwnStudies(): Promise<readonly OwnStudy[]> {
  if ((await (await host.identity()).stored()) === null) return [];
  try {
    return await new Studies(host).list();
  } catch (error) {
    if (error instanceof Refusal && error.code === "unauthorized") return [];
    throw error;
  }
}
