import { browserStorage } from "./storage.ts";
import { Store } from "./store.ts";

/** The viewer's settings in this browser, apart from the language. */
export interface Preferences {
  readonly theme: "system" | "light" | "dark";
  /** How fast things move on the table: 1 and 2 times, or 0: not at all. */
  readonly speed: 0 | 1 | 2;
  /** Whether the page sends a command that is the only one, as public information shows. */
  readonly acts: boolean;
  /** Whether it also rolls and tosses by itself. */
  readonly rolls: boolean;
  /** Sounds when it is the viewer's turn, and at their moments of a match. */
  readonly sound: boolean;
  /** A notification when it is the viewer's turn and the page is not in sight. */
  readonly notify: boolean;
}

const DEFAULTS: Preferences = {
  theme: "system",
  speed: 1,
  acts: true,
  rolls: false,
  sound: true,
  notify: false,
};
const KEY = "flower-war/preferences";

const stored = browserStorage.readValue(KEY);
const current = new Store<Preferences>({ ...DEFAULTS, ...(typeof stored === "object" ? stored : null) });

export const preferences = current.get;

/** Changes some preferences, for this visit and the next ones. */
export function prefer(changes: Partial<Preferences>): void {
  const preferred = { ...preferences(), ...changes };
  browserStorage.write(KEY, JSON.stringify(preferred));
  current.set(preferred);
  applyPreferences();
}

/** Renders again whenever a preference changes. */
export const usePreferences = current.use;

/** Makes the chosen theme and speed those of the document; without a theme the system decides. */
export function applyPreferences(): void {
  const { theme, speed } = preferences();
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
  dataset["speed"] = String(speed);
}
