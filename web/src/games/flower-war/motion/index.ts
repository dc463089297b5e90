import type { Event, View } from "@flower-war/client-sdk/flower-war";
import type { GameMotion } from "../../../game-frame/motion/motions.ts";
import { fold } from "./fold.ts";
import { motionsOf } from "./motions.ts";

/** How Flower War and Mexica move. */
export const motion: GameMotion<View, Event> = { fold, motionsOf };
