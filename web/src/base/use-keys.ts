import { useEffect, useEffectEvent } from "react";
import { browserStorage } from "./storage.ts";

/** What each key does, by `KeyboardEvent.key` in lower case. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

const STORED = "flower-war/letter-keys";

/** Whether letters and digits are shortcuts; players can switch them off. */
export const areLetterKeysOn = (): boolean => browserStorage.read(STORED) !== "off";

/** Switches shortcuts of letters and digits on or off, for this visit and the next ones. */
export function switchLetterKeys(on: boolean): void {
  browserStorage.write(STORED, on ? "on" : "off");
}

/**
 * Calls what a pressed key does, wherever the focus is, except while the player types or holds a modifier.
 * @param inDialog whether the keys are those of an open dialog; others rest meanwhile
 */
export function useKeys(keys: Keys, inDialog = false): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[event.key.toLowerCase()];
    if (act === undefined || event.defaultPrevented || !isFree(event, inDialog)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

function isFree(event: KeyboardEvent, inDialog: boolean): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
  if (event.key.length === 1 && !areLetterKeysOn()) return false;
  if (event.target instanceof Element && event.target.closest(TYPING) !== null) return false;
  return (document.querySelector("dialog:modal") !== null) === inDialog;
}

const TYPING = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';

/** The element that holds the log of a match. */
export const LOG_ID = "match-log";

/** Moves the focus to the first element that a selector finds, even if it is no control; does nothing if there is none. */
export function focusFirst(selector: string): void {
  const element = document.querySelector<HTMLElement | SVGElement>(selector);
  if (element === null) return;
  // A control stays in the order of Tab.
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) element.setAttribute("tabindex", "-1");
  element.focus();
}

/** Moves the focus to the log; on a phone it opens the sheet that holds it. */
export function focusLog(): void {
  const log = document.getElementById(LOG_ID);
  if (log === null) return;
  if (!log.checkVisibility()) log.closest<HTMLElement>("[popover]")?.showPopover();
  log.focus();
}

/** Returns the keys 1 to 9, each for one of the first things of a list. */
export function digitKeys<Thing>(things: readonly Thing[], press: (thing: Thing) => void): Keys {
  return Object.fromEntries(
    things.slice(0, 9).map((thing, index) => [String(index + 1), () => press(thing)]),
  );
}
