import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig as readBridgeConfig, VARIABLES as BRIDGE_VARIABLES } from "../bridge/src/config.ts";
import { readConfig as readServerConfig } from "../server/src/config.ts";
import { systemRandom } from "../server/src/random.ts";
import { VARIABLES as SERVER_VARIABLES } from "../server/src/variables.ts";
import { listTemplates } from "./support/nginx.ts";
import { REDIS_OPTIONS } from "./support/redis.ts";
import { ROOT } from "./support/root.ts";
import { makeTempFolder } from "./support/temp-folder.ts";

/** The fields of a service of docker-compose.yml that the tests read. */
interface Service {
  readonly image: string;
  readonly build?: { readonly args: { readonly NODE_IMAGE: string } };
  readonly restart?: string;
  readonly profiles?: readonly string[];
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly user: string;
  readonly cap_drop: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt: readonly string[];
  readonly privileged?: boolean;
  readonly read_only: boolean;
  readonly tmpfs?: readonly string[];
  readonly mem_limit: string;
  readonly pids_limit: number;
  readonly networks: readonly string[] | { readonly inside: { readonly ipv4_address: string } };
}

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const source = read("docker-compose.yml");
const EXAMPLE = Object.fromEntries(
  [...read(".env.example").matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value || randomBytes(24).toString("hex"),
  ]),
) as Readonly<Record<string, string>>;

/** docker-compose.yml as compose reads it with the values of .env.example. */
const compose = parse(
  source.replaceAll(/\$\{(\w+)(?::?[-?]([^}]*))?\}/g, (_, name, other) => EXAMPLE[name] ?? other),
  {
    merge: true,
  },
) as { services: Record<string, Service>; volumes: Record<string, unknown> };
const services = Object.entries(compose.services);

function service(name: string): Service {
  const found = compose.services[name];
  if (!found) throw new Error(`no service ${name}`);
  return found;
}
const environmentOf = (name: string): Readonly<Record<string, string>> => {
  const set = Object.entries(service(name).environment ?? {});
  return Object.fromEntries(set.map(([variable, value]) => [variable, String(value)]));
};
const addressOf = (name: string) => {
  const { networks } = service(name);
  return "inside" in networks ? networks.inside.ipv4_address : name;
};

describe("docker-compose.yml", () => {
  test("uses exactly the variables of .env.example", () => {
    const used = new Set([...source.matchAll(/\$\{(\w+)(:-)?/g)].map(([, name]) => name));
    const required = new Set([...source.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    expect([...required].filter((name) => !(name && name in EXAMPLE))).toEqual([]);
    expect(Object.keys(EXAMPLE).filter((name) => !used.has(name))).toEqual([]);
  });

  test("builds on the image that the Dockerfile names, unless the host names another", () => {
    const [, image] = /^ARG NODE_IMAGE=(\S+)$/m.exec(read("Dockerfile")) ?? [];
    const built = services.filter(([, each]) => each.build !== undefined);
    expect(built.length).toBeGreaterThanOrEqual(4);
    for (const [name, { build }] of built) expect([name, build?.args.NODE_IMAGE]).toEqual([name, image]);
    expect(read("Dockerfile").match(/^FROM (\S+)/gm)).toEqual(Array(3).fill("FROM ${NODE_IMAGE}"));
  });

  test.each(["server-1", "server-2"])("%s: the server reads every variable and accepts its value", (name) => {
    const { NODE_OPTIONS, ...variables } = environmentOf(name);
    expect(NODE_OPTIONS).toBe("--max-semi-space-size=32"); // read by Node
    expect(Object.keys(SERVER_VARIABLES)).toEqual(expect.arrayContaining(Object.keys(variables)));
    const [folder, inside, mode] = service(name).volumes?.map((volume) => volume.split(":"))[0] ?? [];
    expect([inside, mode]).toEqual([variables["FIRMWARE_DIR"], "ro"]);
    const here = { DATA_DIR: makeTempFolder(), FIRMWARE_DIR: join(ROOT, folder ?? "") };
    const config = readServerConfig({ ...variables, ...here }, systemRandom);
    expect(config.firmwareDir).toBe(join(ROOT, "deploy/firmware"));
    const shipped = { ...variables, ...here, BACKUP_TO: "s3://backups" };
    const mounted = service(name).volumes?.some((volume) => volume.endsWith(":/flower-war/backup-key:ro"));
    expect([config.backups, mounted]).toEqual([null, true]);
    expect(readServerConfig(shipped, systemRandom).backups?.place.keyFile).toMatch(
      /^\/flower-war\/backup-key\//,
    );
    expect(config.trustProxy).toBe(addressOf("entrance"));
    expect(config.publicUrl).toBe(`${EXAMPLE["PUBLIC_URL"]}/n${name.at(-1)}`);
    expect(config.redisUrl).toContain("@redis:6379");
    const { username, password, host, pathname } = new URL(config.databaseUrl ?? "");
    const stored = environmentOf("postgres");
    expect([username, password, pathname]).toEqual([
      stored["POSTGRES_USER"],
      stored["POSTGRES_PASSWORD"],
      `/${stored["POSTGRES_DB"]}`,
    ]);
    expect(host).toBe("postgres:5432");
  });

  test("bridge: the bridge reads every variable and accepts its value", () => {
    const variables = environmentOf("bridge");
    expect(Object.keys(BRIDGE_VARIABLES)).toEqual(expect.arrayContaining(Object.keys(variables)));
    const config = readBridgeConfig(variables);
    const listeners = ["server-1", "server-2"].map(
      (name) => `http://${name}:${environmentOf(name)["OPERATOR_PORT"]}`,
    );
    expect(config.operatorUrls).toEqual(listeners);
    expect(listeners).toContain(environmentOf("flower-war")["OPERATOR_URL"]);
    expect(config.bridgeToken).toBe(environmentOf("server-1")["BRIDGE_TOKEN"]);
    expect(config.broker).toEqual({ url: environmentOf("mosquitto-files")["MQTT_URL"], ca: null });
    expect(new URL(variables["MQTT_URL"] ?? "").username).toBe(config.bridgeId);
  });

  test("entrance: exactly the variables of nginx' templates are set", () => {
    const used = listTemplates().flatMap(({ parentPath, name }) => [
      ...readFileSync(join(parentPath, name), "utf8").matchAll(/\$\{(\w+)\}/g),
    ]);
    const names = new Set(used.map(([, name]) => name));
    expect(new Set(Object.keys(environmentOf("entrance")))).toEqual(names);
  });

  test("every published port is one that its service listens on", () => {
    const { PORT } = environmentOf("server-1");
    expect(read("Dockerfile")).toContain(`\nEXPOSE ${PORT}\n`);
    expect(environmentOf("entrance")).toMatchObject({
      N1: `${addressOf("server-1")}:${PORT}`,
      N2: `${addressOf("server-2")}:${PORT}`,
    });
    const open: Record<string, readonly (string | undefined)[]> = {
      entrance: ["HTTP_PORT", "HTTPS_PORT", "MQTT_TLS_PORT"].map((name) => environmentOf("entrance")[name]),
      "server-1": [environmentOf("server-1")["OPERATOR_PORT"]],
      "server-2": [environmentOf("server-2")["OPERATOR_PORT"]],
      mosquitto: [/^listener (\d+)$/m.exec(read("deploy/mosquitto/mosquitto.conf"))?.[1]],
      grafana: ["3000"],
    };
    for (const [name, { ports = [] }] of services) {
      expect(
        ports.map((port) => port.split(":").at(-1)),
        name,
      ).toEqual(open[name] ?? []);
    }
    for (const name of ["server-1", "server-2"]) {
      expect(
        service(name).ports?.every((port) => port.startsWith("127.0.0.1:")),
        name,
      ).toBe(true);
    }
    const scraped = [...read("deploy/prometheus/prometheus.yml").matchAll(/"([\w-]+):(\d+)"/g)];
    const listening = {
      "server-1": environmentOf("server-1")["OPERATOR_PORT"],
      "server-2": environmentOf("server-2")["OPERATOR_PORT"],
      bridge: environmentOf("bridge")["METRICS_PORT"],
      // Its default.
      "postgres-exporter": "9187",
    };
    expect(Object.fromEntries(scraped.map(([, name, port]) => [name, port]))).toEqual(listening);
  });

  test("every path exists, every volume is declared, every program is built from a source", () => {
    for (const [name, { volumes = [], command = [], entrypoint = [] }] of services) {
      for (const [from = ""] of volumes.map((volume) => volume.split(":"))) {
        if (from.startsWith(".")) expect(existsSync(join(ROOT, from)), `${name}: ${from}`).toBe(true);
        else expect(Object.keys(compose.volumes), name).toContain(from);
      }
      for (const program of [...command, ...entrypoint].filter((word) => word.includes("/dist/"))) {
        const sourceFile = program.replace("/dist/", "/src/").replace(/js$/, "ts");
        expect(existsSync(join(ROOT, sourceFile)), `${name}: ${sourceFile}`).toBe(true);
      }
    }
    const conf = read("deploy/mosquitto/mosquitto.conf");
    const mounted = service("mosquitto").volumes?.map((volume) => volume.split(":")[1] ?? "") ?? [];
    for (const [, path = ""] of conf.matchAll(/ (\/mosquitto\/\S+)/g)) {
      expect(
        mounted.some((folder) => path.startsWith(folder)),
        path,
      ).toBe(true);
    }
  });

  test("every lasting service has a health check, is restarted, and waits for its dependencies", () => {
    const lasting = services.filter(([name]) => !["mosquitto-files", "flower-war"].includes(name));
    for (const [name, { restart, healthcheck }] of lasting) {
      expect(restart, name).toBe("unless-stopped");
      expect(healthcheck?.test[0], name).toBe("CMD");
    }
    for (const [name, { depends_on = {} }] of services) {
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        const once = needed === "mosquitto-files";
        expect(condition, `${name} needs ${needed}`).toBe(
          once ? "service_completed_successfully" : "service_healthy",
        );
        expect(once || service(needed).healthcheck, needed).toBeTruthy();
      }
    }
  });

  test.each(services.map(([name]) => name))("%s: its container may do only what it needs", (name) => {
    const { user, cap_drop, cap_add = [], security_opt, privileged, read_only, ...limits } = service(name);
    expect({ cap_drop, security_opt, privileged, read_only }).toEqual({
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      privileged: undefined,
      read_only: true,
    });
    expect(limits.mem_limit).toMatch(/^\d+[mg]$/);
    expect(limits.pids_limit).toBeGreaterThanOrEqual(256);
    // nginx opens port 80 and reads the key as root; its workers are another user.
    const isEntrance = name === "entrance";
    expect(user).toMatch(isEntrance ? /^0:0$/ : /^[1-9]\d*:\d+$/);
    // Without it the program of Caddy's image, which has that capability, is not started.
    const added = name === "certificate" ? ["NET_BIND_SERVICE"] : [];
    expect(cap_add).toEqual(isEntrance ? ["CHOWN", "KILL", "NET_BIND_SERVICE", "SETGID", "SETUID"] : added);
  });

  test("certificate: nginx' workers own the volume that Caddy writes and nginx reads, and ask and answer at one address", () => {
    const [certificate, entrance] = ["certificate", "entrance"].map(environmentOf);
    for (const name of ["PUBLIC_URL", "TLS", "ACME_CA", "CERTIFICATES"])
      expect([name, certificate?.[name]]).toEqual([name, entrance?.[name]]);
    expect(certificate).toMatchObject({ TLS: "auto", CERTIFICATES: "/certificates" });
    expect(entrance?.["MQTT"]).toBe(`${addressOf("mosquitto")}:1883`);
    expect(entrance?.["ACME"]).toBe(`${addressOf("certificate")}:${certificate?.["ACME_PORT"]}`);
    expect(service("certificate").volumes).toContain("certificates:/certificates");
    expect(service("entrance").volumes).toContain("certificates:/certificates:ro");
    // A new volume takes its owner from the first container that mounts it where its image has a folder: this one is there before.
    expect(service("certificate").depends_on).toHaveProperty("mosquitto-files");
    expect(service("mosquitto-files").volumes).toContain("certificates:/certificates");
    expect(read("Dockerfile")).toContain(`chown ${service("certificate").user} /certificates`);
    expect(service("entrance").depends_on).toHaveProperty("certificate");
    const [program, script = ""] = service("certificate").command ?? [];
    expect([program, script.replace("/etc/caddy", "deploy/caddy")]).toEqual(["sh", "deploy/caddy/start.sh"]);
    const used = [...read("deploy/caddy/Caddyfile").matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name);
    const set = Object.keys(certificate ?? {});
    expect(used.filter((name) => name !== "NAME" && !set.includes(name ?? ""))).toEqual([]);
  });

  test("what is written in a container is in memory or on a volume", () => {
    const nginx = read("deploy/nginx/nginx.conf");
    const written = [...nginx.matchAll(/^ *(?:pid|\w+_temp_path) ([^;]+);$/gm)].map(([, path]) => path);
    expect(written).toHaveLength(6);
    expect(written.filter((path) => !path?.startsWith("run/"))).toEqual([]);
    expect(service("entrance").tmpfs).toEqual(["/etc/nginx/conf.d", "/etc/nginx/run"]);
    // A server creates its DATA_DIR, ./data, whatever it stores there.
    const workdir = /^WORKDIR (\S+)$/m.exec(read("Dockerfile"))?.[1];
    for (const name of ["server-1", "server-2"])
      expect(service(name).volumes).toContain(`data:${workdir}/data`);
    expect(service("postgres").tmpfs).toContain("/var/run/postgresql");
    for (const [name, { volumes = [] }] of services)
      expect(
        volumes.filter((volume) => /^(\.|\$)/.test(volume) && !volume.endsWith(":ro")),
        name,
      ).toEqual([]);
  });

  test("no secret has a default, the Dockerfile's user is not root", () => {
    const secrets = [...source.matchAll(/\$\{(\w*(?:PASSWORD|SECRET|TOKEN)\w*)(:.)?/g)];
    expect(new Set(secrets.map(([, name]) => name))).toContain("GRAFANA_PASSWORD");
    expect(secrets.filter(([, , operator]) => operator !== ":?")).toEqual([]);
    expect([...read("Dockerfile").matchAll(/^USER (.*)$/gm)].map(([, user]) => user)).toEqual(["node"]);
  });

  test("PostgreSQL stores on a volume, and Redis nothing and evicts nothing, with the options of the tests", () => {
    expect(service("postgres").volumes).toEqual(["postgres:/var/lib/postgresql/data"]);
    expect(service("postgres").command).toBeUndefined();
    expect(service("redis").command?.join(" ")).toContain(REDIS_OPTIONS.join(" "));
    expect(service("redis").volumes).toBeUndefined();
  });
});
