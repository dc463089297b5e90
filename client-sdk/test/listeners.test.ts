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
    const heard: string[] = [];
    listeners.on("said", (word) => heard.push(`1 ${word}`));
    listeners.on("said", (word) => heard.push(`2 ${word}`));
    listeners.emit("said", "tlaloc");
    expect(heard).toEqual(["1 tlaloc", "2 tlaloc"]);
  });

  it("are not called after their stop function, other listeners are", () => {
    const listeners = new Listeners<Words>();
    const gone = vi.fn();
    const kept = vi.fn();
    const stop = listeners.on("said", gone);
    listeners.on("said", kept);
    stop();
    stop();
    listeners.emit("said", "tlaloc");
    expect(gone).not.toHaveBeenCalled();
    expect(kept).toHaveBeenCalledOnce();
  });

  it("may add and remove listeners while one is called, which counts from the next time", () => {
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

  it("that throw are reported on the console and disturb nobody", () => {
    const report = vi.spyOn(console, "error").mockImplementation(() => {});
    const listeners = new Listeners<Words>();
    const fault = new Error("mine");
    const other = vi.fn();
    listeners.on("said", () => {
      throw fault;
    });
    listeners.on("said", other);
    listeners.emit("said", "tlaloc");
    expect(other).toHaveBeenCalledExactlyOnceWith("tlaloc");
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("said"), fault);
  });
});
