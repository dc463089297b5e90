import type { ProtocolRange } from "@flower-war/protocol";
import { PROOF_HEADER } from "@flower-war/protocol/players";
import {
  type Operation,
  type OperationId,
  OPERATIONS,
  traitsOf,
  VersionedQuery,
  VersionedRequest,
} from "@flower-war/protocol/schemas";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import { labelDevice } from "../players/device-label.ts";
import { refuse } from "../refusal.ts";
import { parse } from "../wire/requests.ts";
import { bearerOf, bodyOf, parseBody } from "./request.ts";

/** Operations whose requests name the protocol that the client speaks. */
const VERSIONED: ReadonlySet<string> = new Set(
  Object.entries(OPERATIONS).flatMap(([id, operation]) =>
    traitsOf(operation).includes("versioned") ? [id] : [],
  ),
);

type Declared<Id extends OperationId> = (typeof OPERATIONS)[Id];

/** What a schema makes of a part of a request. */
type Parsed<O, Part extends "body" | "query"> = O extends { readonly [P in Part]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

/** The parameters in an operation's path. */
type Params<O> = O extends { readonly params: infer P } ? { readonly [Name in keyof P]: string } : undefined;

/** What an operation answers as JSON. One with media types of its own sends its answer itself. */
type Answer<O> = O extends { readonly answer: infer S extends z.ZodType } ? Readonly<z.output<S>> : void;

/** A request for an operation. Its parts are parsed when they are read: what counts requests comes before. */
export class Asked<Id extends OperationId> {
  readonly request: Request;
  readonly response: Response;
  readonly #operation: Operation;

  constructor(operation: Operation, request: Request, response: Response) {
    this.#operation = operation;
    this.request = request;
    this.response = response;
  }

  /** @throws `RefusalError` with `bad-request` */
  get body(): Parsed<Declared<Id>, "body"> {
    return parseBody(this.#operation.body ?? z.undefined(), this.request) as Parsed<Declared<Id>, "body">;
  }

  /** @throws `RefusalError` with `bad-request` */
  get query(): Parsed<Declared<Id>, "query"> {
    const { query = z.undefined() } = this.#operation;
    return parse<unknown>(query, this.request.query) as Parsed<Declared<Id>, "query">;
  }

  get params(): Params<Declared<Id>> {
    return this.request.params as Params<Declared<Id>>;
  }

  /** The number of the protocol that the client speaks. @throws `RefusalError` with `bad-request` */
  get protocol(): number {
    return protocolOf(this.request);
  }

  /** The client's address. */
  get address(): string {
    return this.request.ip ?? "";
  }

  /** The token with which a player asks. @throws `RefusalError` with `unauthorized` if there is none */
  get token(): string {
    const token = bearerOf(this.request);
    if (token === null) throw refuse("unauthorized");
    return token;
  }

  /** What the client's device calls itself, as in `AccountEvent`. */
  get device(): string {
    return labelDevice(this.request.get("user-agent") ?? "");
  }

  /** The proof that an account shows; `null`: it shows none. */
  get proof(): string | null {
    return this.request.get(PROOF_HEADER) ?? null;
  }
}

/** Answers operations as they are declared (`OPERATIONS`): at their paths, with their status, to clients whose protocol is understood. */
export class OperationRoutes {
  readonly router = Router();
  readonly #requireProtocol: RequestHandler;

  /** @param protocols of clients that are understood */
  constructor(protocols: ProtocolRange) {
    this.#requireProtocol = requireProtocol(protocols);
  }

  /**
   * Answers an operation.
   * @param handlers middleware such as limits, and last the function that returns the answer
   */
  on<Id extends OperationId>(
    id: Id,
    ...handlers: [
      ...before: RequestHandler[],
      answer: (asked: Asked<Id>) => Answer<Declared<Id>> | Promise<Answer<Declared<Id>>>,
    ]
  ): void {
    const operation: Operation = OPERATIONS[id];
    const { method, path, status = 200 } = operation;
    const before = handlers.slice(0, -1) as RequestHandler[];
    const answer = handlers.at(-1) as (asked: Asked<Id>) => unknown;
    if (VERSIONED.has(id)) before.push(this.#requireProtocol);
    this.router[method](path, ...before, async (request: Request, response: Response) => {
      const answered = await answer(new Asked(operation, request, response));
      if (answered === undefined) return;
      response.status(status);
      // Only answers to GET are cached, so only they get an ETag.
      if (method === "get") response.json(answered);
      else response.type("json").end(JSON.stringify(answered));
    });
  }
}

/**
 * Refuses requests for a reservation, and for a stream, by clients whose protocol this server no longer understands: `client-too-old`. They
 * name it in the body of a `POST`, and in the query of a `GET`. A client that names no number is 0; a number that is none is refused with
 * `bad-request`.
 */
function requireProtocol(supported: ProtocolRange): RequestHandler {
  return (request, _response, next) => {
    if (protocolOf(request) < supported.oldest) throw refuse("client-too-old", { supported });
    next();
  };
}

function protocolOf(request: Request): number {
  const { protocolVersion = 0 } =
    request.method === "POST"
      ? parse(VersionedRequest, bodyOf(request) ?? {})
      : parse(VersionedQuery, request.query);
  return protocolVersion;
}
