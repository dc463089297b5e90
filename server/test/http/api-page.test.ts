import { once } from "node:events";
import * as files from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { API_PATHS } from "@flower-war/protocol/server";
import express from "express";
import { expect, it, vi } from "vitest";
import { apiRoutes } from "../../src/http/api-page.ts";

vi.mock("node:fs/promises", async (original) => {
  const actual = await original<typeof files>();
  return { ...actual, readFile: vi.fn<typeof files.readFile>(actual.readFile) };
});

it("serves the page of the API after its files could not be read", async () => {
  // Express without our handler of errors prints them.
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  const server = express().use(apiRoutes()).listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const page = `http://127.0.0.1:${(server.address() as AddressInfo).port}${API_PATHS.page}`;
    vi.mocked(files.readFile).mockRejectedValueOnce(
      Object.assign(new Error("too many open files"), { code: "EMFILE" }),
    );
    expect((await fetch(page)).status).toBe(500);
    expect((await fetch(page)).status).toBe(200);
  } finally {
    server.close();
    printed.mockRestore();
  }
});
