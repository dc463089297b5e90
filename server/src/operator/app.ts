import { LIMITS } from "@flower-war/protocol";
import {
  type AuditLog,
  OPERATOR_PATHS,
  type OperatorSession,
  type ReportList,
  type SanctionList,
} from "@flower-war/protocol/operator";
import {
  AnnounceRequest,
  AuditQuery,
  OperatorSearch,
  OperatorSignIn,
  ReasonRequest,
  RemoveRequest,
  SanctionRequest,
} from "@flower-war/protocol/schemas";
import express, { type Express, type Request, Router } from "express";
import type { Registry } from "prom-client";
import { errorsAsRefusals, notFound } from "../http/errors.ts";
import { OPERATOR_PAGE, page } from "../http/page.ts";
import { operatorHeaders } from "../http/headers.ts";
import { metricsPage } from "../metrics/page.ts";
import type { Ports } from "../ports.ts";
import { refuse } from "../refusal.ts";
import type { ModerationStore } from "../moderation/store/moderation-store.ts";
import { parse } from "../wire/requests.ts";
import type { OperatorActs } from "./acts.ts";
import { type ProgramServices, programRoutes } from "./program-routes.ts";
import { requireOwnHost } from "./own-hosts.ts";
import { type OperatorSessions, sameOrigin } from "./sessions.ts";
import type { OperatorViews } from "./views.ts";

export interface OperatorServices extends ProgramServices, Pick<Ports, "time" | "log"> {
  readonly sessions: OperatorSessions;
  readonly acts: OperatorActs;
  readonly views: OperatorViews;
  readonly store: ModerationStore;
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
  app.post(OPERATOR_PATHS.session, json, async (request, response) => {
    const signIn = parse(OperatorSignIn, request.body);
    await sessions.requirePassword(request, signIn);
    await services.acts.signedIn(signIn.name);
    sessions.begin(response, signIn.name);
    response.json({ name: signIn.name } satisfies OperatorSession);
  });
  app.use("/api", sessions.require, json);
  app.get(OPERATOR_PATHS.session, (request, response) => {
    response.json({ name: sessions.operatorOf(request) } satisfies OperatorSession);
  });
  app.delete(OPERATOR_PATHS.session, (request, response) => {
    sessions.signOut(request, response);
    response.json({});
  });
  app.use(viewRoutes(services), actRoutes(services));
  app.use(page(OPERATOR_PAGE, null, "/operator.html"), notFound, errorsAsRefusals(log));
  return app;
}

/** Answers what operators see. */
function viewRoutes({ views, store, time, auditRetention }: OperatorServices): Router {
  const routes = Router();
  const get = (path: string, read: (request: Request) => Promise<object>) =>
    routes.get(path, async (request, response) => void response.json(await read(request)));
  get(OPERATOR_PATHS.overview, () => views.overview());
  get(OPERATOR_PATHS.matches, ({ query }) => {
    const { search, page: number } = parse(OperatorSearch, query);
    return views.listMatches(search, number);
  });
  get(OPERATOR_PATHS.match, (request) => views.match(idOf(request)));
  get(
    OPERATOR_PATHS.sanctions,
    async (): Promise<SanctionList> => ({
      sanctions: await store.listSanctions(time.now()),
    }),
  );
  get(OPERATOR_PATHS.reports, async (): Promise<ReportList> => ({ reports: await store.listReports() }));
  get(OPERATOR_PATHS.report, async (request) => {
    const report = await store.findReport(idOf(request));
    if (!report) throw refuse("unknown-report");
    return report;
  });
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
  const post = (path: string, act: (request: Request) => Promise<void>) =>
    routes.post(path, async (request, response) => {
      await act(request);
      response.json({});
    });
  post(OPERATOR_PATHS.close, (request) => acts.closeMatch(idOf(request), by(request)));
  post(OPERATOR_PATHS.remove, (request) => {
    const { seat } = parse(RemoveRequest, request.body);
    return acts.removePlayer(idOf(request), seat, by(request));
  });
  post(OPERATOR_PATHS.lift, (request) => acts.lift(idOf(request), by(request)));
  post(OPERATOR_PATHS.settle, (request) => acts.settle(idOf(request), by(request)));
  post(OPERATOR_PATHS.drain, (request) => acts.drain(idOf(request), by(request)));
  routes.post(OPERATOR_PATHS.sanctions, async (request, response) => {
    const { kind, player, addresses, until } = parse(SanctionRequest, request.body);
    const target = {
      ...(player !== undefined && { player }),
      ...(addresses !== undefined && { addresses }),
    };
    response.status(201).json(await acts.sanction({ kind, until, ...target }, by(request)));
  });
  routes.post(OPERATOR_PATHS.announcement, async (request, response) => {
    const announced = parse(AnnounceRequest, request.body);
    response.status(201).json(await acts.announce(announced, sessions.operatorOf(request)));
  });
  routes.delete(OPERATOR_PATHS.announcement, async (request, response) => {
    await acts.withdrawAnnouncement(sessions.operatorOf(request));
    response.json({});
  });
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
