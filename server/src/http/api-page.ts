import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { API_PATHS } from "@flower-war/protocol/server";
import { Router } from "express";
import { inlineStylePolicy } from "./headers.ts";

/** The style of the page of the HTTP API: for any width, light and dark. */
const API_PAGE_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8d4cc, #45413a); --soft: light-dark(#5d574d, #b5aea2);
  --accent: light-dark(#8a2b12, #ffa98a); --field: light-dark(#f3f0ea, #26231f) }
* { box-sizing: border-box }
html { scroll-behavior: auto; scroll-padding-top: 1rem }
body { margin: 0; background: light-dark(#fffdf9, #191714); color: light-dark(#24211c, #ece7de);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
header, nav, main { max-width: 56rem; margin: 0 auto; padding: 1rem }
main { padding-bottom: 4rem }
h1, h2, h3, h4 { line-height: 1.25; margin: 0 }
h2 { margin-top: 2.5rem; padding-bottom: .25rem; border-bottom: 2px solid var(--accent) }
h3 { font-size: 1.1rem } h4 { font-size: .95rem; margin-top: .75rem; color: var(--soft) }
p, ul, dl { margin: .5rem 0 }
a { color: var(--accent) }
code { font: .9em ui-monospace, monospace; background: var(--field); padding: .05em .25em; border-radius: .25em }
article { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line) }
article:target > :first-child { outline: 2px solid var(--accent); outline-offset: .35rem }
.method { display: inline-block; min-width: 3.6rem; font-size: .85rem; color: var(--accent) }
h3 code { background: none; padding: 0; font-size: 1rem }
nav ul { list-style: none; padding: 0 } nav li { padding: .15rem 0 }
details > summary { cursor: pointer; padding: .35rem 0 }
dl > div { padding: .35rem 0; border-top: 1px dashed var(--line) }
dl > div:first-child { border-top: 0 }
dt { display: inline } dt code { font-weight: 600 }
dd { margin: 0 0 0 1rem } dd p { margin: 0 }
.type, .note { color: var(--soft); font-size: .9rem }
.try label { display: block; margin: .5rem 0 }
.try input, .try textarea { display: block; width: 100%; max-width: 40rem; min-height: 2.5rem; padding: .35rem .5rem;
  border: 1px solid var(--soft); border-radius: .25em; background: var(--field); color: inherit; font: .9rem ui-monospace, monospace }
.try button { min-height: 2.5rem; margin-right: .5rem; padding: 0 1.25rem; border: 1px solid var(--accent); border-radius: .25em;
  background: var(--accent); color: light-dark(#fff, #191714); font: inherit; font-weight: 600 }
.try pre { max-height: 24rem; margin: .5rem 0; overflow: auto; padding: .5rem; background: var(--field); white-space: pre-wrap }
.try pre:empty { display: none }
@media (min-width: 50rem) { nav ul { columns: 2 } }
`;

/* The document of the HTTP API, as much of it as the page shows. */

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly "x-extensible-enum"?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
}

interface Answer {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly "x-codes"?: readonly string[];
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

/** Escapes text for HTML; text in backquotes becomes code. */
function html(text: string): string {
  const escaped = text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
  return escaped.replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

const code = (text: string) => `<code>${html(text)}</code>`;
const nameOf = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1);
const paragraph = (text: string | undefined) => (text ? `<p>${html(text)}</p>` : "");

/** Says what values a schema has. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return `<a href="#${nameOf(schema.$ref)}">${nameOf(schema.$ref)}</a>`;
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(" or ");
  const words = schema.enum ?? schema["x-extensible-enum"];
  if (words) return words.map((word) => code(JSON.stringify(word))).join(", ");
  if (schema.prefixItems) return `list: ${schema.prefixItems.map(typeOf).join(", ")}`;
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  const { additionalProperties: values } = schema;
  if (typeof values === "object" && Object.keys(values).length > 0) return `object of ${typeOf(values)}`;
  const names = Object.keys(schema.properties ?? {});
  if (names.length > 0) return `object with ${names.map(code).join(", ")}`;
  return html([schema.type ?? "anything"].flat().join(" or "));
}

interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly about: string | undefined;
}

function list(fields: readonly Field[]): string {
  const items = fields.map(({ name, schema, isRequired, about }) => {
    const initial = schema.default === undefined ? "" : `, default ${code(JSON.stringify(schema.default))}`;
    const type = `<span class="type">${typeOf(schema)}${isRequired ? "" : ", optional"}${initial}</span>`;
    return `<div><dt>${code(name)} ${type}</dt><dd>${paragraph(about)}</dd></div>`;
  });
  return `<dl>${items.join("")}</dl>`;
}

const fieldsOf = ({ properties = {}, required = [] }: Schema): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
    about: schema.description,
  }));

function schemaSection(name: string, schema: Schema): string {
  const fields = fieldsOf(schema);
  const body = fields.length > 0 ? list(fields) : `<p class="type">${typeOf(schema)}</p>`;
  return `<article id="${name}"><h3>${name}</h3>${paragraph(schema.description)}${body}</article>`;
}

function tokenOf(security: Operation["security"]): string {
  const names = security.flatMap((scheme) => Object.keys(scheme));
  if (names.length === 0) return "";
  const isOptional = security.some((scheme) => Object.keys(scheme).length === 0);
  return `<p class="note">${isOptional ? "Takes" : "Needs"} the token of a ${names.join(" or ")}.</p>`;
}

function operationSection(document: ApiDocument, path: string, method: string, operation: Operation): string {
  const { operationId, summary, description, security, parameters, requestBody, responses } = operation;
  const answers = Object.entries(responses).map(
    ([status, answer]) =>
      [
        status,
        answer.$ref ? (document.components.responses[nameOf(answer.$ref)] ?? answer) : answer,
      ] as const,
  );
  const good = answers.filter(([status]) => status < "300");
  const refused = answers.filter(([status]) => status >= "300");
  const parts = [
    `<h3><span class="method">${method.toUpperCase()}</span> ${code(path)}</h3>`,
    `<p>${html(summary)}.</p>`,
    paragraph(description),
    tokenOf(security),
  ];
  if (parameters && parameters.length > 0) {
    const fields = parameters.map(({ name, schema, required, description: about }) => ({
      name,
      schema,
      isRequired: required ?? false,
      about: about ?? schema.description,
    }));
    parts.push("<h4>Parameters</h4>", list(fields));
  }
  for (const { schema } of Object.values(requestBody?.content ?? {}))
    parts.push(`<h4>Body</h4><p>${typeOf(schema)}</p>`);
  for (const [status, { content = {} }] of good) {
    const said = Object.entries(content).map(([type, { schema }]) => `${typeOf(schema)} (${html(type)})`);
    parts.push(`<h4>Answer</h4><p>${status}: ${said.join(", or ")}</p>`);
  }
  const said = refused.map(([status, { description: about }]) => `<li>${status} ${html(about ?? "")}</li>`);
  parts.push(`<details><summary>Refusals</summary><ul>${said.join("")}</ul></details>`);
  return `<article id="${operationId}">${parts.join("")}${TRY}</article>`;
}

/** Where the script puts the form of an operation. */
const TRY = `<details class="try"><summary>Try it</summary><p class="note">This needs JavaScript.</p></details>`;

const tryField = (id: string, label: string) =>
  `<label>${label} <input id="try-${id}" autocomplete="off" spellcheck="false"></label>`;

/** What the forms of all operations share. */
const TRY_FIELDS = `<section class="try" aria-labelledby="try-heading">
<h2 id="try-heading">To try it</h2>
<p>Each operation below can be tried on this server. For your own programs make a token on <a href="/player">your page</a>.
What you try here fills in these fields for what comes next.</p>
${tryField("player", "Token of a player")}${tryField("seat", "Token of a seat")}${tryField("match", "Match")}
</section>`;

/**
 * Writes the document of the HTTP API as a page to read. A script (web/public/try-api.js) makes each operation one to try on this server.
 * @param source the path of the document
 * @param repository the address of the project's files, to which `docs/....md` in texts lead; `null`: they have none
 */
function renderApiPage(document: ApiDocument, source: string, repository: string | null): string {
  const { info, tags, paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    const index = own.map(
      ({ operation: { operationId, summary } }) => `<li><a href="#${operationId}">${html(summary)}</a></li>`,
    );
    const articles = own.map(({ path, method, operation }) =>
      operationSection(document, path, method, operation),
    );
    return {
      index: `<details><summary><b>${name}</b> <span class="type">${html(description)}</span></summary><ul>${index.join("")}</ul></details>`,
      text: `<h2 id="${name}">${name}</h2>${paragraph(description)}${articles.join("")}`,
    };
  });
  const schemas = Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema));
  const linked = (page: string) =>
    page.replaceAll(/\bdocs\/[\w-]+\.md\b/g, (path) =>
      repository === null ? `<code>${path}</code>` : `<a href="${repository}/blob/main/${path}">${path}</a>`,
    );
  return linked(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>${html(info.title)}: HTTP API</title>
<style>${API_PAGE_STYLE}</style>
<script type="module" src="/try-api.js"></script>
<header>
<h1>${html(info.title)}: HTTP API</h1>
<p class="note">Version ${html(info.version)}. As <a href="${source}">OpenAPI 3.1</a>, for generators of clients.</p>
${info.description.split("\n\n").map(paragraph).join("\n")}
${TRY_FIELDS}
</header>
<nav aria-label="Contents">${sections.map(({ index }) => index).join("")}<p><a href="#schemas">Schemas</a></p></nav>
<main>${sections.map(({ text }) => text).join("")}<h2 id="schemas">Schemas</h2>${schemas.join("")}</main>
</html>
`);
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The document that `npm run openapi` writes. */
const FILE = "openapi.json";

/** Answers what the HTTP API is: as an OpenAPI document, and as a page. */
export function apiRoutes(): Router {
  let page: Promise<string> | null = null;
  const render = async () => {
    const document = JSON.parse(await readFile(join(ROOT, FILE), "utf8")) as ApiDocument;
    const { homepage } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
      homepage?: string;
    };
    return renderApiPage(document, API_PATHS.document, homepage?.split("#")[0] ?? null);
  };
  const router = Router();
  router.get(API_PATHS.document, (_request, response) => {
    response.sendFile(FILE, { root: ROOT, cacheControl: false, headers: { "Cache-Control": "no-cache" } });
  });
  router.get(API_PATHS.page, inlineStylePolicy(API_PAGE_STYLE), async (_request, response) => {
    page ??= render().catch((error: unknown) => {
      page = null;
      throw error;
    });
    response
      .set("Cache-Control", "no-cache")
      .type("html")
      .send(await page);
  });
  return router;
}
