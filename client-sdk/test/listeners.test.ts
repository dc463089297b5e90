import { afterEach, describe, expect, it, vi } from "vitest";
import { Listeners } from "../src/listeners.ts";

interface Words {
  said: (word: string) => void;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("listeners", () => {
  it("are called in the order in which they were added", () => {
    const listeners = new Listeners<Words>();
    const received: string[] = [];
    listeners.on("said", (word) => received.push(`1 ${word}`));
    listeners.on("said", (word) => received.push(`2 ${word}`));
    listeners.emit("said", "tlaloc");
    expect(received).toEqual(["1 tlaloc", "2 tlaloc"]);
  });

  it("are not called after they were removed, while others are", () => {
    const listeners = new Listeners<Words>();
    const removed = vi.fn();
    const other = vi.fn();
    const stop = listeners.on("said", removed);
    listeners.on("said", other);
    stop();
    stop();
    listeners.emit("said", "tlaloc");
    expect(removed).not.toHaveBeenCalled();
    expect(other).toHaveBeenCalledOnce();
  });

  it("may add and remove listeners when called, with effect from the next event", () => {
    const listeners = new Listeners<Words>();
    const late = vi.fn();
    const stop = listeners.on("said", () => {
      stop();
      listeners.on("said", late);
    });
    listeners.emit("said", "once");
    expect(late).not.toHaveBeenCalled();
    listeners.emit("said", "twice");
    expect(late).toHaveBeenCalledExactlyOnceWith("twice");
  });

  it("that throw are reported on the console, and the others are called", () => {
    const report = vi.spyOn(console, "error").mockImplementation(() => {});
    const listeners = new Listeners<Words>();
    const failure = new Error("mine");
    const other = vi.fn();
    listeners.on("said", () => {
      throw failure;
    });
    listeners.on("said", other);
    listeners.emit("said", "tlaloc");
    expect(other).toHaveBeenCalledExactlyOnceWith("tlaloc");
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("said"), failure);
  });
});
