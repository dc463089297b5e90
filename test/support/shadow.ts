import { readOptions } from "@flower-war/rules";
import { type Deck, type Event, flowerWar, type State, type View } from "@flower-war/rules/flower-war";

/**
 * The rules' own view of a match that runs in another process: the events that its clients were told, each whole again
 * from what all of them saw together, folded by `evolve`. What no client may know (seed, deck orders) is made up, and
 * shows in no view.
 */
export class Shadow {
  #state: State;
  /** The cards that each deck has, wherever they are. */
  readonly #decks: State["hidden"]["decks"];

  constructor(rackSize: number, seats: number) {
    const { options } = readOptions(flowerWar, { rackSize });
    if (options === undefined) throw new RangeError(`no rack holds ${rackSize} skulls`);
    this.#state = flowerWar.setup(options, seats, "0".repeat(64));
    this.#decks = this.#state.hidden.decks;
  }

  /** @param told one entry's events, as each client saw them */
  fold(told: readonly (readonly object[])[]): void {
    const [first = []] = told;
    for (let i = 0; i < first.length; i++) {
      const seen = Object.assign({}, ...told.map((events) => events[i])) as Event;
      this.#state = flowerWar.evolve(this.#state, this.#whole(seen));
    }
  }

  view(viewer: Parameters<typeof flowerWar.view>[1]): View {
    return flowerWar.view(this.#state, viewer);
  }

  /** Fills in what nobody was told. */
  #whole(event: Event): Event {
    switch (event.type) {
      case "rolled":
      case "battle-began":
      case "card-taken":
        return { ...event, chance: 0 };
      case "battle-card-played":
        return event.roll === null ? event : { ...event, chance: 0 };
      case "reshuffled":
        return { ...event, chance: 0, order: this.#buried(event.deck) };
      case "asked":
        return { ...event, flow: [] };
      default:
        return event;
    }
  }

  /** The cards of a deck that lie in the stacks, top cards excepted. */
  #buried(deck: Deck): string[] {
    const { stacks } = this.#state.hidden;
    return stacks.flatMap((stack) => stack.slice(0, -1)).filter((card) => this.#decks[deck].includes(card));
  }
}
