import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CodeGuard } from "../src/temples/code-guard.ts";
import { CODE_LIFE, ShownCodes } from "../src/temples/codes.ts";

const SECOND = 1000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A source of codes that gives these, one after the other. */
function drawing(...codes: string[]): () => string {
  return () => codes.shift() ?? "ZZZZ";
}

describe("P-2: shown codes", () => {
  test("are 4 of 23456789ABCDEFGHJKMNPQRSTUVWXYZ and live 300 s", () => {
    const codes = new ShownCodes();
    for (let i = 0; i < 200; i += 1) {
      const shown = codes.show(`templo-${i}`);
      expect(shown.code).toMatch(/^[2-9A-HJKMNP-Z]{4}$/);
      expect(shown.expires).toBe(300);
    }
  });

  test("stay the same while they live, and tell the life that remains", () => {
    const codes = new ShownCodes();
    const { code } = codes.show("templo-1");
    vi.advanceTimersByTime(100 * SECOND);
    expect(codes.show("templo-1")).toEqual({ code, expires: 200 });
  });

  test("die after 300 s; the temple then shows another one", () => {
    const codes = new ShownCodes(drawing("AAAA", "BBBB"));
    codes.show("templo-1");
    vi.advanceTimersByTime(CODE_LIFE * SECOND - 1);
    expect(codes.templeOf("AAAA")).toBe("templo-1");
    vi.advanceTimersByTime(1);
    expect(codes.templeOf("AAAA")).toBeNull();
    expect(codes.show("templo-1")).toEqual({ code: "BBBB", expires: 300 });
  });

  test("are unique among the live ones", () => {
    const codes = new ShownCodes(drawing("AAAA", "AAAA", "BBBB"));
    codes.show("templo-1");
    expect(codes.show("templo-2").code).toBe("BBBB");
    expect(codes.templeOf("AAAA")).toBe("templo-1");
  });

  test("may come again once dead", () => {
    const codes = new ShownCodes(drawing("AAAA", "AAAA"));
    codes.show("templo-1");
    vi.advanceTimersByTime(CODE_LIFE * SECOND);
    expect(codes.show("templo-2").code).toBe("AAAA");
    expect(codes.templeOf("AAAA")).toBe("templo-2");
  });

  test("die one by one, in the order in which they were made", () => {
    const codes = new ShownCodes(drawing("AAAA", "BBBB"));
    codes.show("templo-1");
    vi.advanceTimersByTime(10 * SECOND);
    codes.show("templo-2");
    vi.advanceTimersByTime(295 * SECOND);
    expect(codes.templeOf("AAAA")).toBeNull();
    expect(codes.templeOf("BBBB")).toBe("templo-2");
  });

  test.each(["4F7K", "4f7k", " 4F 7K ", "4f\t7k\n"])(
    "are entered without regard to case and spaces: %j",
    (entered) => {
      const codes = new ShownCodes(drawing("4F7K"));
      codes.show("templo-1");
      expect(codes.templeOf(entered)).toBe("templo-1");
    },
  );

  test("forgotten ones mean nothing any more", () => {
    const codes = new ShownCodes(drawing("AAAA", "BBBB"));
    codes.show("templo-1");
    codes.forget("templo-1");
    codes.forget("templo-1");
    expect(codes.templeOf("AAAA")).toBeNull();
    expect(codes.show("templo-1").code).toBe("BBBB");
  });
});

describe("P-3: wrong codes", () => {
  test("five in a minute are let through, then comes silence of 60 s", async () => {
    const guard = new CodeGuard(null);
    await enterWrong(guard, 5);
    expect(await guard.wait("10.0.0.1")).toBe(60 * SECOND);
    vi.advanceTimersByTime(59 * SECOND);
    expect(await guard.wait("10.0.0.1")).toBe(SECOND);
    vi.advanceTimersByTime(SECOND);
    await enterWrong(guard, 5);
  });

  test("are counted for a minute", async () => {
    const guard = new CodeGuard(null);
    await enterWrong(guard, 4);
    vi.advanceTimersByTime(60 * SECOND);
    await enterWrong(guard, 5);
  });

  test("silence one client only", async () => {
    const guard = new CodeGuard(null);
    await enterWrong(guard, 5);
    expect(await guard.wait("10.0.0.2")).toBe(0);
  });
});

async function enterWrong(guard: CodeGuard, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    expect(await guard.wait("10.0.0.1")).toBe(0);
    await guard.wrong("10.0.0.1");
  }
}
