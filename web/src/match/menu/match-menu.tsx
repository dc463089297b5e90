import type { GameName, Match } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { PolicyForm } from "../../chat/chat-lazy.ts";
import { Button } from "../../design/parts/button.tsx";
import { Dialog } from "../../design/parts/dialog.tsx";
import { type Consequences, concessionOf } from "../../game-frame/table/concession.ts";
import { ConcedeQuestion, loadKeysHelp } from "../../game-frame/table/keys-help.tsx";
import { CATALOG } from "../../games/catalog.ts";
import { ReportForm } from "../../report/index.ts";
import { RefusalNote } from "../../session/refusal-note.tsx";
import { useAction } from "../../session/use-action.ts";
import templeStyles from "../../temple/temple-panel.module.css";
import { i18n } from "../../texts/index.ts";
import { lazyPart } from "../../texts/lazy-part.tsx";
import styles from "./match-menu.module.css";
import type { MenuPage } from "./menu-list.tsx";
import { RulesLink } from "./rules-link.tsx";

/** It is loaded behind the table, so that it is there when the server is not. */
const loadMenu = async () => (await import("./menu-list.tsx")).MenuList;

const MenuList = lazyPart(loadMenu);

const Invitation = lazyPart(async () => (await import("../../gather/invitation.tsx")).Invitation, "gather");

const Dice = lazyPart(async () => (await import("../../fairness/dice.tsx")).Dice, "fairness");

const TemplePanel = lazyPart(
  async () => (await import("../../temple/temple-panel.tsx")).TemplePanel,
  "games/flower-war",
  "temple",
  "refusals",
);

interface Props<G extends GameName> {
  readonly match: Match<G>;
  /** Shows the result; `null`: there is none yet. */
  readonly onResult: (() => void) | null;
  /** What follows if the viewer concedes; `null`: they have nothing to concede. */
  readonly consequences: Consequences | null;
}

/** The buttons of a match: its code, the rules, the menu. */
export function MatchMenu<G extends GameName>({ match, onResult, consequences }: Props<G>) {
  const concedes = useAction();
  useEffect(() => {
    Promise.all([loadMenu(), loadKeysHelp()]).catch(() => {}); // the viewer is told when they open it
  }, []);
  const concession = concessionOf(consequences, match.legal(), {
    busy: concedes.busy,
    send: (command) => concedes.run(async () => void (await match.send(command))),
  });
  const [page, setPage] = useState<MenuPage | null>(null);
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
      {page === "concede" && concession !== null ? (
        <ConcedeQuestion {...concession} onClose={() => setPage(null)} />
      ) : null}
      {page === null || page === "concede" ? null : (
        <Dialog
          key={page}
          title={titleOf(page, match.game)}
          className={page === "temple" ? templeStyles.wide : undefined}
          onClose={() => setPage(null)}
        >
          {page === "menu" ? (
            <MenuList
              match={match}
              canConcede={concession !== null}
              onOpen={setPage}
              onClose={() => setPage(null)}
              onResult={onResult}
            />
          ) : null}
          {page === "invite" ? <Invitation match={match} /> : null}
          {page === "policy" ? <PolicyForm match={match} /> : null}
          {page === "temple" ? <TemplePanel match={match} /> : null}
          {page === "report" ? <ReportForm match={match} /> : null}
          {page === "dice" ? <Dice match={match} /> : null}
        </Dialog>
      )}
    </>
  );
}

function titleOf(page: Exclude<MenuPage, "concede">, game: GameName): string {
  switch (page) {
    case "menu":
      return i18n._("Menu");
    case "invite":
      return i18n._("Invite");
    case "policy":
      return i18n._("Guests and chat");
    case "temple":
      return i18n._("Temple");
    case "report":
      return i18n._("Report a player");
    case "dice":
      return CATALOG[game].fair();
  }
}
