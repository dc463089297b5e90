/** An answer that goes on (docs/json-api.md), without a server. */
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Request, Response } from "express";
import { expect, test } from "vitest";
import { StreamResponse } from "../../src/http/stream-response.ts";
import { FakeTime } from "../support/fake-time.ts";
import { until } from "../support/until.ts";

test("a stream whose client is gone before the first line sets no timer", async () => {
  const time = new FakeTime();
  const { stream: stays } = open(time);
  stays.line("{}", null);
  expect(time.isDueIn(15_000)).toBe(true);
  stays.end(null);
  const { stream, response } = open(time);
  let isGone = false;
  response.once("close", () => (isGone = true));
  response.destroy();
  await until(() => isGone, "the end of the answer");
  stream.line("{}", null);
  expect(time.isDueIn(15_000)).toBe(false);
});

function open(time: FakeTime) {
  const request = Object.assign(new IncomingMessage(new Socket()), { accepts: () => false });
  const response = new ServerResponse(request);
  const stream = new StreamResponse(request as unknown as Request, response as unknown as Response, time);
  return { stream, response };
}
