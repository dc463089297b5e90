/** What players and matches notice of a disk that fails. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Fault, PATHS } from "@flower-war/client-sdk/protocol";
import { describe, expect, onTestFinished, test } from "vitest";
import { startServer } from "../src/app.ts";
import { JournalUnavailable } from "../src/journal/journal.ts";
import { SqliteStore } from "../src/journal/sqlite-store.ts";
import { TestClient } from "./support/client.ts";
import { openDatabase, temporaryFolder } from "./support/database.ts";
import { someName, someRow } from "./support/journal-suite.ts";
import { askForSeat, post } from "./support/post.ts";
import { sitDown } from "./support/table.ts";

const KEEPING = { finished: Number.MAX_SAFE_INTEGER, unfinished: Number.MAX_SAFE_INTEGER };

describe("a server that starts on a damaged database", () => {
  test("answers `match-damaged` for the match that cannot be read, and goes on with the others", async () => {
    const config = { dataDir: temporaryFolder(), authSecret: "auth-secret-of-tests" };
    const before = await startServer(config);
    const hurt = await sitDown(before.url, { seats: 2 });
    const whole = await sitDown(before.url, { seats: 2 });
    await before.stop();
    spoil(join(config.dataDir, "flower-war.db"), `"match":"${hurt.match}"`);

    const after = await startServer(config);
    onTestFinished(() => after.stop());
    const token = hurt.players[0]?.reserved.token;
    const asked = await post<Fault>(after.url, PATHS.seats.replace(":id", hurt.match), { token });
    expect({ status: asked.status, code: asked.body.code }).toEqual({ status: 409, code: "match-damaged" });
    const back = whole.players[0]?.reserved.token;
    const client = await TestClient.watch(
      after.url,
      await askForSeat(after.url, whole.match, { token: back }),
    );
    expect(client.state.status).toBe("playing");
  });
});

/** Changes a letter of some text in a file. */
function spoil(file: string, text: string): void {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(text);
  expect(at).toBeGreaterThan(0);
  bytes[at + 1] = (bytes[at + 1] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

/** A disk of 2 MB of its own needs root: `FLOWER_WAR_TMPFS=1`. */
describe.runIf(process.env["FLOWER_WAR_TMPFS"])("a disk that is full", () => {
  test("lets nothing happen by half, and all goes on when there is room", async () => {
    const disk = join(temporaryFolder(), "disk");
    mkdirSync(disk);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", disk]);
    onTestFinished(() => void execFileSync("umount", ["--lazy", disk]));
    const store = new SqliteStore(await openDatabase(join(disk, "flower-war.db")), KEEPING);
    await store.create(someName("m"), [someRow(1)]);
    writeFileSync(join(disk, "filler"), Buffer.alloc(1_000_000));
    const long = "x".repeat(100_000);
    let n = 1;
    const fill = async () => {
      for (; n < 100; n++) await store.append("m", { epoch: 1, n }, [long], false);
    };
    await expect(fill()).rejects.toThrow(JournalUnavailable);
    expect((await store.read("m"))?.rows).toHaveLength(n);
    rmSync(join(disk, "filler"));
    await store.append("m", { epoch: 1, n }, [someRow(2)], true);
    expect((await store.read("m"))?.rows).toEqual([
      someRow(1),
      ...Array.from({ length: n - 1 }, () => long),
      someRow(2),
    ]);
  });
});
