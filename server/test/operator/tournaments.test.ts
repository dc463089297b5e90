/** How operators end tournaments (docs/operate.md, "Keeping order"). */
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { type Tournament, TOURNAMENT_PATHS, type TournamentSummary } from "@flower-war/protocol/tournaments";
import { expect, test } from "vitest";
import { bearer, createAccount } from "../support/account.ts";
import { useOperatedServer } from "../support/operated-server.ts";
import { post } from "../support/post.ts";

const server = useOperatedServer();

test("an operator ends any tournament, which the audit log has", async () => {
  await server.start();
  const { token } = await createAccount(server.url, "Ana");
  const evening = { name: "Evening", kind: "rounds", game: "tieqchieq", seats: 2, rounds: 1 };
  const created = await post<Tournament>(server.url, TOURNAMENT_PATHS.tournaments, evening, bearer(token));
  const { id } = created.body;
  const operator = await server.signIn();
  const list = async () =>
    (await operator.get<{ tournaments: TournamentSummary[] }>(OPERATOR_PATHS.tournaments)).tournaments;
  expect(await list()).toMatchObject([
    { id, name: "Evening", status: "gathering", organiser: { name: "Ana" } },
  ]);
  const end = (reason: string, of = id) => operator.post(OPERATOR_PATHS.endTournament, { reason }, of);
  expect((await end("a rude name", "V1StGXR8Z5jd")).status).toBe(404);
  expect((await end("a rude name")).status).toBe(200);
  expect(await list()).toMatchObject([{ id, status: "over" }]);
  expect((await fetch(server.operatorUrl + OPERATOR_PATHS.tournaments)).status).toBe(401);
  const found = (await (
    await fetch(server.url + TOURNAMENT_PATHS.tournament.replace(":id", id))
  ).json()) as Tournament;
  expect(found).toMatchObject({ status: "over", endedBy: "operator" });
  expect((await operator.acts())[0]).toBe(`Itzel end-tournament ${id}: a rude name`);
});
