/** When a server looks at the certificate of its PUBLIC_URL, and what log and metric say of it. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeCa } from "../../../test/support/certificates.ts";
import { lacks } from "../../../test/support/programs.ts";
import {
  type CertificateFinding,
  CertificateWatch,
  inspectCertificate,
} from "../../src/http/certificate-watch.ts";
import { FakeTime } from "../support/fake-time.ts";

const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000];
const MISSING = { fault: "certificate-missing", reason: "handshake failure" } as const;
const UNREACHED = { fault: "certificate-unreached", reason: "connect ECONNREFUSED" } as const;

/** Watches a certificate that a handshake finds as `found` says. */
function watchCertificate(publicUrl: string | null = "https://play.example/n1") {
  const time = new FakeTime();
  const lines: object[] = [];
  const write = (line: string) => {
    const { level, msg, code, hours, days, reason, url } = JSON.parse(line);
    lines.push({ level, msg, code, hours, days, reason, url });
  };
  const state = { found: MISSING as CertificateFinding, looks: [] as string[] };
  const inspect = (url: URL) => {
    state.looks.push(url.href);
    return Promise.resolve(state.found);
  };
  const watch = new CertificateWatch({ time, log: pino({ level: "info" }, { write }), publicUrl, inspect });
  watch.start();
  const expiresIn = (ms: number) => (state.found = { expiresAt: time.now() + ms });
  return { time, lines, state, watch, expiresIn };
}

const FAULT = { level: 50, msg: "certificate at PUBLIC_URL is not in order", url: "https://play.example" };

describe("the certificate at PUBLIC_URL", () => {
  test.each([null, "http://play.example"])("is none with %s, and is not looked for", async (publicUrl) => {
    const { time, state, watch } = watchCertificate(publicUrl);
    await time.pass(DAY);
    expect([state.looks, watch.secondsLeft]).toEqual([[], Number.NaN]);
  });

  test("is looked at after 5 s, then once an hour", async () => {
    const { time, lines, state, watch, expiresIn } = watchCertificate();
    expiresIn(30 * DAY);
    await time.pass(4 * SECOND);
    expect([state.looks, watch.secondsLeft]).toEqual([[], Number.NaN]);
    await time.pass(SECOND);
    expect(state.looks).toEqual(["https://play.example/n1"]);
    expect(watch.secondsLeft).toBe((30 * DAY) / SECOND - 5);
    await time.pass(3 * HOUR);
    expect([state.looks.length, lines]).toEqual([4, []]);
  });

  test("is obtained a moment after the start: no line", async () => {
    const { time, lines, watch, expiresIn } = watchCertificate();
    await time.pass(5 * SECOND);
    expect(watch.secondsLeft).toBe(0);
    expiresIn(90 * DAY);
    await time.pass(10 * SECOND);
    expect(watch.secondsLeft).toBe((90 * DAY) / SECOND - 10);
    expect(lines).toEqual([]);
  });

  test("cannot be obtained: one line a day, with the reason, and one when it is there; it is looked for every minute", async () => {
    const { time, lines, state, watch, expiresIn } = watchCertificate();
    await time.pass(HOUR);
    const line = { ...FAULT, code: "certificate-missing", reason: "handshake failure" };
    expect(lines).toEqual([line]);
    expect(watch.secondsLeft).toBeLessThanOrEqual(0);
    const before = state.looks.length;
    await time.pass(HOUR);
    expect(state.looks.length - before).toBe(60);
    await time.pass(DAY);
    expect(lines).toEqual([line, line]);
    expiresIn(90 * DAY + HOUR);
    await time.pass(60 * SECOND);
    expect(lines.slice(2)).toEqual([{ level: 30, msg: "certificate at PUBLIC_URL is valid", days: 90 }]);
  });

  test("is not renewed: a line 7 days before its end, and another one a day later", async () => {
    const { time, lines, watch, expiresIn } = watchCertificate();
    expiresIn(8 * DAY);
    await time.pass(DAY - HOUR);
    expect(lines).toEqual([]);
    await time.pass(2 * HOUR);
    expect(lines).toEqual([{ ...FAULT, code: "certificate-expires", hours: 167 }]);
    await time.pass(DAY);
    expect(lines[1]).toEqual({ ...FAULT, code: "certificate-expires", hours: 143 });
    await time.pass(7 * DAY);
    expect(watch.secondsLeft).toBeLessThan(0);
  });

  test("is not reached: what was known of it counts on", async () => {
    const { time, lines, state, watch, expiresIn } = watchCertificate();
    expiresIn(30 * DAY);
    await time.pass(5 * SECOND);
    state.found = UNREACHED;
    await time.pass(2 * HOUR);
    expect(lines).toEqual([{ ...FAULT, code: "certificate-unreached", reason: UNREACHED.reason }]);
    expect(watch.secondsLeft).toBe((30 * DAY - 2 * HOUR) / SECOND - 5);
  });

  test("another fault is another line", async () => {
    const { time, lines, state } = watchCertificate();
    await time.pass(HOUR);
    state.found = { fault: "certificate-wrong-name", reason: "not in the list" };
    await time.pass(HOUR);
    expect(lines).toEqual([
      { ...FAULT, code: "certificate-missing", reason: "handshake failure" },
      { ...FAULT, code: "certificate-wrong-name", reason: "not in the list" },
    ]);
  });
});

describe.skipIf(lacks("openssl"))("a handshake", () => {
  /** Looks at a server's certificate for these names, by the name or address of a host. */
  async function inspect(names: string, host: string): Promise<CertificateFinding> {
    const ca = makeCa("flower-war-test", names);
    onTestFinished(() => ca.remove());
    const read = (file: string) => readFileSync(join(ca.serverDir, file));
    const server = createServer({ cert: read("fullchain.pem"), key: read("privkey.pem") });
    server.on("tlsClientError", () => {});
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    return inspectCertificate(new URL(`https://${host}:${(server.address() as AddressInfo).port}`));
  }

  test.each(["localhost", "127.0.0.1"])("finds when the certificate of %s expires", async (host) => {
    const found = await inspect("IP:127.0.0.1,DNS:localhost", host);
    expect(found).toEqual({ expiresAt: expect.any(Number) });
  });

  test.each(["localhost", "127.0.0.1"])(
    "with %s finds that the certificate is of another name",
    async (host) => {
      const fault = { fault: "certificate-wrong-name", reason: "it is for DNS:other.example" };
      expect(await inspect("DNS:other.example", host)).toEqual(fault);
    },
  );
});
