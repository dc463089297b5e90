import { setImmediate } from "node:timers/promises";
import { Queue } from "../queue.ts";

/** One queue a temple: what concerns it happens in the order in which it came, and never twice at a time. */
export class TempleQueues {
  /** Never emptied: an operator enrols temples one by one. */
  readonly #queues = new Map<string, Queue>();

  run<T>(templeId: string, task: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(templeId) ?? new Queue();
    this.#queues.set(templeId, queue);
    return queue.run(task);
  }

  /** Like `run` for what answers a request: nothing that follows is told before the answer is on its way. */
  answer<T>(templeId: string, task: () => Promise<T>): Promise<T> {
    const answer = this.run(templeId, task);
    void this.run(templeId, () => setImmediate());
    return answer;
  }
}
