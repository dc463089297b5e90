import type { Scene } from "../../game-frame/scene.ts";

export type TieqchieqScene = Scene<"tieqchieq">;
export type Person = TieqchieqScene["people"][number];
