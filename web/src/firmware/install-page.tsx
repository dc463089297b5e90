import { type InstallBuild, type InstallManifest, PATHS } from "@flower-war/client-sdk/admin";
import { Drawing } from "../art/drawing.tsx";
import { paths } from "../base/routes.ts";
import { useTitle } from "../base/use-page.ts";
import { Button } from "../design/parts/button.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./install-page.module.css";
import "esp-web-tools/dist/web/install-button.js";

interface Props {
  readonly manifest: LoadedManifest;
  readonly obstacle: Obstacle | null;
}

/** The page on which people who build a temple put the host's firmware on its ESP32. */
export function InstallPage({ manifest, obstacle }: Props) {
  const title = i18n._("Install a temple");
  useTitle(title);
  return (
    <>
      <header className={styles.top}>
        <a href={paths.lobby} aria-label={i18n._("Flower War, lobby")}>
          <Drawing sheet="signs" id="xochitl" />
        </a>
        <h1>{title}</h1>
      </header>
      <main className={styles.main}>
        {typeof manifest === "string" ? (
          <Missing why={manifest} />
        ) : (
          <>
            <Install manifest={manifest} obstacle={obstacle} />
            <CommandLine builds={manifest.builds} />
          </>
        )}
      </main>
    </>
  );
}

function Missing({ why }: { readonly why: "none" | "unreachable" }) {
  return why === "none" ? (
    <Notice tone="dark" title={i18n._("This server has no firmware to install")}>
      {i18n._(
        "Its operator puts the files of a build into the folder that FIRMWARE_DIR names. docs/build-a-temple.md of the project says which.",
      )}
    </Notice>
  ) : (
    <Notice tone="bad" title={i18n._("The server does not answer")}>
      {i18n._("Load this page again in a moment.")}
    </Notice>
  );
}

interface InstallProps {
  readonly manifest: InstallManifest;
  readonly obstacle: Obstacle | null;
}

function Install({ manifest: { version, builds }, obstacle }: InstallProps) {
  const chips = new Intl.ListFormat(i18n.locale).format(builds.map(({ chipFamily }) => chipFamily));
  return (
    <Panel title={i18n._("With this browser")}>
      <p>{i18n._("Version {version}, for boards with {chips}.", { version, chips })}</p>
      <p>{i18n._("This server's host has built it. The project itself has not built this firmware yet.")}</p>
      {obstacle === null ? (
        <>
          <ol className={styles.steps}>
            <li>{i18n._("Connect the board to this computer, with a USB cable that carries data.")}</li>
            <li>
              {i18n._(
                "Press the button and choose the board. Erase a board that is new; one that is a temple keeps its settings if you do not.",
              )}
            </li>
            <li>{i18n._("Enter the name and password of your Wi-Fi when you are asked.")}</li>
            <li>
              {i18n._(
                "Enrol the temple: the server's operator gives you a QR code that sets it up. Hold the pair button while you switch the temple on to open its own page.",
              )}
            </li>
          </ol>
          <InstallButton />
        </>
      ) : (
        <Notice level={3} tone="bad" title={i18n._("This browser cannot install here")}>
          {obstacle === "insecure"
            ? i18n._(
                "Browsers give a page the USB port only if it comes over HTTPS, or from localhost. Open the server's address with https://, open http://localhost on the server itself, or use the command line.",
              )
            : i18n._("It has no Web Serial. Use Chrome or Edge on a computer, or the command line.")}
        </Notice>
      )}
    </Panel>
  );
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      // oxlint-disable-next-line typescript/consistent-type-imports -- React's own names hide an import of the file here
      "esp-web-install-button": import("react").HTMLAttributes<HTMLElement> & { readonly manifest: string };
    }
  }
}

/** The button that asks for a port, and then installs in windows of ESP Web Tools. */
function InstallButton() {
  return (
    <esp-web-install-button manifest={PATHS.installManifest}>
      <Button slot="activate" tone="go">
        {i18n._("Install")}
      </Button>
    </esp-web-install-button>
  );
}

/** The same with esptool, for every browser. */
function CommandLine({ builds }: { readonly builds: readonly InstallBuild[] }) {
  return (
    <Panel title={i18n._("With the command line")}>
      <p>
        {i18n._(
          "Download the four files of your board's chip, and run esptool in their folder (pip install esptool). docs/build-a-temple.md of the project says how to build your own.",
        )}
      </p>
      {builds.map(({ chipFamily, parts }) => (
        <section key={chipFamily} aria-label={chipFamily}>
          <h3>{chipFamily}</h3>
          <ul className={styles.files}>
            {parts.map(({ path }) => (
              <li key={path}>
                <a href={PATHS.firmware.replace(":file", path)} download>
                  {path}
                </a>
              </li>
            ))}
          </ul>
          <pre className={styles.command}>
            <code>{commandOf(chipFamily, parts)}</code>
          </pre>
        </section>
      ))}
    </Panel>
  );
}

function commandOf(chipFamily: string, parts: InstallBuild["parts"]): string {
  const chip = chipFamily.toLowerCase().replace("-", "");
  const files = parts.map(({ path, offset }) => `0x${offset.toString(16)} ${path}`);
  return `esptool --chip ${chip} write-flash ${files.join(" ")}`;
}

/** What there is to install; `none`: the host offers nothing; `unreachable`: the server does not say. */
type LoadedManifest = InstallManifest | "none" | "unreachable";

/** Asks the server what there is to install. */
export async function loadManifest(): Promise<LoadedManifest> {
  try {
    const response = await fetch(PATHS.installManifest);
    if (response.ok) return (await response.json()) as InstallManifest;
    return response.status === 404 ? "none" : "unreachable";
  } catch {
    return "unreachable";
  }
}

/** Why this browser cannot install here: the page did not come over HTTPS or from this machine, or Web Serial is missing. */
type Obstacle = "insecure" | "no-serial";

/** Returns why this browser cannot install here; `null`: it can. */
export function installObstacle(): Obstacle | null {
  if (!isSecureContext) return "insecure";
  return "serial" in navigator ? null : "no-serial";
}
