import { type InstallBuild, PATHS } from "@flower-war/client-sdk/protocol";
import { Panel } from "../design/parts/panel.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./install-page.module.css";

/** The same with esptool, for every browser. */
export function CommandLine({ builds }: { readonly builds: readonly InstallBuild[] }) {
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
  return `esptool --chip ${chip} write_flash ${files.join(" ")}`;
}
