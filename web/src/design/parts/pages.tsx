import { i18n } from "../../texts/index.ts";
import { Button } from "./button.tsx";
import styles from "./pages.module.css";

interface Props {
  /** What the pages are of, for screen readers. */
  readonly label: string;
  /** Which page is shown, from 1. */
  readonly page: number;
  readonly pages: number;
  readonly onTurn: (page: number) => void;
}

/** Turns the pages of a list, if there are several. */
export function Pages({ label, page, pages, onTurn }: Props) {
  if (pages === 1) return null;
  const turnTo = (other: number) => {
    if (other >= 1 && other <= pages) onTurn(other);
  };
  return (
    <nav aria-label={label} className={styles.pages}>
      <Button aria-disabled={page === 1} onClick={() => turnTo(page - 1)}>
        {i18n._("Previous")}
      </Button>
      <p>{i18n._("Page {page} of {pages}", { page, pages })}</p>
      <Button aria-disabled={page === pages} onClick={() => turnTo(page + 1)}>
        {i18n._("Next")}
      </Button>
    </nav>
  );
}
