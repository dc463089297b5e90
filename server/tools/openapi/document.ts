import { PROTOCOL_VERSION } from "@flower-war/protocol";
import { z } from "zod";
import { createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import { ACCOUNT_OPERATIONS, NOTICE_OPERATIONS } from "./account-operations.ts";
import { MATCH_OPERATIONS } from "./match-operations.ts";
import { describeOperation, type Operation, openApiPath, TAGS } from "./operation.ts";
import { PLAYER_OPERATIONS } from "./player-operations.ts";
import { REQUEST_OPERATIONS } from "./request-operations.ts";
import { SERVER_OPERATIONS } from "./server-operations.ts";

/** Every method of every path for players, in the order of the page. */
export const OPERATIONS: readonly Operation[] = [
  ...MATCH_OPERATIONS,
  ...REQUEST_OPERATIONS,
  ...PLAYER_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...NOTICE_OPERATIONS,
  ...SERVER_OPERATIONS,
];

export type OpenApiDocument = ReturnType<typeof createDocument>;

const ABOUT = `Matches, players and the lobby over HTTP and JSON. A client plays whole matches with these requests alone: it takes a seat, reads the match's stream, and sends commands.

A refused request is answered with a \`Refusal\`, whose \`code\` is stable. Clients bear what is new: they ignore fields and types of lines that they do not know, and treat a word or code that they do not know as any other. So words in answers are strings here; \`x-extensible-enum\` has those that there are now.

The guide is docs/json-api.md; all that a request may do is in docs/protocol.md, all limits are in docs/limits.md.`;

/**
 * Builds the OpenAPI document of the HTTP API, without what operators ask for.
 * @param version of the server, as in its package.json
 */
export function openApiDocument(version: string): OpenApiDocument {
  const paths: Record<string, ZodOpenApiPathsObject[string]> = {};
  for (const operation of OPERATIONS) {
    const path = openApiPath(operation.path);
    paths[path] = { ...paths[path], [operation.method]: describeOperation(operation) };
  }
  return createDocument(
    {
      openapi: "3.1.1",
      info: {
        title: "Flower War",
        version: `${version}+protocol.${PROTOCOL_VERSION}`,
        description: ABOUT,
        license: { name: "GPL-3.0-or-later", identifier: "GPL-3.0-or-later" },
      },
      servers: [{ url: "/" }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      paths,
      components: {
        securitySchemes: {
          seat: { type: "http", scheme: "bearer", description: "The token of a seat in this match." },
          player: { type: "http", scheme: "bearer", description: "The token of a player." },
        },
      },
    },
    { override: tidy },
  );
}

type Override = NonNullable<NonNullable<Parameters<typeof createDocument>[1]>["override"]>;

/** Leaves answers open for what later servers say, and drops what says nothing. */
const tidy: Override = ({ jsonSchema, zodSchema, io }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.propertyNames) delete jsonSchema.propertyNames;
  if (jsonSchema.items === false) delete jsonSchema.items;
  if (io !== "output") return;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (!(zodSchema instanceof z.core.$ZodEnum)) return;
  jsonSchema["x-extensible-enum"] = jsonSchema.enum;
  delete jsonSchema.enum;
};
