import { type FlowerWar, flowerWar, type Options } from "../../src/flower-war/index.ts";
import type { Game } from "../../src/index.ts";

/** Flower War after a house rule was added: whether Tonantzin trades. Before the rule existed she did; new matches default to false. */
export interface HouseRuled extends FlowerWar {
  options: Options & { readonly trades: boolean };
}

export const houseRuled = {
  ...flowerWar,
  presets: flowerWar.presets?.map((preset) => ({ ...preset, options: { ...preset.options, trades: true } })),
  options: { ...flowerWar.options, trades: { values: [true, false], default: false, before: true } },
  legal: (view, seat) => {
    const { trades } = view.table.options as HouseRuled["options"];
    return flowerWar.legal(view, seat).filter(({ type }) => trades || type !== "trade");
  },
  decide: (state, seat, command) => {
    const { trades } = state.table.options as HouseRuled["options"];
    const isTrade = (command as { type?: unknown }).type === "trade";
    return isTrade && !trades ? { refused: "malformed" } : flowerWar.decide(state, seat, command);
  },
} as Game<FlowerWar> as unknown as Game<HouseRuled>;
