import {
  type Apocalypse,
  type Seat,
  type SpaceId,
  SPACES,
  type Table,
} from "@flower-war/client-sdk/flower-war";

/** Something so rare that a window shows it: a disc that the viewer earned, or the beginning of the apocalypse. */
export type News =
  | { readonly type: "disc"; readonly disc: SpaceId; readonly space: number; readonly rack: number }
  | {
      readonly type: "apocalypse";
      readonly apocalypse: Apocalypse;
      /** Offerings when it began. */
      readonly offerings: Table["offerings"];
    };

/** Returns what is news between two positions of a match, in the order in which it is shown. */
export function newsBetween(before: Table, after: Table, viewer: Seat | null): readonly News[] {
  const discs = SPACES.flatMap((disc, index): News[] => {
    const [was, is] = [before.spaces[index]?.disc, after.spaces[index]];
    const earned = viewer !== null && is?.disc === viewer && was !== viewer;
    return earned ? [{ type: "disc", disc, space: index + 1, rack: is.rack }] : [];
  });
  const { apocalypse, offerings } = after;
  const begins = before.apocalypse.state === "none" && apocalypse.state !== "none" && after.outcome === null;
  if (!begins) return discs;
  return [...discs, { type: "apocalypse", apocalypse, offerings }];
}
