import { i18n } from "../../texts/index.ts";
import styles from "./loading.module.css";

/** Stands in for a page that is on its way. */
export function Loading() {
  return (
    <main className={styles.loading}>
      <p role="status">{i18n._("One moment…")}</p>
    </main>
  );
}
