import { isLost, isPlayedByServer, type TableScene } from "../scene.ts";

/** What the action panel is about: exactly one thing at a time. */
export type Situation =
  | "over"
  | "disconnected"
  | "watching"
  /** The viewer has conceded. */
  | "out"
  /** The viewer is away, and the server plays for the seat at once. */
  | "played"
  | "waiting"
  | "deciding";

interface Facts {
  readonly isOver: boolean;
  /** Whether the viewer has conceded. */
  readonly isOut: boolean;
}

/** Returns what the action panel is about: what matters most, where several things hold. */
export function situationOf(
  scene: Pick<TableScene, "seat" | "clock" | "connection" | "awaiting">,
  { isOver, isOut }: Facts,
): Situation {
  if (isOver) return "over";
  if (isLost(scene)) return "disconnected";
  if (scene.seat === null) return "watching";
  if (isOut) return "out";
  if (isPlayedByServer(scene)) return "played";
  return scene.awaiting.some(({ seat }) => seat === scene.seat) ? "deciding" : "waiting";
}
