import { browserStorage, tabStorage } from "../base/storage.ts";

/*
 * What the browser remembers of its player, and this tab of its place, so that a reload finds it again. The tokens of seats and of
 * the player are kept by the SDK, for all tabs (mine.ts, host.ts), but those of finished matches, which only a rematch needs.
 */

/** A place in a match. */
export type Place = { readonly kind: "seat"; readonly seat: string } | { readonly kind: "spectator" };

const NAME = "flower-war/name";
const SPECTATOR = "";
const tokenKey = (match: string): string => `flower-war/finished-seat/${match}`;
const placeKey = (code: string): string => `flower-war/chair/${code}`;

/** Returns the name of this browser's player, which all tabs share; `""`: none yet. */
export function rememberedName(): string {
  return browserStorage.read(NAME) ?? "";
}

/** Remembers the name. A newcomer is given tips at their tables from then on. */
export function rememberName(name: string): void {
  if (name !== "" && isNewcomer() && browserStorage.read(TIPS) === null) writeTips([]);
  browserStorage.write(NAME, name);
}

/** Names that the lobby proposes to players who have not given theirs. */
export const PROPOSED =
  "Ameyalli Citlali Eztli Ichtaca Izel Mahuizoh Metztli Necahual Papalotl Tenoch Xochitl Yaretzi".split(" ");

/** Returns the name of this browser's player; a random one of `PROPOSED` if they have not given one. */
export function proposedName(): string {
  return rememberedName() || (PROPOSED[Math.floor(Math.random() * PROPOSED.length)] ?? "");
}

const presetKey = (game: string): string => `flower-war/preset/${game}`;

/** Returns the preset of a game that this browser's player chose last for playing at once; `null`: none yet. */
export function rememberedPreset(game: string): string | null {
  return browserStorage.read(presetKey(game));
}

export function rememberPreset(game: string, preset: string): void {
  browserStorage.write(presetKey(game), preset);
}

/** Returns the token of the seat that this tab had in a finished match, for a rematch; `null`: it had none. */
export function rememberedToken(match: string): string | null {
  return tabStorage.read(tokenKey(match));
}

export function rememberToken(match: string, token: string): void {
  tabStorage.write(tokenKey(match), token);
}

/** @param code the match's short code or invitation */
export function rememberedPlace(code: string): Place | null {
  const kept = tabStorage.read(placeKey(code));
  if (kept === null) return null;
  return kept === SPECTATOR ? { kind: "spectator" } : { kind: "seat", seat: kept };
}

/** @param seat `null`: a spectator's place */
export function rememberPlace(code: string, seat: string | null): void {
  tabStorage.write(placeKey(code), seat ?? SPECTATOR);
}

export function forgetPlace(code: string): void {
  tabStorage.remove(placeKey(code));
}

/** The ids of the tips that a newcomer has seen; `null`: they get none, or no more. */
const TIPS = "flower-war/tips";

const writeTips = (seen: readonly string[] | null): void => browserStorage.write(TIPS, JSON.stringify(seen));

/** Returns the ids of the tips that this browser's player has seen at their tables; `null`: they are given none. */
export function seenTips(): readonly string[] | null {
  const stored = browserStorage.readValue(TIPS);
  return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : null;
}

/** Remembers that a tip was seen. Does nothing if no tips are given. */
export function rememberTip(id: string): void {
  const seen = seenTips();
  if (seen !== null && !seen.includes(id)) writeTips([...seen, id]);
}

/** Gives no more tips. */
export const endTips = (): void => writeTips(null);

/** How far this browser has come with the lesson. */
interface LessonProgress {
  /** The id of the step; `null`: the lesson was finished. */
  readonly step: string | null;
  /** Whether the learner said that they know it already. */
  readonly skipped: boolean;
}

const LESSON = "flower-war/lesson";
const LESSON_OPEN = "flower-war/lesson-open";

/** `null`: it was not begun in this browser. */
export function lessonProgress(): LessonProgress | null {
  const stored = browserStorage.readValue(LESSON);
  return isLessonProgress(stored) ? stored : null;
}

/** Remembers how far the learner is. */
export function rememberProgress(news: LessonProgress): void {
  browserStorage.write(LESSON, JSON.stringify(news));
}

/** Whether the lesson is open in this tab: true in a reload, false for who left and came back. */
export const isLessonOpen = (): boolean => tabStorage.read(LESSON_OPEN) !== null;

/** Marks the lesson as open in this tab; returns the function that marks it as left. */
export function openLesson(): () => void {
  tabStorage.write(LESSON_OPEN, "yes");
  return () => tabStorage.remove(LESSON_OPEN);
}

function isLessonProgress(value: unknown): value is LessonProgress {
  if (typeof value !== "object" || value === null) return false;
  const step: unknown = Reflect.get(value, "step");
  return (typeof step === "string" || step === null) && typeof Reflect.get(value, "skipped") === "boolean";
}

/** Whether this browser remembers nothing of a person who has played or learned here. */
export function isNewcomer(): boolean {
  return rememberedName() === "" && lessonProgress() === null;
}
