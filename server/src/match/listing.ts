import type { Listing } from "@flower-war/client-sdk/protocol";
import type { ListingNews } from "../lobby/board.ts";
import type { Match } from "./match.ts";

/** What the matchmaker keeps of a match room, for everybody to find it by. */
export type MatchMetadata = Listing & { readonly private: boolean; readonly commitment: string };

export function describeMatch({ state, seats, plan }: Match): MatchMetadata {
  const { id, code, game, status, commitment } = state;
  return {
    id,
    code,
    game,
    status,
    seats: seats.all.length,
    open: seats.open.length,
    host: plan.host,
    private: plan.private,
    commitment,
  };
}

/** Whether two descriptions say the same. */
export function sayTheSame(one: MatchMetadata, other: MatchMetadata): boolean {
  return Object.entries(one).every(([field, value]) => Reflect.get(other, field) === value);
}

/** What the lobby is told of a match; `null`: nothing, it is private. */
export function newsOf({ private: hidden, ...listing }: MatchMetadata): ListingNews | null {
  if (hidden) return null;
  return listing.status === "over" ? { gone: listing.id } : { listing };
}
