import type { GameName, Match } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { Button } from "../../design/parts/button.tsx";
import { type Consequences, concessionOf } from "../../game-frame/table/concession.ts";
import { ConcedeQuestion, loadKeysHelp } from "../../game-frame/table/keys-help.tsx";
import { RefusalNote } from "../../session/refusal-note.tsx";
import { useAction } from "../../session/use-action.ts";
import { i18n } from "../../texts/index.ts";
import { laterPart } from "../../texts/lazy-part.tsx";
import styles from "./match-menu.module.css";
import type { MenuPage } from "./open/menu-list.tsx";
import { RulesLink } from "./rules-link.tsx";

const MenuDialog = laterPart(async () => {
  const { loadManners, MenuDialog } = await import("./open/menu-dialog.tsx");
  // Buttons that came later would move the others under a finger. The menu can do without them.
  await loadManners().catch(() => {});
  return MenuDialog;
}, "match/menu/open");

interface Props<G extends GameName> {
  readonly match: Match<G>;
  /** Shows the result; `null`: there is none yet. */
  readonly onResult: (() => void) | null;
  /** The seats that have not conceded, in turn order. */
  readonly inPlay: readonly string[];
  /** What follows if the viewer concedes; `null`: they have nothing to concede. */
  readonly consequences: Consequences | null;
}

/** The buttons of a match: its code, the rules, the menu. */
export function MatchMenu<G extends GameName>({ match, onResult, inPlay, consequences }: Props<G>) {
  const concedes = useAction();
  useEffect(() => {
    // They are loaded behind the table, so that they are there when the server is not.
    Promise.all([MenuDialog.load(), loadKeysHelp()]).catch(() => {}); // the viewer is told when they open it
  }, []);
  const concession = concessionOf(consequences, match.legal(), {
    busy: concedes.busy,
    send: (command) => concedes.run(async () => void (await match.send(command))),
  });
  const [page, setPage] = useState<MenuPage | null>(null);
  const close = () => setPage(null);
  return (
    <>
      <Button
        className={styles.button ?? ""}
        {...(match.details.codeShown && {
          "aria-label": i18n._("Code {code}, invite", { code: match.code }),
        })}
        onClick={() => setPage("invite")}
      >
        {match.details.codeShown ? match.code : i18n._("Invite")}
      </Button>
      <RulesLink game={match.game} className={styles.rules} />
      <Button className={styles.button ?? ""} onClick={() => setPage("menu")}>
        {i18n._("Menu")}
      </Button>
      <RefusalNote error={concedes.error} />
      {page === "concede" && concession !== null ? <ConcedeQuestion {...concession} onClose={close} /> : null}
      {page === null || page === "concede" ? null : (
        <MenuDialog
          key={page}
          match={match}
          page={page}
          inPlay={inPlay}
          others={concession && concession.others}
          onOpen={setPage}
          onClose={close}
          onResult={onResult}
        />
      )}
    </>
  );
}
