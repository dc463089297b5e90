import type { PlayerInfo } from "@flower-war/client-sdk";
import { Tournaments } from "@flower-war/client-sdk/tournaments";
import { host } from "../session/host.ts";
import { type Asked, useAnswer } from "../session/use-answer.ts";

/** Those of the page's server. */
export const tournaments = new Tournaments(host);

/** Asks who the viewer is, without the server; `null`: no player yet. */
export const useViewer = (): Asked<PlayerInfo | null> =>
  useAnswer("viewer", async () => (await host.identity()).stored());
