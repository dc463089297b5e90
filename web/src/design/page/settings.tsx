import { useId, useState } from "react";
import { i18n } from "../../texts/index.ts";
import { laterPart } from "../../texts/lazy-part.tsx";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { Unseen } from "../parts/panel.tsx";
import styles from "./settings.module.css";

const SettingsFields = laterPart(async () => (await import("./settings-fields.tsx")).SettingsFields);

/** A button that opens the page's settings. */
export function Settings() {
  const id = useId();
  const [wasOpened, setOpened] = useState(false);
  return (
    <>
      <Button className={styles.button} popoverTarget={id}>
        <Icon id="gear" />
        <Unseen>{i18n._("Settings")}</Unseen>
      </Button>
      <div
        id={id}
        popover="auto"
        className={styles.popover}
        role="dialog"
        aria-label={i18n._("Settings")}
        onToggle={() => setOpened(true)}
      >
        {wasOpened ? <SettingsFields /> : null}
      </div>
    </>
  );
}
