/** How operators delete studies, and what is said in them (docs/operate.md, "Keeping order"). */
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { type Study, STUDY_PATHS } from "@flower-war/protocol/studies";
import { expect, test } from "vitest";
import { bearer, createGuest } from "../support/account.ts";
import { finishMatch } from "../support/finished-match.ts";
import { useOperatedServer } from "../support/operated-server.ts";
import { post } from "../support/post.ts";

const server = useOperatedServer();

test("an operator deletes a comment or all of a study, and mutes who said it, which the audit log has", async () => {
  await server.start();
  const [match, { id: player, token }] = [await finishMatch(server.url), await createGuest(server.url)];
  const { id } = (await post<Study>(server.url, STUDY_PATHS.studies, { match }, bearer(token))).body;
  const act = (body: object) => {
    const named = { ...body, at: { line: "", n: 0 } };
    return post<{ code?: string }>(server.url, STUDY_PATHS.acts.replace(":id", id), named, bearer(token));
  };
  const say = (item: string) => act({ act: "comment", id: item, text: "Rude" });
  const find = async () => {
    const response = await fetch(server.url + STUDY_PATHS.study.replace(":id", id));
    return { status: response.status, study: (await response.json()) as Study };
  };
  for (const item of ["comment00001", "comment00002"]) await say(item);
  const operator = await server.signIn();
  const remove = (body: object, of = id) =>
    operator.post(OPERATOR_PATHS.deleteStudy, { reason: "rude", ...body }, of);
  expect((await remove({}, "x".repeat(21))).status).toBe(404);
  expect((await remove({ item: "comment00001" })).status).toBe(200);
  expect((await find()).study.comments.map((each) => each.id)).toEqual(["comment00002"]);
  expect((await operator.acts())[0]).toBe(`Itzel delete-study ${id} comment00001: rude`);
  const until = Date.now() + 60_000;
  await operator.post(OPERATOR_PATHS.sanctions, { kind: "mute", player, reason: "rude", until });
  expect((await say("comment00003")).body).toMatchObject({ code: "muted" });
  expect((await act({ act: "mark", id: "mark00000001", place: "rude" })).body).toMatchObject({
    code: "muted",
  });
  expect((await remove({})).status).toBe(200);
  expect((await find()).status).toBe(404);
  expect((await operator.acts())[0]).toBe(`Itzel delete-study ${id}: rude`);
});
