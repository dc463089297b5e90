import { LIMITS } from "@flower-war/protocol";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import {
  type AuditLog,
  OPERATOR_PATHS,
  type OperatorAct,
  type OperatorInvitation,
  type OperatorInvited,
  type OperatorList,
  type OperatorSession,
  type ReportList,
  type SanctionList,
  type SuspectedGroups,
  type SettledReports,
} from "@flower-war/protocol/operator";
import type { PasskeyOptions } from "@flower-war/protocol/players";
import {
  AccountsRequest,
  AnnounceRequest,
  AuditQuery,
  InvitationRequest,
  InviteRequest,
  JoinRequest,
  OperatorSearch,
  OperatorSignIn,
  PasskeyRequest,
  ReasonRequest,
  DeleteStudyRequest,
  RemoveRequest,
  ReportQuery,
  RoleRequest,
  SanctionRequest,
  SettleRequest,
} from "@flower-war/protocol/schemas";
import express, { type Express, type Request, type RequestHandler, type Response, Router } from "express";
import type { Registry } from "prom-client";
import { errorsAsRefusals, notFound } from "../http/errors.ts";
import { OPERATOR_PAGE, page } from "../http/page.ts";
import type { RatingReviews } from "../history/store/rating-reviews.ts";
import { operatorHeaders } from "../http/headers.ts";
import { metricsPage } from "../metrics/page.ts";
import type { Site } from "../players/passkey-thread.ts";
import type { Ports } from "../ports.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { refuse } from "../refusal.ts";
import type { ModerationStore } from "../moderation/store/moderation-store.ts";
import { parse } from "../wire/requests.ts";
import type { OperatorAccounts } from "./accounts.ts";
import type { ActsPorts, OperatorActs } from "./acts.ts";
import { type ProgramServices, programRoutes } from "./program-routes.ts";
import { requireOwnHost } from "./own-hosts.ts";
import { type OperatorSessions, sameOrigin } from "./sessions.ts";
import type { ExportedMatch, MatchFiles } from "./match-files.ts";
import type { OperatorViews } from "./views.ts";

export interface OperatorServices
  extends ProgramServices,
    Pick<Ports, "time" | "log">,
    Pick<ActsPorts, "tournaments"> {
  readonly sessions: OperatorSessions;
  readonly accounts: OperatorAccounts;
  readonly quotas: Quotas;
  readonly acts: OperatorActs;
  readonly views: OperatorViews;
  readonly files: MatchFiles;
  readonly store: ModerationStore;
  readonly reviews: RatingReviews;
  /** This server's present numbers, for `GET /metrics`. */
  readonly gauges: Registry;
  /** ms for which the audit log is kept. */
  readonly auditRetention: number;
  /** Whether browsers know the listener by its certificate. */
  readonly hasTls: boolean;
  /** Names of the listener that are registered in the DNS. */
  readonly operatorHosts: readonly string[];
}

/** Answers everything on the operator's listener (protocol: `OPERATOR_PATHS`), and serves the operator's page. */
export function operatorApp(services: OperatorServices): Express {
  const { sessions, log } = services;
  const json = express.json({ limit: LIMITS.payload });
  const app = express();
  app.disable("x-powered-by");
  app.use(...operatorHeaders);
  if (!services.hasTls) app.use(requireOwnHost(services.operatorHosts));
  app.get(OPERATOR_PATHS.metrics, metricsPage(services.gauges));
  app.use("/api", noStore);
  app.use(programRoutes(services));
  app.use("/api", sameOrigin);
  app.use(signInRoutes(services, json));
  app.use("/api", sessions.require, json);
  app.get(OPERATOR_PATHS.session, (request, response) => {
    response.json(sessions.operatorOf(request));
  });
  app.delete(OPERATOR_PATHS.session, (request, response) => {
    sessions.signOut(request, response);
    response.json({});
  });
  app.use(viewRoutes(services), actRoutes(services), fileRoutes(services), accountRoutes(services));
  app.use(page(OPERATOR_PAGE, null, "/operator.html"), notFound, errorsAsRefusals(log));
  return app;
}

/** Signs operators in, and those who are invited. @param json reads a body */
function signInRoutes({ sessions, acts, accounts, quotas }: OperatorServices, json: RequestHandler): Router {
  const routes = Router();
  const signIn = (path: string, identify: (request: Request) => Promise<OperatorSession>) =>
    routes.post(path, json, async (request, response) => {
      response.json(await sessions.signIn(request, response, () => identify(request)));
    });
  const attempt = <Answer>({ ip: address = "" }: Request, run: () => Promise<Answer>) =>
    quotas.attempt("try-operator-passkey", { address }, run);
  signIn(OPERATOR_PATHS.session, async (request) => {
    const { name, password } = parse(OperatorSignIn, request.body);
    await sessions.requirePassword(request, password);
    const operator: OperatorSession = { name, account: null, role: "administrator" };
    await acts.signedIn(operator);
    return operator;
  });
  routes.post(OPERATOR_PATHS.signInOptions, async (request, response) => {
    const options = await attempt(request, async () => accounts.requestOptions(siteOf(request)));
    response.json(options satisfies PasskeyOptions);
  });
  signIn(OPERATOR_PATHS.passkeySession, (request) =>
    attempt(request, async () =>
      accounts.signIn(siteOf(request), parse(PasskeyRequest, request.body).response),
    ),
  );
  routes.post(OPERATOR_PATHS.invitation, json, async (request, response) => {
    const invited = await attempt(request, async () =>
      accounts.readInvitation(siteOf(request), parse(InvitationRequest, request.body).invitation),
    );
    response.json(invited satisfies OperatorInvited);
  });
  signIn(OPERATOR_PATHS.join, (request) =>
    attempt(request, async () => {
      const joining = parse(JoinRequest, request.body);
      return accounts.join(siteOf(request), joining.invitation, joining.response);
    }),
  );
  return routes;
}

/** Returns the site of the page that asks: it is this listener's, or `sameOrigin` had refused it. */
function siteOf(request: Request): Site {
  const url = URL.parse(request.get("origin") ?? "");
  if (url === null) throw refuse("bad-request", { field: "origin" });
  return { id: url.hostname, origin: url.origin };
}

/** Does what administrators order about operators. */
function accountRoutes({ accounts, sessions }: OperatorServices): Router {
  const routes = Router();
  routes.get(
    OPERATOR_PATHS.operators,
    sessions.requireRight("invite-operator"),
    async (_request, response) => {
      response.json({ operators: await accounts.list() } satisfies OperatorList);
    },
  );
  const post = <Answer extends object>(
    path: string,
    act: OperatorAct,
    run: (request: Request) => Promise<Answer>,
    status = 200,
  ) =>
    routes.post(path, sessions.requireRight(act), async (request, response) => {
      response.status(status).json(await run(request));
    });
  post<OperatorInvitation>(
    OPERATOR_PATHS.operators,
    "invite-operator",
    (request) => accounts.invite(parse(InviteRequest, request.body), sessions.operatorOf(request)),
    201,
  );
  post<OperatorInvitation>(
    OPERATOR_PATHS.invite,
    "invite-operator",
    (request) => accounts.inviteAgain(idOf(request), sessions.operatorOf(request)),
    201,
  );
  post(OPERATOR_PATHS.role, "set-role", async (request) => {
    const { role, reason } = parse(RoleRequest, request.body);
    await accounts.setRole(idOf(request), role, { operator: sessions.operatorOf(request), reason });
    return {};
  });
  post(OPERATOR_PATHS.removeOperator, "remove-operator", async (request) => {
    const { reason } = parse(ReasonRequest, request.body);
    await accounts.remove(idOf(request), { operator: sessions.operatorOf(request), reason });
    return {};
  });
  return routes;
}

/** Answers what operators see. */
function viewRoutes(services: OperatorServices): Router {
  const { views, store, reviews, tournaments, time, auditRetention } = services;
  const routes = Router();
  const get = (path: string, read: (request: Request) => Promise<object>) =>
    routes.get(path, async (request, response) => void response.json(await read(request)));
  get(OPERATOR_PATHS.overview, () => views.overview());
  get(OPERATOR_PATHS.matches, ({ query }) => {
    return views.listMatches(parse(OperatorSearch, query));
  });
  get(OPERATOR_PATHS.match, (request) => views.match(idOf(request)));
  get(
    OPERATOR_PATHS.sanctions,
    async (): Promise<SanctionList> => ({
      sanctions: await store.listSanctions(time.now()),
    }),
  );
  get(OPERATOR_PATHS.reports, async ({ query }): Promise<ReportList> => {
    const { state, target, page: number } = parse(ReportQuery, query);
    const at = time.now();
    return { ...(await store.listReports(state, number, target)), at };
  });
  get(OPERATOR_PATHS.report, async (request) => {
    const report = await store.findReport(idOf(request));
    if (!report) throw refuse("unknown-report");
    return report;
  });
  get(OPERATOR_PATHS.tournaments, () => tournaments.list());
  get(OPERATOR_PATHS.ratings, async (): Promise<SuspectedGroups> => ({ groups: await reviews.list() }));
  get(OPERATOR_PATHS.audit, async ({ query }): Promise<AuditLog> => {
    const { before = time.now() + 1 } = parse(AuditQuery, query);
    return { entries: await store.audit.read(before) };
  });
  get(OPERATOR_PATHS.auditCheck, () => store.audit.check(time.now() - auditRetention));
  return routes;
}

/** Does what operators order. */
function actRoutes({ acts, sessions }: OperatorServices): Router {
  const routes = Router();
  const by = (request: Request) => ({
    operator: sessions.operatorOf(request),
    ...parse(ReasonRequest, request.body),
  });
  const post = (path: string, act: OperatorAct, run: (request: Request) => Promise<void>) =>
    routes.post(path, sessions.requireRight(act), async (request, response) => {
      await run(request);
      response.json({});
    });
  post(OPERATOR_PATHS.close, "close-match", (request) => acts.closeMatch(idOf(request), by(request)));
  post(OPERATOR_PATHS.remove, "remove-player", (request) => {
    const { seat } = parse(RemoveRequest, request.body);
    return acts.removePlayer(idOf(request), seat, by(request));
  });
  post(OPERATOR_PATHS.endTournament, "end-tournament", (request) =>
    acts.endTournament(idOf(request), by(request)),
  );
  post(OPERATOR_PATHS.deleteStudy, "delete-study", (request) => {
    const { item } = parse(DeleteStudyRequest, request.body);
    return acts.deleteStudy(idOf(request), item, by(request));
  });
  post(OPERATOR_PATHS.lift, "lift", (request) => acts.lift(idOf(request), by(request)));
  post(OPERATOR_PATHS.settle, "settle-report", (request) => acts.settle(idOf(request), by(request)));
  post(OPERATOR_PATHS.drain, "drain-server", (request) => acts.drain(idOf(request), by(request)));
  post(OPERATOR_PATHS.settleFlags, "settle-flags", (request) =>
    acts.settleFlags(parse(AccountsRequest, request.body).players, by(request)),
  );
  routes.post(OPERATOR_PATHS.reverse, sessions.requireRight("reverse-ratings"), async (request, response) => {
    const { players } = parse(AccountsRequest, request.body);
    response.json(await acts.reverseRatings(players, by(request)));
  });
  routes.post(
    OPERATOR_PATHS.settleReports,
    sessions.requireRight("settle-report"),
    async (request, response) => {
      const settled = await acts.settleAll(parse(SettleRequest, request.body), by(request));
      response.json({ settled } satisfies SettledReports);
    },
  );
  routes.post(OPERATOR_PATHS.sanctions, sessions.requireRight("ban"), async (request, response) => {
    const { kind, player, addresses, until } = parse(SanctionRequest, request.body);
    const target = {
      ...(player !== undefined && { player }),
      ...(addresses !== undefined && { addresses }),
    };
    response.status(201).json(await acts.sanction({ kind, until, ...target }, by(request)));
  });
  routes.post(OPERATOR_PATHS.announcement, sessions.requireRight("announce"), async (request, response) => {
    const announced = parse(AnnounceRequest, request.body);
    response.status(201).json(await acts.announce(announced, sessions.operatorOf(request)));
  });
  const withdraw = sessions.requireRight("withdraw-announcement");
  routes.delete(OPERATOR_PATHS.announcement, withdraw, async (request, response) => {
    await acts.withdrawAnnouncement(sessions.operatorOf(request));
    response.json({});
  });
  return routes;
}

/** Answers with matches as files, and takes them. */
function fileRoutes({ files, sessions }: OperatorServices): Router {
  const routes = Router();
  const send = (response: Response, { name, text }: ExportedMatch) =>
    response.type("application/x-ndjson").attachment(name).send(text);
  routes.get(OPERATOR_PATHS.matchFile, sessions.requireRight("export-match"), async (request, response) => {
    const by = { operator: sessions.operatorOf(request), reason: "" };
    send(response, await files.export(idOf(request), by, false));
  });
  routes.post(OPERATOR_PATHS.matchFile, sessions.requireRight("move-match"), async (request, response) => {
    const { reason } = parse(ReasonRequest, request.body);
    const by = { operator: sessions.operatorOf(request), reason };
    send(response, await files.export(idOf(request), by, true));
  });
  const text = express.text({ type: "application/x-ndjson", limit: SERVER_LIMITS.matchFile });
  routes.post(
    OPERATOR_PATHS.matchFiles,
    sessions.requireRight("import-match"),
    text,
    async (request, response) => {
      const body: unknown = request.body;
      if (typeof body !== "string") throw refuse("bad-match-file", { line: 1, reason: "foreign" });
      if (request.query["check"] === "true") return void response.json(await files.check(body));
      const by = { operator: sessions.operatorOf(request), reason: "" };
      const { imported, isNew } = await files.import(body, by);
      response.status(isNew ? 201 : 200).json(imported);
    },
  );
  return routes;
}

function idOf({ params }: Request): string {
  const id = String(params["id"] ?? "");
  if (!/^[\w-]{1,64}$/.test(id)) throw refuse("not-found");
  return id;
}

/** Forbids browsers to store answers of the API. */
const noStore: express.RequestHandler = (_request, response, next) => {
  response.set("Cache-Control", "no-store");
  next();
};
