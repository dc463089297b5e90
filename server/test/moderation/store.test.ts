/** What all stores that keep order have in common. */
import type { AuditEntry, Report, Sanction } from "@flower-war/protocol/operator";
import { beforeEach, describe, expect, test } from "vitest";
import { AUDIT_PAGE, AuditChain } from "../../src/moderation/store/audit-chain.ts";
import {
  headOf,
  ModerationStore,
  type NewReport,
  STANDING,
} from "../../src/moderation/store/moderation-store.ts";
import { storeKinds } from "../support/store-kinds.ts";

const NOW = 1_763_600_000_000;

const ban: Sanction = {
  id: "ban-1",
  kind: "ban",
  player: "V1StGXR8Z5jd",
  addresses: null,
  reason: "insults, “again” ✿",
  operator: "Itzel",
  createdAt: NOW,
  until: NOW + 1000,
};
const mute: Sanction = {
  ...ban,
  id: "mute-1",
  kind: "mute",
  player: null,
  addresses: "2001:db8::/48",
  createdAt: NOW + 1,
};

const report: Report = {
  id: "report-1",
  match: "m1",
  code: "4F7K",
  game: "flower-war",
  reason: "insults",
  text: "He said ✿",
  reported: { seat: "west", name: "Huracan", player: null, address: "203.0.113.7" },
  reporter: { seat: "east", name: "Xoco", player: "a2bC3dE4fG5h" },
  createdAt: NOW,
  lines: [[NOW, 1, "west", ["rolled"]]] as unknown as Report["lines"],
  chat: [],
};

/** The same of somebody about a target, at a time. */
const filed = (
  id: string,
  target: string,
  by: Partial<Omit<NewReport, "report" | "target">> = {},
  at = NOW,
): NewReport => ({
  report: { ...report, id, createdAt: at },
  target,
  reporter: id,
  network: id,
  standing: STANDING.watching,
  ...by,
});

let entries = 0;
const entry = (act: AuditEntry["act"] = "ban", createdAt = NOW): AuditEntry => ({
  id: `entry-${(entries += 1)}`,
  operator: "Itzel",
  account: null,
  act,
  target: "V1StGXR8Z5jd",
  reason: "why",
  until: act === "ban" ? NOW + 1000 : null,
  createdAt,
});

const SECRET = "the secret of these tests";
const log = { info: () => {} };

const KINDS = storeKinds<ModerationStore>(
  (database) => new ModerationStore(database, new AuditChain(database, SECRET, log)),
  ["sanctions", "reports", "announcements", "audit", "audit_cuts"],
);

describe.each(KINDS)("a $kind store", ({ open, skipped }) => {
  beforeEach(({ skip }) => skip(skipped));

  test("holds sanctions until they end or are lifted, the newest first", async () => {
    const store = await open();
    await store.addSanction(ban, entry());
    await store.addSanction(mute, entry("mute"));
    expect(await store.listSanctions(NOW)).toEqual([mute, ban]);
    expect(await store.listSanctions(NOW + 1000)).toEqual([]);
    expect(await store.liftSanction("ban-1", NOW + 2, entry("lift"))).toBe(true);
    expect(await store.listSanctions(NOW + 2)).toEqual([mute]);
    expect(await store.liftSanction("ban-1", NOW + 3, entry("lift"))).toBe(false);
    expect(await store.liftSanction("mute-1", NOW + 1000, entry("lift"))).toBe(false);
  });

  test("records every act with what it stores, and none that changed nothing", async () => {
    const store = await open();
    const [banned, lifted] = [entry("ban", NOW), entry("lift", NOW + 1)];
    await store.addSanction(ban, banned);
    await store.liftSanction("ban-1", NOW + 1, lifted);
    await store.liftSanction("ban-1", NOW + 2, entry("lift", NOW + 2));
    const nothing = { reports: ["nothing"], targets: ["nothing"], before: NOW + 2 };
    await store.settleReports(nothing, NOW + 2, entry("settle-report", NOW + 2));
    expect(await store.audit.read(NOW + 3)).toEqual([lifted, banned]);
  });

  test("reads the audit log page by page, backwards", async () => {
    const store = await open();
    const written = Array.from({ length: AUDIT_PAGE + 2 }, (_, i) => entry("announce", NOW + i));
    for (const each of written) await store.record(each);
    const first = await store.audit.read(NOW + 1000);
    expect(first).toEqual(written.slice(2).toReversed());
    expect(await store.audit.read(first.at(-1)?.createdAt ?? 0)).toEqual(written.slice(0, 2).toReversed());
  });

  test("leaves out no entry of the audit log whose date is that of a page's last", async () => {
    const store = await open();
    const written = Array.from({ length: AUDIT_PAGE + 2 }, (_, i) => entry("announce", NOW + Math.max(i, 3)));
    for (const each of written) await store.record(each);
    const first = await store.audit.read(NOW + 1000);
    const second = await store.audit.read(first.at(-1)?.createdAt ?? 0);
    const ids = [...first, ...second].map(({ id }) => id);
    expect(ids.toSorted()).toEqual(written.map(({ id }) => id).toSorted());
  });

  test("takes one report of a seat from each reporter, until it is settled and after", async () => {
    const store = await open();
    const by = (reporter: string) => ({
      target: "west",
      reporter,
      network: reporter,
      standing: STANDING.seated,
    });
    const later = { ...report, id: "report-2", createdAt: NOW + 1, text: "again" };
    const first = { reports: ["report-1"], targets: [], before: NOW + 2 };
    expect(await store.addReport({ report, ...by("xoco") })).toBe(true);
    expect(await store.addReport({ report: later, ...by("xoco") })).toBe(false);
    expect(await store.addReport({ report: later, ...by("ana") })).toBe(true);
    const heads = async (state: "open" | "settled" = "open") =>
      (await store.listReports(state, 1, "west")).groups.flatMap(({ reports }) => reports);
    expect(await heads()).toEqual([headOf(report), headOf(later)]);
    expect(await store.findReport("report-1")).toEqual(report);
    expect(await store.settleReports(first, NOW + 2, entry("settle-report"))).toBe(true);
    expect(await store.settleReports(first, NOW + 3, entry("settle-report"))).toBe(false);
    expect(await heads()).toEqual([headOf(later)]);
    expect(await heads("settled")).toEqual([headOf(report)]);
    expect(await store.findReport("report-1")).toEqual(report);
    expect(await store.addReport({ report: { ...later, id: "report-3" }, ...by("xoco") })).toBe(false);
    expect(await store.findReport("nothing")).toBeNull();
  });

  test("groups reports by target, the heaviest first, then the oldest", async () => {
    const store = await open();
    const add = (...all: NewReport[]) => Promise.all(all.map((each) => store.addReport(each)));
    await add(...Array.from({ length: 9 }, (_, i) => filed(`watched-${i}`, "many")));
    await add(filed("seated-1", "seated", { standing: STANDING.seated }, NOW + 1));
    await add(filed("seated-2", "later", { standing: STANDING.seated }, NOW + 2));
    await add(filed("account", "account", { standing: STANDING.account }, NOW + 3));
    const { groups, ...all } = await store.listReports("open", 1);
    expect(groups.map(({ target }) => target)).toEqual(["account", "seated", "later", "many"]);
    expect(all).toEqual({ total: 4, count: 12, page: 1, pages: 1 });
    expect(groups.at(-1)).toMatchObject({ count: 9, reporters: { accounts: 0, seated: 0, watching: 9 } });
    expect(groups.at(-1)?.reports).toHaveLength(1);
    expect(groups[0]).toMatchObject({ since: NOW + 3, settledAt: null, reports: [{ id: "account" }] });
    expect(await store.countReports()).toEqual(new Map([["m1", 12]]));
  });

  test("counts a reporter and a network once in a group", async () => {
    const store = await open();
    const inMatch = (each: NewReport, match: string) => ({ ...each, report: { ...each.report, match } });
    const all = [
      filed("1", "west", { network: "home" }),
      filed("2", "west", { network: "home", standing: STANDING.seated }),
      inMatch(filed("3", "west", { reporter: "ana", network: "train" }), "m1"),
      inMatch(filed("4", "west", { reporter: "ana", network: "office" }), "m2"),
    ];
    for (const each of all) expect(await store.addReport(each)).toBe(true);
    const { groups } = await store.listReports("open", 1);
    expect(groups).toMatchObject([{ count: 4, reporters: { accounts: 0, seated: 1, watching: 1 } }]);
  });

  test("settles all of some targets in one act, but not what came later", async () => {
    const store = await open();
    for (let i = 0; i < 1_000; i += 1) await store.addReport(filed(`r${i}`, `t${i % 90}`));
    await store.addReport(filed("later", "t1", {}, NOW + 5));
    const first = await store.listReports("open", 1);
    expect([first.total, first.count, first.pages]).toEqual([90, 1_001, 2]);
    expect(await store.listReports("open", 9)).toMatchObject({ page: 2, groups: { length: 10 } });
    const chosen = {
      reports: [],
      targets: Array.from({ length: 90 }, (_, i) => `t${i}`),
      before: NOW,
    };
    expect(await store.countChosen(chosen)).toBe(1_000);
    expect(await store.settleReports(chosen, NOW + 9, entry("settle-reports"))).toBe(true);
    expect(await store.listReports("open", 1)).toMatchObject({ total: 1, groups: [{ target: "t1" }] });
    expect(await store.listReports("settled", 1)).toMatchObject({ total: 90, count: 1_000 });
    expect((await store.listReports("settled", 1)).groups[0]?.settledAt).toBe(NOW + 9);
  });

  test("shows the newest announcement until it ends or is withdrawn", async () => {
    const store = await open();
    const old = { id: "a1", text: "New: the short evening", startsAt: null, until: NOW + 1000 };
    const newer = { id: "a2", text: "Restart", startsAt: NOW + 50, until: NOW + 100 };
    expect(await store.currentAnnouncement(NOW)).toBeNull();
    await store.addAnnouncement(old, NOW, entry("announce"));
    await store.addAnnouncement(newer, NOW + 1, entry("announce"));
    expect(await store.currentAnnouncement(NOW + 2)).toEqual(newer);
    expect(await store.currentAnnouncement(NOW + 100)).toEqual(old);
    await store.withdrawAnnouncements(NOW + 2, entry("withdraw-announcement"));
    expect(await store.currentAnnouncement(NOW + 3)).toBeNull();
    expect((await store.audit.read(NOW + 1)).map(({ act }) => act)).toContain("withdraw-announcement");
  });

  test("deletes what has expired, and nothing else", async () => {
    const store = await open();
    await store.addSanction(ban, entry("ban", NOW));
    await store.addReport(filed("report-1", "west"));
    await store.addAnnouncement(
      { id: "a1", text: "x", startsAt: null, until: NOW + 5 },
      NOW,
      entry("announce"),
    );
    expect(await store.deleteExpired({ audit: NOW, reports: NOW, ended: NOW + 5 })).toBe(false);
    expect(await store.deleteExpired({ audit: NOW, reports: NOW + 1, ended: NOW + 6 })).toBe(true);
    expect(await store.listReports("open", 1)).toMatchObject({ groups: [], total: 0, count: 0 });
    expect(await store.currentAnnouncement(NOW)).toBeNull();
    expect(await store.listSanctions(NOW)).toEqual([ban]);
    expect(await store.audit.read(NOW + 1)).toHaveLength(2);
    expect(await store.deleteExpired({ audit: NOW + 1, reports: NOW + 1, ended: NOW + 1001 })).toBe(true);
    expect(await store.audit.read(NOW + 1)).toEqual([]);
    expect(await store.listSanctions(NOW)).toEqual([]);
  });
});
