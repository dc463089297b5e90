import type { GameName } from "@flower-war/client-sdk";
import type { Replay, ReplayLine } from "@flower-war/client-sdk/replay";
import type { StudyContent, StudyPosition } from "@flower-war/client-sdk/study";
import { useMemo } from "react";
import type { Line } from "../record/line.ts";

type Branches = StudyContent["branches"];

/** A line that can be played on. */
export type StudiedLine<G extends GameName> = Line<G> & Pick<ReplayLine<G>, "legal">;

/** Returns the match or one of its branches; another value only when it has grown. */
export function useLine<G extends GameName>(
  replay: Replay<G>,
  id: string,
  branches: Branches,
): StudiedLine<G> {
  const branch = branches.find((each) => each.id === id);
  const key = branch === undefined ? "" : `${branch.id} ${branch.seed} ${branch.steps.length}`;
  return useMemo(() => {
    if (key === "") return replay;
    const { game, version, outcome } = replay;
    return { game, version, outcome, ...replay.line(id, branches) };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says of the branches what matters
  }, [replay, key]);
}

/** Whether a study has a position. @param last the last one of the match */
export function hasPosition({ line, n }: StudyPosition, branches: Branches, last: number): boolean {
  if (line === "") return n <= last;
  const branch = branches.find(({ id }) => id === line);
  return branch !== undefined && n <= branch.steps.length;
}
