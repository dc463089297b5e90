import type { FlowerWarScene } from "./flower-war/texts.ts";

/** Whether a scene is a table of Flower War or Mexica. It loads neither. */
export const isFlowerWar = (scene: object): scene is FlowerWarScene =>
  "game" in scene && (scene.game === "flower-war" || scene.game === "mexica");
