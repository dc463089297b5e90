import { useEffect } from "react";
import { preferences } from "../app/preferences.ts";
import { i18n } from "../texts/index.ts";

/** Signals each time that it becomes the viewer's turn. */
export function useTurnSignal(own: boolean, game: string): void {
  useEffect(() => (own ? signalTurn(game) : undefined), [own, game]);
}

/**
 * Plays a sound, and shows a notification if the tab is hidden and the browser permits it. The viewer's settings turn either
 * off. The returned function takes the notification away.
 */
export function signalTurn(game: string): () => void {
  const { sound, notify } = preferences();
  if (sound) playTurnSound();
  if (!notify || !document.hidden || !canNotify()) return () => {};
  const notification = new Notification(i18n._("Your turn"), { body: game, tag: "flower-war-turn" });
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

let audio: AudioContext | null = null;

/** Plays two soft tones. Does nothing until the page was used, for browsers allow no sound before that. */
export function playTurnSound(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const [frequency, start] of [
    [523, 0],
    [784, 0.16],
  ] as const) {
    tone(audio, frequency, audio.currentTime + start);
  }
}

function tone(context: AudioContext, frequency: number, at: number): void {
  const oscillator = new OscillatorNode(context, { type: "triangle", frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.18, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.45);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + 0.5);
}
