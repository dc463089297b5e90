import { useEffect } from "react";
import { preferences } from "../base/preferences.ts";
import { type Note, playSound } from "../base/sounds.ts";
import { browserStorage } from "../base/storage.ts";
import { i18n } from "../texts/index.ts";

/** What of a match tells its turns apart. `n`: how many entries it has. */
interface SignalledMatch {
  readonly id: string;
  readonly state: { readonly n: number };
}

/** The matches whose last turn is remembered, the newest first, and the entry up to which it has come. */
type Signalled = readonly (readonly [match: string, n: number])[];

const SIGNALLED = "flower-war/signalled-turns";
const MAX_MATCHES = 20;

interface Props {
  /** Whether it is the viewer's turn. */
  readonly own: boolean;
  readonly match: SignalledMatch;
  /** The game's title. */
  readonly game: string;
}

/** Signals each time that it becomes the viewer's turn, once in this browser. Nothing of it is seen, so it comes after the table. */
export function TurnSignal({ own, match, game }: Props) {
  const { n } = match.state;
  useEffect(() => (own ? signalTurnOnce(match, game) : undefined), [own, match, game]);
  // A turn goes on with each of its commands.
  useEffect(() => {
    if (own) rememberTurn(match.id, n);
  }, [own, match, n]);
  return null;
}

/** Signals a turn as `signalTurn`, unless it was signalled before: the page was loaded again, or is open in another tab. */
export function signalTurnOnce({ id, state }: SignalledMatch, about: string, title?: string): () => void {
  const isKnown = readSignalled().some(([match, n]) => match === id && n >= state.n);
  rememberTurn(id, state.n);
  return isKnown ? () => {} : signalTurn(about, title);
}

/** Remembers that the viewer's turn in a match has come to its entry `n`, unless it has come further. */
export function rememberTurn(match: string, n: number): void {
  const all = readSignalled();
  const known = all.find(([other]) => other === match)?.[1] ?? n;
  const others = all.filter(([other]) => other !== match);
  const last = Math.max(n, known);
  browserStorage.write(SIGNALLED, JSON.stringify([[match, last], ...others].slice(0, MAX_MATCHES)));
}

function readSignalled(): Signalled {
  try {
    const read: unknown = JSON.parse(browserStorage.read(SIGNALLED) ?? "[]");
    return Array.isArray(read) ? read.filter(isSignalled) : [];
  } catch {
    return [];
  }
}

function isSignalled(read: unknown): read is Signalled[number] {
  return Array.isArray(read) && typeof read[0] === "string" && typeof read[1] === "number";
}

/**
 * Plays a sound, and shows a notification if the tab is hidden and the browser permits it. The viewer's settings turn either
 * off. The returned function takes the notification away.
 * @param about what the notification says, such as the game
 * @param title default: that it is the viewer's turn
 */
export function signalTurn(about: string, title = i18n._("Your turn")): () => void {
  const { notify } = preferences();
  playTurnSound();
  if (!notify || !document.hidden || !canNotify()) return () => {};
  const notification = new Notification(title, { body: about, tag: "flower-war-turn" });
  notification.addEventListener("click", () => window.focus());
  return () => notification.close();
}

/** Whether the browser lets the page notify. */
export function canNotify(): boolean {
  return "Notification" in window && Notification.permission === "granted";
}

/** Asks the browser's user to let the page notify; resolves with whether they do. */
export async function askToNotify(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** Two soft tones. */
const TURN_SOUND: readonly Note[] = [
  { hz: 523, at: 0, lasts: 0.45, volume: 0.18 },
  { hz: 784, at: 0.16, lasts: 0.45, volume: 0.18 },
];

export const playTurnSound = (): void => playSound(TURN_SOUND);
