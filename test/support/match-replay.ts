import { readOptions } from "@flower-war/rules";
import { type Deck, type Event, flowerWar, type State, type View } from "@flower-war/rules/flower-war";

/**
 * Replays a match that runs in another process from the events that its clients received. What no client may know (seed,
 * deck orders) is made up; no view shows it.
 */
export class MatchReplay {
  #state: State;
  /** The cards that belong to each deck. */
  readonly #decks: State["hidden"]["decks"];

  constructor(rackSize: number, seats: number) {
    const { options } = readOptions(flowerWar, { rackSize });
    if (options === undefined) throw new RangeError(`no rack holds ${rackSize} skulls`);
    this.#state = flowerWar.setup(options, seats, "0".repeat(64));
    this.#decks = this.#state.hidden.decks;
  }

  /** Applies one entry. @param received its events as each client received them, redacted for its seat */
  apply(received: readonly (readonly object[])[]): void {
    const [first = []] = received;
    for (let i = 0; i < first.length; i++) {
      const merged = Object.assign({}, ...received.map((events) => events[i])) as Event;
      this.#state = flowerWar.evolve(this.#state, this.#complete(merged));
    }
  }

  /** Returns the view that a seat, or a spectator (`public`), must have now. */
  view(viewer: Parameters<typeof flowerWar.view>[1]): View {
    return flowerWar.view(this.#state, viewer);
  }

  /** Makes up the fields that no client receives. */
  #complete(event: Event): Event {
    switch (event.type) {
      case "rolled":
      case "battle-began":
      case "card-taken":
        return { ...event, chance: 0 };
      case "battle-card-played":
        return event.roll === null ? event : { ...event, chance: 0 };
      case "reshuffled":
        return { ...event, chance: 0, order: this.#findBuried(event.deck) };
      case "asked":
        return { ...event, flow: [] };
      default:
        return event;
    }
  }

  /** Returns a deck's cards in the stacks, without the top cards. */
  #findBuried(deck: Deck): string[] {
    const { stacks } = this.#state.hidden;
    return stacks.flatMap((stack) => stack.slice(0, -1)).filter((card) => this.#decks[deck].includes(card));
  }
}
