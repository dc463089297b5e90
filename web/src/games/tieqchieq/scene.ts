import type { Scene } from "../../match/scene.ts";

export type TieqchieqScene = Scene<"tieqchieq">;
export type Person = TieqchieqScene["people"][number];
