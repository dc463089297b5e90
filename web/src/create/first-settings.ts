import type { GameName } from "@flower-war/client-sdk";
import { CATALOG, catalogEntry } from "../games/catalog.ts";
import { PRESETS, type Preset, presetsOf, readPresets } from "../presets/presets.ts";
import { host } from "../session/host.ts";
import { useAnswer } from "../session/use-answer.ts";
import type { MatchSettings } from "./match-settings.ts";

/** Returns the presets that the server offers; until it has answered, and if it does not, those of this version. */
export function usePresets(): readonly Preset[] {
  const { answer } = useAnswer("presets", async () => {
    const listings = await host.listGames().catch(() => null);
    // How many minutes they take is not known without the server.
    return listings === null ? PRESETS.map((preset) => ({ ...preset, minutes: {} })) : readPresets(listings);
  });
  return answer ?? PRESETS;
}

/** Returns what is chosen at first. @param game the game that the address names; `null`: none */
export function firstSettings(game: string | null): MatchSettings {
  const wanted = game !== null && catalogEntry(game) !== undefined ? (game as GameName) : "flower-war";
  const preset = presetsOf(wanted, PRESETS).find((each) => each.game === wanted);
  return {
    game: wanted,
    options: preset?.options ?? {},
    seats: CATALOG[wanted].seats.default,
    sitters: {},
    title: "",
    clock: "relaxed",
    private: false,
    admission: "anyone",
    silent: false,
    watching: 0,
    takeBacks: false,
    pauses: 0,
    holidays: 0,
    handOvers: "no",
    judges: false,
  };
}
