/**
 * Certificates by ACME, of a real CA (pebble): for the entrance of docker-compose.yml, whose Caddy and nginx run as processes, and for one
 * machine, by the files that `flower-war install` writes.
 */
import { spawnSync } from "node:child_process";
import dns from "node:dns";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ConnectionOptions, connect, getCACertificates, setDefaultCACertificates } from "node:tls";
import { ConnectedTemple } from "@flower-war/devices";
import { systemRandom, systemTime } from "@flower-war/protocol/ports";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ClientOptions, WebSocket } from "ws";
import { flowerWar } from "../cli/test/support/run.ts";
import { TestClient } from "../server/test/support/client.ts";
import { playCommands } from "../server/test/support/cluster.ts";
import { createMatch, requestSeat } from "../server/test/support/post.ts";
import { ServerProcess } from "../server/test/support/process.ts";
import { untilRead } from "../server/test/support/until.ts";
import { AcmeServer, CaddyProcess, NAME } from "./support/acme.ts";
import { MosquittoProcess } from "./support/mosquitto.ts";
import { NginxProcess } from "./support/nginx.ts";
import { freePort, lacks } from "./support/programs.ts";
import { ROOT } from "./support/root.ts";
import { makeTempFolder } from "./support/temp-folder.ts";

const START = join(ROOT, "deploy/caddy/start.sh");
const CADDYFILE = readFileSync(join(ROOT, "deploy/caddy/Caddyfile"), "utf8");

/** s for which a certificate is valid that is renewed during a test, when a third of that is left. */
const SHORT = 12;

/** Temples that a broker knows, with their secrets. */
const TEMPLES = [
  ["sun-temple", "secret-of-sun"],
  ["moon-temple", "secret-of-moon"],
  ["rain-temple", "secret-of-rain"],
] as const;

/** s for which it is valid where programs are started with it before it is renewed. */
const LONGER = 24;

const SERIAL = /^[0-9A-F]+$/;

/** For what a server sees at its next look at the certificate, a minute later at most. */
const LOOK = { timeout: 120_000 };

/** The serial number of the certificate with which a client that trusts these roots is greeted; or why it is not. */
async function readSerial(port: number | string, ca: string): Promise<string> {
  const socket = connect({ port: Number(port), host: "127.0.0.1", servername: NAME, ca });
  try {
    await once(socket, "secureConnect");
    return socket.getPeerX509Certificate()?.serialNumber ?? "none";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    socket.destroy();
  }
}

/**
 * Resolves with the serial number of a certificate there as soon as clients are greeted with one: Caddy says that it has one a moment before.
 * @param before another one's
 */
async function waitForSerial(port: number | string, ca: string, before = ""): Promise<string> {
  const isNew = (serial: string) => SERIAL.test(serial) && serial !== before;
  return untilRead(() => readSerial(port, ca), isNew, "a certificate");
}

/** Makes this process find `NAME` at this machine, and trust a CA as browsers' ones, until the test has finished. */
function trust(root: string): void {
  const [certificates, { lookup }] = [getCACertificates("default"), dns];
  const find = (host: string, ...more: unknown[]) =>
    Reflect.apply(lookup, dns, [host === NAME ? "127.0.0.1" : host, ...more]);
  Object.assign(dns, { lookup: find });
  setDefaultCACertificates([...certificates, root]);
  onTestFinished(() => {
    Object.assign(dns, { lookup });
    setDefaultCACertificates(certificates);
  });
}

/** Connects a temple that was enrolled with `--ca public`. One whose connection is lost does not come back during the test. */
async function connectTemple(which: 0 | 1, port: number | string): Promise<ConnectedTemple> {
  const [id, secret] = TEMPLES[which];
  const url = `mqtts://${NAME}:${port}`;
  const system = { time: systemTime, random: systemRandom };
  const temple = new ConnectedTemple({ id, secret, url, pin: "public", retry: 600_000, ...system });
  onTestFinished(() => temple.close());
  await temple.connect();
  return temple;
}

/** Starts a server that finds `NAME` at this machine. */
async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const hosts = join(makeTempFolder(), "hosts.mjs");
  const lookup = `(host, ...more) => before(host === "${NAME}" ? "127.0.0.1" : host, ...more)`;
  writeFileSync(hosts, `import dns from "node:dns"; const before = dns.lookup; dns.lookup = ${lookup};`);
  const server = await ServerProcess.start({ NODE_OPTIONS: `--import ${hosts}`, ...env });
  onTestFinished(() => void server.stop("SIGKILL"));
  return server;
}

/** Reads the metric of a server for the certificate at its `PUBLIC_URL`, s. */
async function readLeft(server: ServerProcess): Promise<number> {
  const page = await (await fetch(`${server.operatorUrl}/metrics`)).text();
  return Number(/^flower_war_certificate_left_seconds (.*)$/m.exec(page)?.[1]);
}

/**
 * Starts the entrance of docker-compose.yml with TLS=auto, in front of a server whose clients come by HTTP at first, and of one whose
 * `PUBLIC_URL` is the entrance's. Its Caddy is started by `obtain`.
 */
async function openEntrance(settings: { readonly validity?: number; readonly refuses?: boolean }) {
  const [ports, acmePort, unused] = [await NginxProcess.choosePorts(), await freePort(), await freePort()];
  const acme = await AcmeServer.start({ httpPort: ports.HTTP_PORT, ...settings });
  onTestFinished(() => acme.stop());
  const publicUrl = `https://${NAME}:${ports.HTTPS_PORT}`;
  const [server, watching] = await Promise.all([
    startServer({ PUBLIC_URL: `http://127.0.0.1:${ports.HTTP_PORT}/n1` }),
    startServer({ PUBLIC_URL: `${publicUrl}/n2` }),
  ]);
  const folder = makeTempFolder();
  const environment = {
    TLS: "auto",
    PUBLIC_URL: publicUrl,
    ACME_CA: acme.directory,
    CERTIFICATES: join(folder, "certificates"),
  };
  const [N1, N2] = [new URL(server.url).host, new URL(watching.url).host];
  const mosquitto = await MosquittoProcess.start({ temples: TEMPLES });
  onTestFinished(() => mosquitto.stop());
  const inside = { N1, N2, ACME: `127.0.0.1:${acmePort}`, MQTT: `127.0.0.1:${mosquitto.port}` };
  const MQTT_TLS_PORT = String(await freePort());
  const nginx = await NginxProcess.start({ ...ports, ...environment, ...inside, MQTT_TLS_PORT });
  onTestFinished(() => nginx.stop());
  const config = join(folder, "caddy");
  mkdirSync(config);
  writeFileSync(join(config, "start.sh"), readFileSync(START));
  const often = CADDYFILE.replace("admin off", "admin off\n\trenew_interval 1s").replace("8443", `${unused}`);
  writeFileSync(join(config, "Caddyfile"), often);
  const obtain = () => {
    const { PATH = "" } = process.env;
    const own = { PATH, HOME: folder, SSL_CERT_FILE: acme.ca, ACME_PORT: String(acmePort) };
    const caddy = new CaddyProcess(["sh", join(config, "start.sh")], { ...environment, ...own });
    onTestFinished(async () => void (await caddy.stop()));
    return caddy;
  };
  return { acme, nginx, server, watching, obtain, publicUrl, ports, MQTT_TLS_PORT, ...environment };
}

/** Opens a WebSocket of a reserved seat by TLS. Resolves with it when it is open. @param path leads to the server */
async function openSocket({
  port,
  ca,
  server,
  path,
}: {
  port: string;
  ca: string;
  server: ServerProcess;
  path: string;
}) {
  const { reservation } = await createMatch(server.url);
  const { processId, roomId, sessionId } = reservation;
  const url = `wss://127.0.0.1:${port}${path}/${processId}/${roomId}?sessionId=${sessionId}`;
  const secure: ClientOptions & ConnectionOptions = { ca, servername: NAME, headers: { host: NAME } };
  const socket = new WebSocket(url, [], secure);
  await once(socket, "open");
  onTestFinished(() => socket.terminate());
  return socket;
}

describe.skipIf(
  lacks("caddy", "pebble", "pebble-challtestsrv", "nginx", "libnginx-mod-stream", "mosquitto", "openssl"),
)("PUBLIC_URL=https://play.example at the entrance", () => {
  test("is obtained while players are connected, who play on; then HTTP is sent on to HTTPS, and the server knows until when", async () => {
    const { acme, nginx, server, watching, obtain, publicUrl, ports } = await openEntrance({});
    const first = await createMatch(server.url, { seats: 2 });
    const second = await requestSeat(server.url, first.match, { name: "Tlalli" });
    const players = await Promise.all([first, second].map((each) => TestClient.join(nginx.url, each)));
    await playCommands(players, 2);
    const ask = () => fetch(`${nginx.url}/healthz`, { redirect: "manual" });
    expect((await ask()).status).toBe(200);
    expect(await readSerial(ports.HTTPS_PORT, await acme.root())).toMatch(/alert|disconnected|reset/i);

    const caddy = obtain();
    await caddy.says("certificate obtained successfully");
    await expect.poll(async () => (await ask()).status).toBe(308);
    expect((await ask()).headers.get("location")).toBe(`${publicUrl}/healthz`);
    await waitForSerial(ports.HTTPS_PORT, await acme.root());
    await playCommands(players, 2);
    expect(players.map(({ closeCode }) => closeCode)).toEqual([null, null]);
    await expect.poll(() => readLeft(watching), LOOK).toBeGreaterThan(89 * 86_400);
    expect(await readLeft(server)).toBe(Number.NaN);
    await Promise.all(players.map((player) => player.leave()));
  });

  test("is renewed under an open WebSocket, which stays; new connections get the new one", async () => {
    const { acme, server, obtain, ports } = await openEntrance({ validity: SHORT });
    const caddy = obtain();
    await caddy.says("certificate obtained successfully");
    const ca = await acme.root();
    const before = await waitForSerial(ports.HTTPS_PORT, ca);
    const socket = await openSocket({ port: ports.HTTPS_PORT, ca, server, path: "/n1" });
    await waitForSerial(ports.HTTPS_PORT, ca, before);
    // Its file, which greets from then on, is written a moment before Caddy says so.
    await caddy.says("certificate renewed successfully");
    socket.ping();
    await once(socket, "pong");
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  test("greets temples too: by the entrance, and by a Mosquitto of its own at a SIGHUP; a renewal drops none", async () => {
    const { acme, obtain, MQTT_TLS_PORT, CERTIFICATES } = await openEntrance({ validity: LONGER });
    const caddy = obtain();
    await caddy.says("certificate obtained successfully");
    trust(await acme.root());
    const file = globSync(`${CERTIFICATES}/certificates/*/${NAME}/${NAME}.crt`)[0] ?? "";
    const tls = { cert: file, key: file.replace(/crt$/, "key") };
    const own = await MosquittoProcess.start({ temples: TEMPLES, tls });
    onTestFinished(() => own.stop());
    const ports = [MQTT_TLS_PORT, own.tlsPort];
    const before = await Promise.all(ports.map((port) => connectTemple(0, port)));
    const ca = await acme.root();
    const serials = await Promise.all(ports.map((port) => waitForSerial(port, ca)));

    await waitForSerial(MQTT_TLS_PORT, ca, serials[0]);
    const [id, secret] = TEMPLES[2];
    await own.reload(id, secret);
    await waitForSerial(own.tlsPort, ca, serials[1]);
    const after = await Promise.all(ports.map((port) => connectTemple(1, port)));
    expect([...before, ...after].map(({ connectionState }) => connectionState)).toEqual(
      Array(4).fill("connected"),
    );
  });

  test("cannot be obtained while the CA refuses: one line of the server says so, and its metric; HTTP goes on", async () => {
    const { acme, nginx, watching, obtain, ports } = await openEntrance({ refuses: true });
    const refused = obtain();
    await refused.says("could not get certificate from issuer");
    expect(refused.log).toContain("badNonce");
    await expect.poll(() => watching.log).toContain("certificate at PUBLIC_URL is not in order");
    const line = watching.log.split("\n").find((each) => each.includes("is not in order")) ?? "";
    expect(JSON.parse(line)).toMatchObject({
      level: 50,
      code: "certificate-missing",
      url: `https://${NAME}:${ports.HTTPS_PORT}`,
    });
    // For the alert CertificateExpires.
    expect(await readLeft(watching)).toBeLessThanOrEqual(0);
    expect((await fetch(`${nginx.url}/healthz`, { redirect: "manual" })).status).toBe(200);
    await refused.stop();
    await acme.restart({ httpPort: ports.HTTP_PORT });
    await obtain().says("certificate obtained successfully");
    await waitForSerial(ports.HTTPS_PORT, await acme.root());
  });

  test("cannot be obtained when the name leads elsewhere: Caddy's log has the CA's reason", async () => {
    const { acme, obtain } = await openEntrance({});
    await acme.restart({ httpPort: await freePort() });
    const caddy = obtain();
    await caddy.says("challenge failed");
    expect(caddy.log).toContain("urn:ietf:params:acme:error:connection");
  });
});

describe.skipIf(lacks("caddy", "pebble", "pebble-challtestsrv", "openssl"))(
  "PUBLIC_URL=https://play.example by flower-war install",
  () => {
    test("is obtained and renewed by Caddy, as its unit says, under an open WebSocket; HTTP is sent on to HTTPS", async () => {
      const server = await startServer({});
      const [http, https] = [await freePort(), await freePort()];
      const acme = await AcmeServer.start({ httpPort: http, validity: SHORT });
      onTestFinished(() => acme.stop());
      const root = makeTempFolder();
      const at = (path: string) => join(root, path);
      mkdirSync(at("etc/caddy"), { recursive: true });
      // What the package has there, at other ports and with another CA.
      const globals = `{\n\tadmin off\n\trenew_interval 1s\n\thttp_port ${http}\n\tacme_ca ${acme.directory}\n}\n`;
      const welcome = readFileSync("/etc/caddy/Caddyfile", "utf8").replace("\n:80 {", `\n:${http} {`);
      writeFileSync(at("etc/caddy/Caddyfile"), globals + welcome);
      const stage = () => flowerWar(["install", "--yes", "--root", root]);
      expect(await stage()).toMatchObject({ exitCode: 0 });
      const settings = at("etc/flower-war/server.env");
      const own = `PUBLIC_URL=https://${NAME}:${https}\nPORT=${new URL(server.url).port}\n`;
      writeFileSync(settings, readFileSync(settings, "utf8") + own);
      expect((await stage()).stdout).toContain("wrote: /etc/caddy/flower-war.caddy (644)\n");

      const unit = readFileSync("/lib/systemd/system/caddy.service", "utf8");
      const [, command = ""] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
      const [program = "", ...args] = command.replace("/etc/", `${root}/etc/`).split(" ");
      const caddy = new CaddyProcess([program, ...args], { HOME: root, SSL_CERT_FILE: acme.ca });
      onTestFinished(async () => void (await caddy.stop()));
      await caddy.says("certificate obtained successfully");
      const ca = await acme.root();
      const before = await waitForSerial(https, ca);
      const socket = await openSocket({ port: `${https}`, ca, server, path: "" });
      const asked = get({ port: http, path: "/healthz", headers: { host: NAME } });
      const [{ statusCode, headers }] = (await once(asked, "response")) as [IncomingMessage];
      expect([statusCode, headers.location]).toEqual([308, `https://${NAME}:${https}/healthz`]);
      await waitForSerial(https, ca, before);
      socket.ping();
      await once(socket, "pong");
      expect(socket.readyState).toBe(WebSocket.OPEN);
    });
  },
);

describe("deploy/caddy/start.sh", () => {
  const start = (TLS: string, PUBLIC_URL: string) => {
    // In place of the programs that would go on.
    const bin = makeTempFolder();
    for (const name of ["caddy", "sleep"])
      writeFileSync(join(bin, name), `#!/bin/sh\necho ${name} "$@" $NAME\n`, { mode: 0o755 });
    const env = { PATH: `${bin}:/usr/bin:/bin`, TLS, PUBLIC_URL };
    const { status, stdout, stderr } = spawnSync("sh", [START], { env, encoding: "utf8" });
    return status === 0 ? stdout.replace(ROOT, "") : stderr;
  };

  test.each([
    ["auto", "https://play.example", "caddy run --config /deploy/caddy/Caddyfile play.example\n"],
    ["auto", "https://play.example:8443/x", "caddy run --config /deploy/caddy/Caddyfile play.example\n"],
    ["auto", "http://localhost", "sleep infinity\n"],
    ["on", "https://play.example", "sleep infinity\n"],
    ["off", "https://play.example", "sleep infinity\n"],
    ["off", "http://play.example", "sleep infinity\n"],
  ])("TLS=%s with %s runs: %s", (tls, url, does) => {
    expect(start(tls, url)).toBe(does);
  });

  test.each(["https://localhost", "https://192.0.2.1", "https://Play.example", "https://[::1]", "https://"])(
    "says that no CA gives a certificate for %s",
    (url) => {
      expect(start("auto", url)).toMatch(/^No CA gives a certificate for PUBLIC_URL=[^\n]+\n$/);
    },
  );

  test.each([
    [
      "on",
      "http://play.example",
      "TLS=on contradicts PUBLIC_URL=http://play.example, which must begin with https:// then.\n",
    ],
    [
      "yes",
      "https://play.example",
      "TLS=yes and PUBLIC_URL=https://play.example are not understood: TLS is on, off or not set, and PUBLIC_URL begins with http:// or https://.\n",
    ],
    [
      "auto",
      "play.example",
      "TLS=auto and PUBLIC_URL=play.example are not understood: TLS is on, off or not set, and PUBLIC_URL begins with http:// or https://.\n",
    ],
  ])("TLS=%s with %s is refused in one sentence", (tls, url, sentence) => {
    expect(start(tls, url)).toBe(sentence);
  });
});
