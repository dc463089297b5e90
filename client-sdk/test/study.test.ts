/** A study's connection: what passes, what is waited for, and what ends it. The server is a small one that a test directs. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { systemTime } from "@flower-war/protocol/ports";
import { expect, it, onTestFinished } from "vitest";
import { FlowerWar, memoryPlayerStore } from "../src/index.ts";
import { Studies } from "../src/study.ts";

const STUDY = {
  id: "s1",
  n: 0,
  match: "V1StGXR8Z5jd",
  game: "tieqchieq",
  owner: { player: "p1", name: "Ana" },
  open: "all",
  position: { line: "", n: 0 },
  branches: [],
  comments: [],
  marks: [],
};
const PLAYER = { id: "p1", name: "Ana", kind: "guest", token: "t1" };

/** Starts a server whose streams and acts a test answers. */
async function startServer(directs: {
  readonly stream: (response: ServerResponse, count: number) => void;
  readonly act?: () => object;
}) {
  let streams = 0;
  const server = createServer((request, response) => {
    if (request.url?.endsWith("/stream")) return directs.stream(response, (streams += 1));
    const answer = request.url?.endsWith("/acts") ? directs.act?.() : PLAYER;
    response.writeHead(request.url?.endsWith("/players") ? 201 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const tell = (response: ServerResponse, n: number) => {
  const line = { type: "study", study: { ...STUDY, n }, people: [] };
  response.write(`${JSON.stringify(line)}\n`);
};
const refuse = (response: ServerResponse, code: string, status = 409) => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ code, message: code }));
};
const open = async (url: string, time = systemTime) => {
  const study = await new Studies(new FlowerWar(url, { playerStore: memoryPlayerStore(), time })).open("s1");
  onTestFinished(() => study.leave());
  return study;
};

it.each(["study-full", "internal", "not-found", "too-many-records"])(
  "a study that was live stays one when another stream is refused with %s for a while",
  async (code) => {
    const url = await startServer({
      stream: (response, count) => {
        if (count === 2) return refuse(response, code);
        tell(response, count);
        if (count === 1) response.end();
      },
    });
    const study = await open(url);
    await new Promise<void>((resolve) => void study.on("resumed", resolve));
    expect(study.connection).toBe("connected");
    expect(study.content).toMatchObject({ n: 3 });
  },
);

it("a study that was deleted meanwhile is gone", async () => {
  const url = await startServer({
    stream: (response, count) => {
      if (count > 1) return refuse(response, "unknown-study", 404);
      tell(response, 0);
      response.end();
    },
  });
  const study = await open(url);
  const drop = await new Promise<object>((resolve) => {
    study.on("dropped", (told) => told.gone && resolve(told));
  });
  expect(drop).toMatchObject({ gone: true, refusal: { code: "unknown-study" } });
});

it("an act whose stream is lost meanwhile resolves when content has it", async () => {
  let [first, isStored]: [ServerResponse | null, boolean] = [null, false];
  const url = await startServer({
    stream: (response, count) => {
      first ??= response;
      tell(response, count === 1 ? 0 : 1);
    },
    act: () => {
      isStored = true;
      first?.end();
      return { n: 1 };
    },
  });
  const study = await open(url);
  await study.goTo({ line: "", n: 0 });
  expect(isStored).toBe(true);
  expect(study.content).toMatchObject({ n: 1 });
});

it.each([
  ["no answer", () => {}],
  ["no line", (response: ServerResponse) => response.writeHead(200).flushHeaders()],
])("a stream with %s in 10 s is a timeout", async (_, stream) => {
  const url = await startServer({ stream });
  // All waits of 10 s are over soon.
  const after: typeof systemTime.after = (ms, call, options) =>
    systemTime.after(ms === 10_000 ? 300 : ms, call, options);
  await expect(open(url, { ...systemTime, after })).rejects.toMatchObject({
    name: "Refusal",
    code: "timeout",
  });
});
