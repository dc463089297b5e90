import { tabStorage } from "../base/storage.ts";

const keyOf = (match: string): string => `flower-war/tournament-of/${match}`;

/** Remembers, for this tab, from which tournament's page the viewer went to a match. @param match its id */
export const rememberTournament = (match: string, tournament: string): void =>
  tabStorage.write(keyOf(match), tournament);

/** Returns the id of the tournament from whose page the viewer went to a match; `null`: they came another way. */
export const tournamentOf = (match: string): string | null => tabStorage.read(keyOf(match));
