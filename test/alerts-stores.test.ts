/** Alerts of deploy/prometheus on what servers store and depend on, tried in a real Prometheus by breaking what they watch. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, renameSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";
import { createServer } from "node:tls";
import type { Match } from "@flower-war/client-sdk";
import { PATHS } from "@flower-war/protocol";
import { describe, expect, test } from "vitest";
import { flowerWar } from "../cli/test/support/run.ts";
import { TestClient } from "../server/test/support/client.ts";
import { createMatch, post } from "../server/test/support/post.ts";
import type { ServerProcess } from "../server/test/support/process.ts";
import { Alerts, startServer, TIMEOUT } from "./support/alerts.ts";
import { makeCa } from "./support/certificates.ts";
import { SteppedClock } from "./support/faults/stepped-clock.ts";
import { PostgresProcess } from "./support/postgres.ts";
import { startPostgresExporter } from "./support/postgres-exporter.ts";
import { endProcess, freePort, lacks, programPath } from "./support/programs.ts";
import { RedisProcess } from "./support/redis.ts";
import { clientAt } from "./support/sdk-calls.ts";
import { FaultyCalls } from "./support/strace.ts";
import { makeTempFolder, type OnTestFinished } from "./support/temp-folder.ts";
import { until, untilRead } from "./support/until.ts";

const MINUTE = 60_000;

/** Two players of a new match without clocks. */
async function sitDown(onFinished: OnTestFinished, url: string): Promise<readonly Match<"tieqchieq">[]> {
  const host = await clientAt(url, "Citlali").create({ game: "tieqchieq", private: true });
  const guest = (await clientAt(url, "Tenoch").join(host.invitation ?? "")) as Match<"tieqchieq">;
  const players = [host, guest];
  for (const player of players) onFinished(() => player.leave().catch(() => {}));
  await until(() => players.every(({ status }) => status === "playing"), "the match to begin");
  return players;
}

/** Returns a function that sends a command for the player who is awaited, unless one is under way: the SDK sends it again until it is stored. */
function sender(players: readonly Match<"tieqchieq">[]): () => void {
  let isSending = false;
  return () => {
    const player = players.find(({ awaiting, seat }) => awaiting.some((each) => each.seat === seat));
    const command = player?.legal().find(({ type }) => type !== "concede");
    if (isSending || player === undefined || command === undefined) return;
    isSending = true;
    const sent = player.send(command).catch(() => {});
    void sent.finally(() => (isSending = false));
  };
}

/** How many matches are taken over. */
const MATCHES = 12;

/** Connects a player to each of so many new matches, in which a seat is open. Resolves with their ids. */
async function openMatches(onFinished: OnTestFinished, url: string): Promise<readonly string[]> {
  const matches: string[] = [];
  while (matches.length < MATCHES) {
    const reserved = await createMatch(url, { seats: 2 });
    const player = await TestClient.join(url, reserved);
    onFinished(() => void player.leave().catch(() => {}));
    matches.push(reserved.match);
  }
  return matches;
}

/** Takes the open seat of a match at another server, as soon as that takes the match over. */
async function joinElsewhere(url: string, match: string): Promise<void> {
  const request = async () => {
    await pause(100);
    return post(url, PATHS.seats.replace(":id", match), { name: "Tenoch" });
  };
  await untilRead(request, ({ status }) => status === 200, "a seat at the other server");
}

describe.concurrent("an alert fires when what it watches breaks:", { timeout: TIMEOUT }, () => {
  test.skipIf(lacks("prometheus", "strace"))(
    "a disk that refuses what is written, then takes half a second for each write",
    async ({ onTestFinished }) => {
      const { server, target } = await startServer(onTestFinished);
      const players = await sitDown(onTestFinished, server.url);
      const alerts = await Alerts.watch(onTestFinished, [target]);
      await alerts.expectQuiet(
        ["flower_war_journal_failures_total", "flower_war_command_seconds_bucket"],
        "JournalFailing",
        "JournalSlow",
        "CommandsSlow",
      );
      const act = sender(players);
      const refusing = await FaultyCalls.inject(server.child.pid, "pwrite64,ftruncate", "error=EROFS");
      await alerts.expectFiring(["JournalFailing"], act);
      await refusing.end();
      const slow = await FaultyCalls.inject(server.child.pid, "fsync,fdatasync", "delay_enter=500000");
      await alerts.expectFiring(["CommandsSlow", "JournalSlow"], act);
      await slow.end();
    },
  );

  test.skipIf(lacks("prometheus", "postgres", "postgres_exporter", "redis", "faketime"))(
    "a server that others take for dead, clocks that differ, and PostgreSQL: its log cannot be archived, its connections run out, it is away",
    async ({ onTestFinished }) => {
      const clock = new SteppedClock(onTestFinished);
      const settings = { max_connections: "40", archive_mode: "on", archive_command: "false" };
      const [redis, postgres] = await Promise.all([
        RedisProcess.start(),
        PostgresProcess.start({ settings, env: clock.env }),
      ]);
      onTestFinished(() => redis.stop());
      onTestFinished(() => postgres.stop());
      const env = {
        REDIS_URL: redis.url,
        DATABASE_URL: postgres.url,
        CREATIONS_PER_MINUTE: "10000",
        SEATS_PER_MINUTE: "10000",
      };
      const [first, port] = await Promise.all([
        startServer(onTestFinished, env),
        startPostgresExporter(postgres, onTestFinished),
      ]);
      const matches = await openMatches(onTestFinished, first.server.url);
      const second = await startServer(onTestFinished, env);
      const targets = [first.target, second.target, { job: "postgres", port }];
      const alerts = await Alerts.watch(onTestFinished, targets);
      await alerts.expectQuiet(
        ["count(flower_war_clock_ahead_seconds) == 2", "pg_up == 1", "pg_stat_archiver_failed_count"],
        "MatchesTakenOver",
        "ClocksDiffer",
        "PostgresArchiveFailing",
        "PostgresConnectionsShort",
        "PostgresDown",
      );
      first.server.child.kill("SIGSTOP");
      await Promise.all(matches.map((match) => joinElsewhere(second.server.url, match)));
      first.server.child.kill("SIGCONT");
      await alerts.expectFiring(["MatchesTakenOver"]);
      await untilLogged(first.server, "process stood still");
      clock.set(5_000);
      await alerts.expectFiring(["ClocksDiffer"]);
      for (const { server } of [first, second]) await server.stop("SIGKILL");
      const ask = (sql: string) =>
        spawn(programPath("psql"), ["-q", "-c", sql, postgres.url], { stdio: "ignore" });
      await endProcess(ask("CREATE TABLE t(); SELECT pg_switch_wal(); SELECT pg_sleep(0.1)"), "SIGCONT");
      await alerts.expectFiring(["PostgresArchiveFailing"]);
      const holders = Array.from({ length: 34 }, () => ask("SELECT pg_sleep(300)"));
      onTestFinished(() => holders.forEach((holder) => holder.kill("SIGKILL")));
      await alerts.expectFiring(["PostgresConnectionsShort"]);
      await postgres.stop();
      await alerts.expectFiring(["PostgresDown"]);
    },
  );

  test.skipIf(lacks("prometheus", "openssl", "faketime"))(
    "a certificate that is not renewed, backups that are not shipped, and one that has a damaged match",
    async ({ onTestFinished }) => {
      const [folder, clock] = [makeTempFolder(onTestFinished), new SteppedClock(onTestFinished)];
      const at = (name: string) => join(folder, name);
      const entrance = createServer(issue(onTestFinished, 30)).listen(0, "127.0.0.1");
      onTestFinished(() => void entrance.close());
      await once(entrance, "listening");
      mkdirSync(at("backups"));
      await flowerWar(["backup", "key", at("key")]);
      const backups = { BACKUP_TO: at("backups"), BACKUP_KEY_FILE: at("key") };
      const settings = {
        ...clock.env,
        ...backups,
        DATA_DIR: at("data"),
        PUBLIC_URL: `https://127.0.0.1:${(entrance.address() as AddressInfo).port}`,
        OPERATOR_PORT: `${await freePort()}`,
      };
      const { server, target } = await startServer(onTestFinished, settings);
      const alerts = await Alerts.watch(onTestFinished, [target]);
      const { match } = await createMatch(server.url);
      const isVerified = "flower_war_backup_bytes > 0";
      const all = ["CertificateExpires", "BackupIsOld", "BackupFlawed"];
      await alerts.expectQuiet([isVerified, "flower_war_certificate_left_seconds > 0"], ...all);
      await server.stop();

      entrance.setSecureContext(issue(onTestFinished, 6));
      renameSync(at("backups"), at("not mounted"));
      damage(at("data/flower-war.db"), match);
      const failing = (await startServer(onTestFinished, settings)).server;
      clock.set(20 * MINUTE);
      await alerts.expectFiring(["BackupIsOld", "CertificateExpires"]);
      await untilLogged(failing, '"code":"backup-store"');
      await untilLogged(failing, '"code":"certificate-expires"');
      await failing.stop();

      renameSync(at("not mounted"), at("backups"));
      await startServer(onTestFinished, settings);
      await alerts.expectFiring(["BackupFlawed"]);
      await alerts.expectQuiet([isVerified], "BackupIsOld");
      const drill = await flowerWar(["backup", "drill"], { ...backups, ...clock.env });
      expect(drill.stdout).toContain(`Not as they were: 1 matches: ${match}.`);
    },
  );
});

/** Resolves when a server has written a line with this. */
function untilLogged(server: ServerProcess, text: string): Promise<void> {
  return until(() => server.log.includes(text), `"${text}" in the log`);
}

/** Makes a server's certificate and its key. @param days for which it is valid */
function issue(onFinished: OnTestFinished, days: number) {
  const ca = makeCa("Flower War", undefined, days);
  const { serverDir } = ca;
  onFinished(() => ca.remove());
  return {
    cert: readFileSync(join(serverDir, "fullchain.pem")),
    key: readFileSync(join(serverDir, "privkey.pem")),
  };
}

/** Changes a character of a match's first fact, as a disk may. */
function damage(file: string, match: string): void {
  const database = new DatabaseSync(file);
  const ofMatch = "match = (SELECT id FROM heads WHERE match = ?)";
  database.prepare(`UPDATE facts SET text = ' ' || substr(text, 2) WHERE n = 1 AND ${ofMatch}`).run(match);
  database.close();
}
