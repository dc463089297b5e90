import type { ReactNode } from "react";
import { Link } from "wouter";
import { Drawing } from "../../art/drawing.tsx";
import { Icon } from "../parts/icon.tsx";
import { Unseen } from "../parts/panel.tsx";
import { i18n } from "../../texts/index.ts";
import styles from "./frame.module.css";
import { paths } from "../../base/routes.ts";
import { Settings } from "./settings.tsx";

/** The flower that leads to the lobby, and the name of the page or the site beside it. */
export function Brand({ children }: { readonly children?: ReactNode }) {
  return (
    <Link href={paths.lobby} className={styles.brand} aria-label={i18n._("Flower War, lobby")}>
      <Drawing sheet="signs" id="xochitl" />
      {children}
    </Link>
  );
}

interface TopBarProps {
  /** Right of the flower: the page's title or sections. */
  readonly children?: ReactNode;
  /** At the right edge, before the settings. */
  readonly actions?: ReactNode;
}

/** The upper edge of every page but a table. */
export function TopBar({ children, actions }: TopBarProps) {
  return (
    <header className={styles.bar}>
      <Brand />
      {children}
      <div className={styles.actions}>
        {actions}
        <TopLink href={paths.player}>
          <Icon id="people" />
          <Unseen>{i18n._("You")}</Unseen>
        </TopLink>
        <Settings />
      </div>
    </header>
  );
}

interface TopLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** The way to another page, in the upper edge. */
export function TopLink({ href, children }: TopLinkProps) {
  return (
    <Link href={href} className={styles.link}>
      {children}
    </Link>
  );
}

/** A page with one thing in its middle. */
export function CenteredPage({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <TopBar />
      <main className={styles.center}>{children}</main>
    </>
  );
}
