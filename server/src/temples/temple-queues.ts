import { Queue } from "../queue.ts";
import type { Time } from "../time.ts";

/** One queue per temple: its tasks run one at a time, in the order in which they came. */
export class TempleQueues {
  readonly #time: Time;
  /** Never removed: an operator enrols temples one by one. */
  readonly #queues = new Map<string, Queue>();

  constructor(time: Time) {
    this.#time = time;
  }

  run<T>(templeId: string, task: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(templeId) ?? new Queue();
    this.#queues.set(templeId, queue);
    return queue.run(task);
  }

  /** Like `run`, for the answer to a request: messages of later tasks are sent after the answer. */
  runRequest<T>(templeId: string, task: () => Promise<T>): Promise<T> {
    const answer = this.run(templeId, task);
    void this.run(templeId, () => this.#time.nextTurn());
    return answer;
  }
}
