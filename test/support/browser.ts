import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Browser as Chromium,
  chromium,
  type Page,
} from "playwright-core";
import { findProgram, programPath } from "./programs.ts";
import { shellProfiles } from "./shell-profiles.ts";

/** Without network requests of its own. */
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The shell's, for less processor time: nothing is painted into pixels, which tests do not look at there, there is no process for that, and the
 * pages of a context share a process, where their scripts are compiled once.
 */
const SHELL_FLAGS = [
  ...FLAGS,
  "--force-gpu-mem-available-mb=0",
  "--in-process-gpu",
  "--renderer-process-limit=1",
];

/** ms after which what has not come on a page is taken to come never, however busy the machine is. */
const PATIENCE = 60_000;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A real browser with a new profile, or an isolated context of a shared one. */
export interface Browser {
  /** Opens a URL in a new window. Windows share `localStorage`, not `sessionStorage`. */
  open(url: string, size?: Size): Promise<Page>;
  /** Returns and forgets the errors that pages threw or wrote to the console. */
  takeErrors(): string[];
  /** Closes every window. */
  closePages(): Promise<void>;
  /** Closes every window, and deletes all that an origin's pages have stored: the next one is a newcomer's. */
  forget(origin: string): Promise<void>;
  close(): Promise<void>;
}

export interface BrowserSettings {
  /** Whether it is one of a phone, whose screen is touched. Default: no. */
  readonly touch?: boolean;
  /** Whether its user wants nothing to move. Default: no. */
  readonly still?: boolean;
  /**
   * Whether its pages act where there is no choice and give newcomers tips, as they do unless their user wants to press each button and knows
   * the game. Default: no.
   */
  readonly acts?: boolean;
  /** Whether it runs the page's service worker, through which all requests go: 0.1 s of the processor for each load. Default: as `whole`. */
  readonly serviceWorkers?: boolean;
  /** Pixels of its screen for each px of a page. Default: 1. */
  readonly scale?: number;
  /**
   * Whether it is all of Chromium, as people have it: with pictures, notices, text exactly as wide as theirs, and no mouse that moves by
   * itself. Default: no, it is a context, with a profile of its own, of a headless shell that all tests of a worker share, which takes about
   * three fifths of the processor time.
   */
  readonly whole?: boolean;
}

/** A context, how windows are opened there, and how it is closed with all that was started for it. */
interface Opened {
  readonly context: BrowserContext;
  readonly openWindow: () => Promise<Page>;
  readonly close: () => Promise<void>;
}

const SHELL = Symbol.for("flower-war headless shell");

/** The headless shell of this worker of Vitest, which runs many test files: each file's modules may be new. */
const shared = globalThis as { [SHELL]?: Promise<Chromium> | undefined };

/** Starts the headless shell that tests of this worker share, unless it runs. It ends with the worker. */
function shareShell(): Promise<Chromium> {
  shared[SHELL] ??= launchShell().catch((error: unknown) => {
    forgetShell();
    throw error;
  });
  return shared[SHELL];
}

const forgetShell = (): void => void (shared[SHELL] = undefined);

async function launchShell(): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), shellProfiles(process.ppid)));
  const executablePath = programPath("chromium-headless-shell");
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: SHELL_FLAGS });
  const shell = context.browser();
  if (shell === null) throw new Error("a context without a browser");
  shell.on("disconnected", forgetShell);
  await Promise.all(context.pages().map((page) => page.close()));
  return shell;
}

/** Opens a context in the shell that this worker's tests share. */
async function openInShell(options: BrowserContextOptions): Promise<Opened> {
  const shell = await shareShell();
  const context = await shell.newContext(options);
  return { context, openWindow: () => context.newPage(), close: () => context.close() };
}

/** Starts a browser of its own, with a new profile. */
async function openOwn(executablePath: string, options: BrowserContextOptions): Promise<Opened> {
  const profile = await mkdtemp(join(tmpdir(), "flower-war-browser-"));
  const remove = () => rm(profile, { recursive: true, force: true });
  const context = await chromium
    .launchPersistentContext(profile, { ...options, executablePath, args: FLAGS })
    .catch(async (error: unknown) => {
      await remove();
      throw error;
    });
  const close = async () => {
    await context.close();
    await remove();
  };
  return { context, openWindow: await windowsOf(context), close };
}

/**
 * Returns a function that opens a page in a window of its own, one after the other. Chromium draws a tab behind another one so
 * rarely that each click there takes two seconds.
 */
async function windowsOf(context: BrowserContext): Promise<() => Promise<Page>> {
  const session = await context.browser()?.newBrowserCDPSession();
  let last: Promise<unknown> = Promise.resolve();
  const open = async (): Promise<Page> => {
    const [page] = await Promise.all([
      context.waitForEvent("page"),
      session?.send("Target.createTarget", { url: "about:blank", newWindow: true }),
    ]);
    return page;
  };
  return () => {
    const page = last.then(open, open);
    last = page;
    return page;
  };
}

/** Runs in a page: sets what its user has not set yet. They want no tips, for they know the game. */
function pressEachButton(): void {
  if (!location.protocol.startsWith("http")) return;
  const settings = { "flower-war/preferences": { acts: false }, "flower-war/tips": null };
  for (const [key, value] of Object.entries(settings))
    if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value));
}

/** Opens a browser. */
export async function openBrowser({
  touch = false,
  still = false,
  acts = false,
  scale = 1,
  whole = false,
  serviceWorkers = whole,
}: BrowserSettings = {}): Promise<Browser> {
  const options: BrowserContextOptions = {
    deviceScaleFactor: scale,
    serviceWorkers: serviceWorkers ? "allow" : "block",
    timezoneId: "UTC",
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: still ? "reduce" : "no-preference",
  };
  const program = whole ? programPath("chromium") : findProgram("chromium-headless-shell", "chromium");
  const isShared = "VITEST" in process.env && program === programPath("chromium-headless-shell");
  const { context, openWindow, close } = await (isShared ? openInShell(options) : openOwn(program, options));
  context.setDefaultTimeout(PATIENCE);
  if (!acts) await context.addInitScript(pressEachButton);
  const closePages = async () => {
    await Promise.all(context.pages().map((page) => page.close()));
  };
  const errors: string[] = [];
  context.on("weberror", (error) => errors.push(String(error.error())));
  context.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
  });
  return {
    open: async (url, size = { width: 1200, height: 800 }) => {
      const page = await openWindow();
      await page.setViewportSize(size);
      await page.goto(url);
      return page;
    },
    takeErrors: () => errors.splice(0),
    closePages,
    forget: async (origin) => {
      await closePages();
      const blank = await openWindow();
      const session = await context.newCDPSession(blank);
      await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
      await blank.close();
    },
    close,
  };
}
