/** What a newcomer is told at their own table, when it comes up. */
import type { Command, View } from "@flower-war/client-sdk/flower-war";
import { i18n } from "@lingui/core";
import { beforeAll, describe, expect, test } from "vitest";
import { TIPS, tipFor } from "../src/coach/tips.ts";
import { loadTexts } from "../src/games/flower-war/texts.ts";
import type { FlowerWarScene } from "../src/games/flower-war/texts.ts";
import { fixture, withTable } from "./support/flower-war.ts";

beforeAll(async () => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  await loadTexts("en");
});

/** A scene as far as tips look at it. */
function sceneOf(view: View, legal: readonly Command[]): FlowerWarScene {
  return { view, legal, seat: view.seat } as FlowerWarScene;
}

const idAt = (name: string, seen: readonly string[] = [], fought = false): string | undefined => {
  const { view, legal } = fixture(name);
  return tipFor(sceneOf(view, legal), seen, fought)?.id;
};

describe("tips", () => {
  test("come with the decision that they are about", () => {
    expect(idAt("roll")).toBe("turn");
    expect(idAt("offer")).toBe("offering");
    expect(idAt("offer", ["offering"])).toBe("card");
  });

  test("come once each", () => {
    const all = TIPS.map(({ id }) => id);
    for (const name of ["roll", "offer", "battle-answer", "flooded"])
      expect(idAt(name, all, true)).toBeUndefined();
  });

  test("about a battle come after it, not over it", () => {
    const { view, legal } = fixture("battle-answer");
    expect(tipFor(sceneOf(view, legal), [], true)).toBeNull();
    const over = withTable(view, { battle: null });
    expect(tipFor(sceneOf(over, []), [], true)?.id).toBe("battle");
    expect(tipFor(sceneOf(over, []), [], false)).toBeNull();
  });

  test("about the end of the world come when it counts", () => {
    expect(idAt("flooded", ["turn", "offering", "card", "disc"])).toBe("apocalypse");
    expect(idAt("roll", ["turn", "offering", "card", "disc"])).toBeUndefined();
  });

  test("about the end of the world say when it is counted: in Mexica after each turn (canon section 1)", () => {
    const { view, legal } = fixture("flooded");
    const options = { ...view.table.options, countdown: "turns" } as const;
    const mexica = sceneOf(withTable(view, { options }), legal);
    const said = tipFor(mexica, ["turn", "offering", "card", "disc"], false)?.say().join(" ");
    expect(said).toMatch(/^After each turn the two gods are compared\./);
  });

  test("are not given to watchers, and not after the end", () => {
    const { view, legal } = fixture("roll");
    expect(tipFor({ ...sceneOf(view, legal), seat: null }, [], false)).toBeNull();
    const outcome = { by: "apocalypse", winner: null, standings: [] } as const;
    expect(tipFor(sceneOf(withTable(view, { outcome }), legal), [], false)).toBeNull();
  });

  test("say 60 words at most", () => {
    for (const { id, say } of TIPS) expect(say().join(" ").split(/\s+/).length, id).toBeLessThanOrEqual(60);
  });
});
