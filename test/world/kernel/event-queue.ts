import type { SimulatedEvent } from "./types.ts";

/** Events in the order in which they happen: a binary heap. */
export class EventQueue {
  readonly #heap: SimulatedEvent[] = [];

  /** In no order. */
  get all(): readonly SimulatedEvent[] {
    return this.#heap;
  }

  push(event: SimulatedEvent): void {
    const heap = this.#heap;
    let at = heap.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(event, heap[parent] as SimulatedEvent)) break;
      heap[at] = heap[parent] as SimulatedEvent;
      at = parent;
    }
    heap[at] = event;
  }

  /** Takes the first event out; `undefined`: there is none. */
  pop(): SimulatedEvent | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (
        child + 1 < heap.length &&
        isBefore(heap[child + 1] as SimulatedEvent, heap[child] as SimulatedEvent)
      )
        child += 1;
      if (!isBefore(heap[child] as SimulatedEvent, last)) break;
      heap[at] = heap[child] as SimulatedEvent;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(one: SimulatedEvent, other: SimulatedEvent): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
