import { readOptions } from "@flower-war/rules";
import { type Deck, type Event, flowerWar, type State, type View } from "@flower-war/rules/flower-war";

/**
 * The rules' own view of a match that runs in another process: the events that its clients were told, each whole again
 * from what all of them saw together, folded by `evolve`. What no client may know (seed, deck orders) is made up, and
 * shows in no view.
 */
export class Shadow {
  #state: State;

  constructor(rackSize: number, seats: number) {
    const { options } = readOptions(flowerWar, { rackSize });
    if (options === undefined) throw new RangeError(`no rack holds ${rackSize} skulls`);
    this.#state = flowerWar.setup(options, seats, "0".repeat(64));
  }

  /** @param told one entry's events, as each client saw them */
  fold(told: readonly (readonly object[])[]): void {
    const [first = []] = told;
    for (let i = 0; i < first.length; i++) {
      const seen = Object.assign({}, ...told.map((events) => events[i])) as Event;
      this.#state = flowerWar.evolve(this.#state, whole(this.#state, seen));
    }
  }

  view(viewer: Parameters<typeof flowerWar.view>[1]): View {
    return flowerWar.view(this.#state, viewer);
  }
}

/** Fills in what nobody was told. */
function whole(state: State, event: Event): Event {
  switch (event.type) {
    case "rolled":
    case "battle-began":
    case "card-taken":
      return { ...event, chance: 0 };
    case "battle-card-played":
      return event.roll === null ? event : { ...event, chance: 0 };
    case "reshuffled":
      return { ...event, chance: 0, order: buried(state, event.deck) };
    case "asked":
      return { ...event, flow: [] };
    default:
      return event;
  }
}

/** The cards of a deck that lie in the stacks, top cards excepted. */
function buried(state: State, deck: Deck): string[] {
  const { decks, stacks } = state.hidden;
  return stacks.flatMap((stack) => stack.slice(0, -1)).filter((card) => decks[deck].includes(card));
}
