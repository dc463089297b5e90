import type { PlayerInfo } from "@flower-war/client-sdk";
import type { Tournament } from "@flower-war/client-sdk/tournaments";

type Act =
  | { readonly act: "start" | "pause" | "resume" | "end" }
  | { readonly act: "remove"; readonly player: string };

/** What the viewer can do. Each resolves when the page shows what has become of it. */
interface Acts {
  register(name: string): Promise<unknown>;
  withdraw(): Promise<unknown>;
  /** Takes the viewer's seat in a match. */
  play(match: string): Promise<unknown>;
  direct(act: Act): Promise<unknown>;
}

export interface Props {
  readonly tournament: Tournament;
  /** `null`: no player yet. */
  readonly viewer: PlayerInfo | null;
  /** Whether the server answered when it was asked last. */
  readonly live: boolean;
  readonly acts: Acts;
}
