import type { Presence } from "@colyseus/core";
import type { Listing } from "@flower-war/client-sdk/protocol";

/** News of public matches, from match rooms to lobby rooms, wherever they live. */
const TOPIC = "listings";

export type ListingNews =
  | { readonly listing: Listing; readonly gone?: undefined; readonly resync?: undefined }
  /** The id of a match that is over or closed. */
  | { readonly gone: string; readonly listing?: undefined; readonly resync?: undefined }
  /** News were lost: what the matchmaker lists is right. */
  | { readonly resync: true; readonly listing?: undefined; readonly gone?: undefined };

export function tellListing(presence: Presence, news: ListingNews): void {
  presence.publish(TOPIC, news);
}

export async function hearListings(presence: Presence, listener: (news: ListingNews) => void): Promise<void> {
  await presence.subscribe(TOPIC, listener);
}
