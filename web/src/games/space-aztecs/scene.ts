import type { SeatInfo } from "@flower-war/client-sdk";
import type { Scene } from "../../game-frame/scene.ts";

/** A seat and who sits there. */
export type Person = SeatInfo<"space-aztecs">;

export type SpaceAztecsScene = Scene<"space-aztecs">;
