/** What the matches of a tournament are created with. */
import { expect, test } from "vitest";
import { TournamentMatches } from "../../src/tournaments/matches.ts";
import { Tournament } from "../../src/tournaments/tournament.ts";
import { PLAN } from "./plan.ts";

test("a match has its players, and no name of the organiser, who may be deleted later", async () => {
  const created: object[] = [];
  const matches = new TournamentMatches({
    rooms: {
      createSeated: async (settings: object, people: readonly object[]) =>
        void created.push({ ...settings, people }),
    },
    seatsOf: () => ["red", "yellow"],
  } as never);
  const tournament = new Tournament("V1StGXR8Z5jd", [
    { type: "created", plan: PLAN, at: 1 },
    { type: "registered", player: "a", name: "Izel", at: 1 },
    { type: "registered", player: "b", name: "Jun", bot: true, at: 1 },
    { type: "started", at: 1 },
    { type: "paired", tables: [{ match: "one", players: ["b", "a"] }], byes: [], at: 1 },
  ]);
  const [table] = tournament.openTables;
  if (!table) throw new Error("a table was expected");
  await matches.create(tournament, table);
  expect(created).toMatchObject([
    {
      match: "one",
      title: PLAN.name,
      host: "",
      tournament: tournament.id,
      people: [
        { name: "Jun", player: "b", isBot: true },
        { name: "Izel", player: "a" },
      ],
    },
  ]);
  expect(JSON.stringify(created)).not.toContain(PLAN.organiser.name);
});
