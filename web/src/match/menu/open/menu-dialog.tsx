import type { GameName, Match } from "@flower-war/client-sdk";
import { lastingNameOf } from "../../../base/routes.ts";
import { PolicyForm } from "../../../chat/chat-lazy.ts";
import { Dialog } from "../../../design/parts/dialog.tsx";
import { CATALOG } from "../../../games/catalog.ts";
import { ReportForm } from "../../../report/index.ts";
import templeStyles from "../../../temple/temple-panel.module.css";
import { i18n } from "../../../texts/index.ts";
import { lazyPart } from "../../../texts/lazy-part.tsx";
import { MenuList, type MenuPage } from "./menu-list.tsx";

export { loadManners } from "./menu-list.tsx";

const Invitation = lazyPart(
  async () => (await import("../../../gather/invitation.tsx")).Invitation,
  "gather",
);

const Dice = lazyPart(async () => (await import("../../../fairness/dice.tsx")).Dice, "fairness");

const TemplePanel = lazyPart(
  async () => (await import("../../../temple/temple-panel.tsx")).TemplePanel,
  "games/flower-war",
  "temple",
  "refusals",
  "notes/open",
);

const HintView = lazyPart(async () => (await import("../../../notes/open/hint.tsx")).HintView, "notes/open");

const EmbedTag = lazyPart(async () => (await import("../../../watch/embed-tag.tsx")).EmbedTag, "watch");

/** A page of the menu that is a window. */
export type WindowPage = Exclude<MenuPage, "concede">;

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly page: WindowPage;
  /** The seats that have not conceded, in turn order. */
  readonly inPlay: readonly string[];
  /** The other seats in play; `null`: the viewer is in play no more, or cannot concede. */
  readonly others: readonly string[] | null;
  readonly onOpen: (page: MenuPage) => void;
  readonly onClose: () => void;
  /** Shows the result; `null`: there is none yet. */
  readonly onResult: (() => void) | null;
}

/** The menu of a match, or one of its pages. */
export function MenuDialog<G extends GameName>(props: Props<G>) {
  const { match, page, onClose } = props;
  return (
    <Dialog
      title={titleOf(page, match.game)}
      className={page === "temple" ? templeStyles.wide : undefined}
      onClose={onClose}
    >
      {page === "menu" ? <MenuList {...props} /> : null}
      {page === "invite" ? <Invitation match={match} /> : null}
      {page === "hint" ? <HintView match={match} /> : null}
      {page === "policy" ? <PolicyForm match={match} /> : null}
      {page === "temple" ? <TemplePanel match={match} /> : null}
      {page === "report" ? <ReportForm match={match} /> : null}
      {page === "embed" ? <EmbedTag name={lastingNameOf(match)} /> : null}
      {page === "dice" ? <Dice match={match} /> : null}
    </Dialog>
  );
}

function titleOf(page: WindowPage, game: GameName): string {
  switch (page) {
    case "menu":
      return i18n._("Menu");
    case "invite":
      return i18n._("Invite");
    case "hint":
      return i18n._("What would a strong bot do?");
    case "policy":
      return i18n._("Guests and chat");
    case "temple":
      return i18n._("Temple");
    case "report":
      return i18n._("Report a player");
    case "embed":
      return i18n._("Show on another site");
    case "dice":
      return CATALOG[game].fair();
  }
}
