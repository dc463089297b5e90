import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatServers } from "../src/start/entrance.ts";
import { planServers } from "../src/start/several-servers.ts";

const STORES = { DATABASE_URL: "postgres://db", REDIS_URL: "redis://cache" };
const nothing = { program: () => null, postgres: () => null, isRoot: () => false };
const nginxAlone = {
  program: (name: string) => (name === "nginx" ? "/usr/sbin/nginx" : null),
  postgres: () => null,
  isRoot: () => true,
};

test("the entrance of docker-compose.yml is written for two servers as that of SERVERS=2", () => {
  const template = new URL("../../deploy/nginx/templates/servers.conf.template", import.meta.url);
  expect(readFileSync(template, "utf8")).toBe(formatServers(["${N1}", "${N2}"]));
});

describe("SERVERS", () => {
  test.each([undefined, "", "1"])("%j: one server, which needs no program", async (SERVERS) => {
    expect(await planServers({ SERVERS }, nothing)).toBeNull();
  });

  test.each(["0", "17", "1.5", "two"])("%j is refused in a sentence", async (SERVERS) => {
    await expect(planServers({ SERVERS })).rejects.toThrow(
      `SERVERS is a number from 1 to 16, not ${SERVERS}.`,
    );
  });

  test.each(["http", "65535", "-1"])("a PORT of %j is refused in a sentence", async (PORT) => {
    const planned = planServers({ SERVERS: "2", ...STORES, PORT }, nginxAlone);
    await expect(planned).rejects.toThrow(`PORT is a number from 0 to 65534, not ${PORT}.`);
  });

  test.each([
    ["", "0.0.0.0:2567"],
    ["192.168.1.20", "192.168.1.20:2567"],
    ["::1", "[::1]:2567"],
    ["::", "[::]:2567 ipv6only=off"],
  ])("the entrance listens at a HOST of %j as a server would", async (HOST, listener) => {
    const plan = await planServers({ SERVERS: "2", ...STORES, HOST }, nginxAlone);
    expect(plan?.entrance["HTTP_PORT"]).toBe(listener);
  });

  test("names every program that is missing, and its package", async () => {
    await expect(planServers({ SERVERS: "2" }, nothing)).rejects.toThrow(
      /^SERVERS=2 needs PostgreSQL 15 or newer \(postgresql\), Redis \(redis-server\), nginx \(nginx-light\), not found/,
    );
    await expect(planServers({ SERVERS: "2", ...STORES }, nothing)).rejects.toThrow(
      /^SERVERS=2 needs nginx \(nginx-light\), not found/,
    );
  });

  test("starts no PostgreSQL as root, and says what to do", async () => {
    const all = { initdb: "initdb", postgres: "postgres", isReady: "pg_isready" };
    const asRoot = { program: (name: string) => name, postgres: () => all, isRoot: () => true };
    await expect(planServers({ SERVERS: "2" }, asRoot)).rejects.toThrow(
      /does not run as root: start Flower War as another user, or set DATABASE_URL\.$/,
    );
  });

  test("with stores of its own a host needs nginx alone, and each server is found by its own path", async () => {
    const settings = { SERVERS: "3", ...STORES, PORT: "8000", PUBLIC_URL: "https://play.example/" };
    const plan = await planServers(settings, nginxAlone);
    expect(plan).toMatchObject({ redis: null, postgres: null, port: 8000 });
    expect(plan?.servers.map(({ PUBLIC_URL }) => PUBLIC_URL)).toEqual(
      ["n1", "n2", "n3"].map((name) => `https://play.example/${name}`),
    );
    expect(plan?.servers.map(({ OPERATOR_PORT }) => OPERATOR_PORT)).toEqual(["8001", "0", "0"]);
  });
});
