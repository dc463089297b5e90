import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";

export const CHROMIUM = "/usr/bin/chromium";
export const hasChromium = existsSync(CHROMIUM);

/** It stays on this machine and asks nobody for anything. */
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

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A real browser with a profile of its own. */
export interface Browser {
  /** Opens an address in a new tab, which has a `sessionStorage` of its own. */
  open(url: string, size?: Size): Promise<Page>;
  /** Errors that the pages threw or wrote to the console, since this was last called. */
  complaints(): string[];
  /** Closes every tab. */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), "flower-war-browser-"));
  const remove = () => rm(profile, { recursive: true, force: true });
  const context = await chromium
    .launchPersistentContext(profile, { executablePath: CHROMIUM, args: FLAGS })
    .catch(async (error: unknown) => {
      await remove();
      throw error;
    });
  const complaints: string[] = [];
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return {
    open: async (url, size = { width: 1200, height: 800 }) => {
      const page = await context.newPage();
      await page.setViewportSize(size);
      await page.goto(url);
      return page;
    },
    complaints: () => complaints.splice(0),
    closePages: async () => {
      await Promise.all(context.pages().map((page) => page.close()));
    },
    close: async () => {
      await context.close();
      await remove();
    },
  };
}
