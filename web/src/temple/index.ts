import { lazyPart } from "../app/lazy-part.tsx";

/* The temples of the viewer's seat, loaded when they want to see one. */

/** While they play: the one that is drawn, and the one of wood and stone. */
export const TemplePanel = lazyPart(
  async () => (await import("./temple-panel.tsx")).TemplePanel,
  "games/flower-war",
  "temple",
);

/** Before: the one of wood and stone. */
export const OwnTemple = lazyPart(async () => (await import("./own-temple.tsx")).OwnTemple, "temple");
