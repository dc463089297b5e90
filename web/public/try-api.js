/**
 * Gives each operation on the page of the HTTP API (server/src/http/api-page.ts) a form, which sends it to this server. What it needs of an
 * operation it takes from the OpenAPI document. Tokens are kept in the page's fields alone.
 */
const { paths, components } = await (await fetch("/api/openapi.json")).json();

/** Lines of a stream that are shown. */
const MOST_LINES = 200;

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const field = (label, properties) => {
  const input = element("input", { autocomplete: "off", spellcheck: false, ...properties });
  return { input, row: element("label", {}, label, " ", input) };
};

const of = (name) => document.querySelector(`#try-${name}`);
const tokens = { player: of("player"), seat: of("seat") };
const match = of("match");

/** Returns a value that a schema takes, with what it requires alone. */
function sampleOf(schema) {
  if (schema.$ref) return sampleOf(components.schemas[schema.$ref.split("/").at(-1)]);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  const [first] = schema.enum ?? schema["x-extensible-enum"] ?? [];
  if (first !== undefined) return first;
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return sampleOf(choice);
  const required = schema.required ?? [];
  if (schema.properties)
    return Object.fromEntries(required.map((name) => [name, sampleOf(schema.properties[name])]));
  switch ([schema.type].flat()[0]) {
    case "string":
      return "";
    case "integer":
    case "number":
      return schema.minimum ?? 0;
    case "boolean":
      return false;
    case "array":
      return schema.minItems > 0 ? [sampleOf(schema.items)] : [];
    default:
      return {};
  }
}

/** Fills in what an answer brings for the requests that come next. */
function remember(answer) {
  if (typeof answer !== "object" || answer === null) return;
  if (typeof answer.token === "string") {
    const whose = "seat" in answer ? tokens.seat : tokens.player;
    if (!("scopes" in answer)) whose.value = answer.token;
  }
  if (typeof answer.match === "string") match.value = answer.match;
}

/** Shows an answer: JSON at once, and a stream line by line until it ends. */
async function show(response, status, output, began) {
  const type = response.headers.get("content-type") ?? "";
  status.textContent = `${response.status} ${response.statusText}, after ${Math.round(performance.now() - began)} ms`;
  if (!/ndjson|event-stream/.test(type)) {
    const text = await response.text();
    try {
      const answer = JSON.parse(text);
      remember(answer);
      output.textContent = JSON.stringify(answer, null, 2);
    } catch {
      output.textContent = text;
    }
    return;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text = (text + part.value).split("\n").slice(-MOST_LINES).join("\n");
    output.textContent = text;
  }
  status.textContent += ". The stream has ended.";
}

/** Returns the form of an operation. */
function formOf(path, method, { security, parameters = [], requestBody, responses }) {
  const schemes = security.flatMap((scheme) => Object.keys(scheme));
  const inputs = parameters.map(({ in: place, name, required = false }) => {
    const { row, input } = field(name, { name, required: required || place === "path" });
    return { place, name, row, input };
  });
  const [{ schema } = {}] = Object.values(requestBody?.content ?? {});
  const body =
    schema === undefined
      ? null
      : element("textarea", { rows: 6, spellcheck: false, value: JSON.stringify(sampleOf(schema), null, 2) });
  const status = element("p", { role: "status" });
  const output = element("pre", { tabIndex: 0, ariaLabel: "Answer" });
  const stop = element("button", { type: "button", hidden: true }, "Stop");
  const types = Object.keys(Object.entries(responses).find(([code]) => code < "300")?.[1].content ?? {});
  let aborting = new AbortController();
  stop.addEventListener("click", () => aborting.abort());

  const send = async () => {
    aborting.abort();
    aborting = new AbortController();
    const { signal } = aborting;
    const valuesIn = (place) =>
      inputs
        .filter((each) => each.place === place && each.input.value !== "")
        .map(({ name, input }) => [name, input.value]);
    const filled = valuesIn("path").reduce(
      (url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(value)),
      path,
    );
    const query = new URLSearchParams(valuesIn("query")).toString();
    const token = schemes.map((scheme) => tokens[scheme]?.value).find((value) => value);
    const headers = {
      ...Object.fromEntries(valuesIn("header")),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { "Content-Type": "application/json" }),
      ...(types.length > 0 && { Accept: types[0] }),
    };
    output.textContent = "";
    status.textContent = "…";
    stop.hidden = false;
    const began = performance.now();
    try {
      const request = { method: method.toUpperCase(), headers, signal, ...(body && { body: body.value }) };
      await show(await fetch(query === "" ? filled : `${filled}?${query}`, request), status, output, began);
    } catch (error) {
      if (!signal.aborted) status.textContent = `No answer: ${error.message}`;
      else if (aborting.signal === signal) status.textContent = "Stopped.";
    }
    if (aborting.signal === signal) stop.hidden = true;
  };

  const form = element("form", {});
  for (const { row } of inputs) form.append(row);
  if (body !== null) form.append(element("label", {}, "Body", body));
  form.append(element("button", { type: "submit" }, "Send"), stop, status, output);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  const id = path.startsWith("/api/matches/{id}") ? inputs.find(({ name }) => name === "id") : undefined;
  return { form, fill: () => id && id.input.value === "" && (id.input.value = match.value) };
}

for (const [path, methods] of Object.entries(paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    const details = document.querySelector(`#${operation.operationId} > .try`);
    let made = null;
    const open = () => {
      if (!details.open) return;
      if (made === null) {
        made = formOf(path, method, operation);
        details.lastElementChild.replaceWith(made.form);
      }
      made.fill();
    };
    details.addEventListener("toggle", open);
    open();
  }
}
