import { refuse } from "../refusal.ts";
import type { OperationRoutes } from "./operation-routes.ts";
import { type CountRequest, countRequest } from "./request.ts";
import type { HttpServices } from "./services.ts";

/** Answers how players are told that it is their turn. @param countChange counts what an address changes */
export function noticeRoutes(
  routes: OperationRoutes,
  { players, accounts, notices, quotas }: HttpServices,
  countChange: CountRequest,
): void {
  const countPush = countRequest(quotas, "add-push");
  const settings = () => {
    if (notices === null) throw refuse("unavailable");
    return notices;
  };

  routes.on("getNotices", async ({ token }) => {
    const { id } = await players.require(token);
    return notices === null ? { push: null, mail: null } : notices.find(id);
  });
  routes.on("addPush", async (asked) => {
    const { id } = await players.require(asked.token);
    await countPush(asked.request, asked.response);
    const push = asked.body;
    await settings().addPush(id, push);
    return settings().find(id);
  });
  routes.on("removePush", countChange, async ({ token, params }) => {
    const { id } = await players.require(token);
    await settings().removePush(id, params.id);
    return {};
  });
  routes.on("setMail", countChange, async (asked) => {
    const set = (player: string) => settings().setMail(player, asked.body, asked.address);
    const id = await accounts.changeMail(asked, "set-mail", set);
    return settings().find(id);
  });
  routes.on("removeMail", countChange, async (asked) => {
    await accounts.changeMail(asked, "remove-mail", (player) => settings().removeMail(player));
    return {};
  });
  for (const [id, act] of [
    ["confirmMail", "confirm-mail"],
    ["stopMail", "stop-mail"],
  ] as const) {
    routes.on(id, countChange, async ({ query: { token } }) => {
      await settings().follow(act, token);
      return {};
    });
  }
}
