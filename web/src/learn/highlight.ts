import type { God, Seat } from "@flower-war/client-sdk/flower-war";

/** The one thing that is highlighted: a part of the board, or what a selector finds beside it. */
export type Highlight =
  | { readonly kind: "rack" | "space"; readonly space: number }
  | { readonly kind: "pawn"; readonly seat: Seat }
  | { readonly kind: "shrine"; readonly god: God }
  | { readonly kind: "sun" }
  | { readonly kind: "part"; readonly selector: string };

/** What is shown over the lower part of the board. `hand` and `action` are the dock; a phone shows only what is named. */
export type Beside = "players" | "hand" | "action" | "battle";

/** The names of the parts over the board, for selectors; `free`: where nothing lies over it. */
export const STAGE_PARTS = { free: "free", hand: "hand", action: "action", battle: "battle" } as const;

const part = (name: keyof typeof STAGE_PARTS, inside: string): Highlight => ({
  kind: "part",
  selector: `[data-part="${STAGE_PARTS[name]}"] ${inside}`,
});

/** The button of the action panel that has a key. */
export const actionKey = (key: string): Highlight => part("action", `[aria-keyshortcuts="${key}"]`);

/** The first button that the action panel offers for the chosen card: to play it. */
export const PLAY_BUTTON: Highlight = part("action", "div > button");

export const cardInHand = (card: string): Highlight => part("hand", `[data-card="${card}"]`);
export const cardInBattle = (card: string): Highlight => part("battle", `[data-card="${card}"]`);

/** The first button under the battle: to play the chosen card. */
export const BATTLE_BUTTON: Highlight = part("battle", "button:not([data-card])");
