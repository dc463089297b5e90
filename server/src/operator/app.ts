import {
  type AuditLog,
  LIMITS,
  OPERATOR_PATHS,
  type OperatorSession,
  type ReportList,
  type SanctionList,
} from "@flower-war/protocol";
import {
  AnnounceRequest,
  AuditQuery,
  OperatorSearch,
  OperatorSignIn,
  ReasonRequest,
  RemoveRequest,
  SanctionRequest,
} from "@flower-war/protocol/schemas";
import express, { type Express, type Request } from "express";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { errorsAsRefusals, notFound } from "../http/errors.ts";
import { OPERATOR_PAGE, page } from "../http/page.ts";
import { operatorHeaders } from "../http/headers.ts";
import { metricsPage } from "../metrics/page.ts";
import { refuse } from "../refusal.ts";
import type { ModerationStore } from "../moderation/store/moderation-store.ts";
import type { Time } from "../time.ts";
import { parse } from "../wire/requests.ts";
import type { OperatorActs } from "./acts.ts";
import { type ProgramServices, programRoutes } from "./program-routes.ts";
import { type OperatorSessions, sameOrigin } from "./sessions.ts";
import type { OperatorViews } from "./views.ts";

export interface OperatorServices extends ProgramServices {
  readonly sessions: OperatorSessions;
  readonly acts: OperatorActs;
  readonly views: OperatorViews;
  readonly store: ModerationStore;
  /** This server's present numbers, for `GET /metrics`. */
  readonly gauges: Registry;
  readonly time: Time;
  readonly log: Logger;
}

/** Answers everything on the operator's listener (protocol: `OPERATOR_PATHS`), and serves the operator's page. */
export function operatorApp(services: OperatorServices): Express {
  const { sessions, acts, views, store, time, log } = services;
  const json = express.json({ limit: LIMITS.payload });
  const app = express();
  app.disable("x-powered-by");
  app.use(operatorHeaders);
  app.get(OPERATOR_PATHS.metrics, metricsPage(services.gauges));
  app.use("/api", noStore);
  app.use(programRoutes(services));
  app.use("/api", sameOrigin);
  const by = (request: Request) => ({
    operator: sessions.operatorOf(request),
    ...parse(ReasonRequest, request.body),
  });
  const idOf = ({ params }: Request) => {
    const id = String(params["id"] ?? "");
    if (!/^[\w-]{1,64}$/.test(id)) throw refuse("not-found");
    return id;
  };

  app.post(OPERATOR_PATHS.session, json, async (request, response) => {
    const signIn = parse(OperatorSignIn, request.body);
    await sessions.requirePassword(request, signIn);
    await acts.signedIn(signIn.name);
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

  app.get(OPERATOR_PATHS.overview, async (_request, response) => {
    response.json(await views.overview());
  });
  app.get(OPERATOR_PATHS.matches, async (request, response) => {
    const { search, page: number } = parse(OperatorSearch, request.query);
    response.json(await views.listMatches(search, number));
  });
  app.get(OPERATOR_PATHS.match, async (request, response) => {
    response.json(await views.match(idOf(request)));
  });
  app.post(OPERATOR_PATHS.close, async (request, response) => {
    await acts.closeMatch(idOf(request), by(request));
    response.json({});
  });
  app.post(OPERATOR_PATHS.remove, async (request, response) => {
    const { seat } = parse(RemoveRequest, request.body);
    await acts.removePlayer(idOf(request), seat, by(request));
    response.json({});
  });

  app.get(OPERATOR_PATHS.sanctions, async (_request, response) => {
    response.json({ sanctions: await store.listSanctions(time.now()) } satisfies SanctionList);
  });
  app.post(OPERATOR_PATHS.sanctions, async (request, response) => {
    const { kind, player, addresses, until } = parse(SanctionRequest, request.body);
    const target = {
      ...(player !== undefined && { player }),
      ...(addresses !== undefined && { addresses }),
    };
    response.status(201).json(await acts.sanction({ kind, until, ...target }, by(request)));
  });
  app.post(OPERATOR_PATHS.lift, async (request, response) => {
    await acts.lift(idOf(request), by(request));
    response.json({});
  });

  app.get(OPERATOR_PATHS.reports, async (_request, response) => {
    response.json({ reports: await store.listReports() } satisfies ReportList);
  });
  app.get(OPERATOR_PATHS.report, async (request, response) => {
    const report = await store.findReport(idOf(request));
    if (!report) throw refuse("unknown-report");
    response.json(report);
  });
  app.post(OPERATOR_PATHS.settle, async (request, response) => {
    await acts.settle(idOf(request), by(request));
    response.json({});
  });

  app.post(OPERATOR_PATHS.announcement, async (request, response) => {
    const announced = parse(AnnounceRequest, request.body);
    response.status(201).json(await acts.announce(announced, sessions.operatorOf(request)));
  });
  app.delete(OPERATOR_PATHS.announcement, async (request, response) => {
    await acts.withdrawAnnouncement(sessions.operatorOf(request));
    response.json({});
  });
  app.post(OPERATOR_PATHS.drain, async (request, response) => {
    await acts.drain(idOf(request), by(request));
    response.json({});
  });
  app.get(OPERATOR_PATHS.audit, async (request, response) => {
    const { before = time.now() + 1 } = parse(AuditQuery, request.query);
    response.json({ entries: await store.readAudit(before) } satisfies AuditLog);
  });

  app.use(page(OPERATOR_PAGE, null, "/operator.html"), notFound, errorsAsRefusals(log));
  return app;
}

/** Forbids browsers to store answers of the API. */
const noStore: express.RequestHandler = (_request, response, next) => {
  response.set("Cache-Control", "no-store");
  next();
};
