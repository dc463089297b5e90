import { NOTICE_LIMITS, type Notices, NOTICE_PATHS } from "@flower-war/protocol";
import { MailLink, MailRequest, PushRequest } from "@flower-war/protocol/schemas";
import { type Request, type Response, Router } from "express";
import type { Redis } from "ioredis";
import { AddressLimit } from "../cluster/address-limit.ts";
import type { MailAct } from "../notices/mail-tokens.ts";
import type { NoticeSettings } from "../notices/notice-settings.ts";
import type { Players } from "../players/players.ts";
import { refuse } from "../refusal.ts";
import { parse } from "../wire/requests.ts";
import { parseBody } from "./body.ts";
import { type CountRequest, countRequest } from "./count-request.ts";
import { requireToken } from "./players.ts";

export interface NoticeServices {
  readonly players: Players;
  /** `null`: this server stores nothing, so it sends no notices. */
  readonly notices: NoticeSettings | null;
  /** `null`: this process is alone. */
  readonly redis: Redis | null;
}

const NONE: Notices = { push: null, mail: null };

/** Answers how players are told that it is their turn. @param countChange counts what an address changes */
export function noticeRoutes({ players, notices, redis }: NoticeServices, countChange: CountRequest): Router {
  const countPush = countRequest(new AddressLimit(NOTICE_LIMITS.newPushes, "too-many-pushes", redis));
  const player = (request: Request) => players.require(requireToken(request));
  const settings = () => {
    if (notices === null) throw refuse("unavailable");
    return notices;
  };
  const router = Router();

  router.get(NOTICE_PATHS.notices, async (request, response: Response<Notices>) => {
    const { id } = await player(request);
    response.json(notices === null ? NONE : await notices.find(id));
  });
  router.post(NOTICE_PATHS.pushes, async (request, response: Response<Notices>) => {
    const { id } = await player(request);
    await countPush(request, response);
    const push = parseBody(PushRequest, request);
    await settings().addPush(id, push);
    response.status(201).json(await settings().find(id));
  });
  router.delete(NOTICE_PATHS.push, countChange, async (request, response) => {
    const { id } = await player(request);
    await settings().removePush(id, request.params["id"]);
    response.json({});
  });
  router.post(NOTICE_PATHS.mail, countChange, async (request, response: Response<Notices>) => {
    const { id } = await player(request);
    const mail = parseBody(MailRequest, request);
    await settings().setMail(id, mail, request.ip ?? "");
    response.json(await settings().find(id));
  });
  router.delete(NOTICE_PATHS.mail, countChange, async (request, response) => {
    const { id } = await player(request);
    await settings().removeMail(id);
    response.json({});
  });

  const acts: readonly [string, MailAct][] = [
    [NOTICE_PATHS.confirmMail, "confirm-mail"],
    [NOTICE_PATHS.stopMail, "stop-mail"],
  ];
  for (const [path, act] of acts) {
    router.post(path, countChange, async ({ query }, response) => {
      const { token } = parse(MailLink, query);
      await settings().follow(act, token);
      response.json({});
    });
  }
  return router;
}
