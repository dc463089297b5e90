import type { Card, City, Outcome, Place, Table } from "@flower-war/rules/space-aztecs";
import { writeFields, writeList, writeMap, writePlace } from "../sync.ts";
import { CityState, type TableState } from "./state.ts";

/** Writes what everybody sees of a match into its synced table: only what is another object than in `before`. */
export function project(table: Table, state: TableState, before: Table | null): void {
  const { options, seats, removed, round, phase, starting, chosen, turnedUp, saucersPlayed, outcome } = table;
  writeFields(state, {
    ...options,
    seats: seats.join(" "),
    removed: removed ?? "",
    round,
    phase,
    starting,
    chosen: chosen.join(" "),
    saucersPlayed,
  });
  writeFields(state.turnedUp, { seat: turnedUp?.seat ?? "", card: turnedUp?.card ?? "" });
  if (table.places !== before?.places) projectPlaces(table.places, state, before?.places ?? []);
  if (table.times !== before?.times) writeMap(state.times, table.times);
  if (table.cities !== before?.cities) projectCities(table, state, before);
  if (outcome !== null) projectOutcome(outcome, state);
}

function projectPlaces(places: readonly Place[], state: TableState, before: readonly Place[]): void {
  places.forEach((place, i) => {
    if (place === before[i]) return;
    writePlace(state.cards, i, place.cards);
    writePlace(state.heldBy, i, place.heldBy ?? "");
  });
}

function projectCities({ seats, cities }: Table, state: TableState, before: Table | null): void {
  for (const seat of seats) {
    const city = cities[seat];
    if (city === undefined || city === before?.cities[seat]) continue;
    const synced = state.cities.get(seat) ?? new CityState();
    writeFields(synced, packed(city));
    if (!state.cities.has(seat)) state.cities.set(seat, synced);
  }
}

function packed({ visible, temples, codices, saucers }: City) {
  return {
    visible: visible.join(" "),
    temples: temples.map(({ card, covers }) => stack(card, covers)).join(" "),
    codices: codices.join(" "),
    saucers: saucers.map(({ card, took }) => stack(card, took)).join(" "),
  };
}

function stack(card: Card, others: readonly Card[]): string {
  return `${card}:${others.join(",")}`;
}

function projectOutcome({ by, standings }: Outcome, { outcome }: TableState): void {
  writeFields(outcome, { by });
  writeList(
    outcome.standings,
    standings.map(({ seat, place, score }) => {
      const { codices, aztecs, fewest, saucers, survivors } = score;
      return [seat, place, codices, aztecs, fewest, saucers, survivors].join(":");
    }),
  );
}
