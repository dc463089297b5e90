import { Link } from "wouter";
import { paths } from "../base/routes.ts";
import { useMyId } from "../session/my-id.ts";
import { i18n } from "../texts/index.ts";
import styles from "./own-history.module.css";

/** Leads to the viewer's finished matches and their profile. Nothing before they are a player. */
export function OwnHistory() {
  const me = useMyId();
  if (me === null) return null;
  return (
    <p className={styles.all}>
      <Link href={paths.profile(me)}>{i18n._("All your matches, and your profile")}</Link>
    </p>
  );
}
