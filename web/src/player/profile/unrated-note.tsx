import { type Profile, PROVISIONAL_MATCHES } from "@flower-war/client-sdk/players";
import { Link } from "wouter";
import { paths } from "../../base/routes.ts";
import { Drawing } from "../../art/drawing.tsx";
import { Notice } from "../../design/parts/notice.tsx";
import { i18n } from "../../texts/index.ts";

interface Props {
  readonly profile: Profile;
  readonly own: boolean;
}

/** Why a player has no rating, and how they get one. Nothing if they have one. */
export function UnratedNote({ profile, own }: Props) {
  const { name, kind, games } = profile;
  if (games.some(({ rating }) => rating !== null)) return null;
  if (kind === "guest") {
    return (
      <Notice
        tone="empty"
        picture={<Drawing sheet="signs" id="ehecatl" />}
        title={own ? i18n._("Guests have no rating") : i18n._("{name} is a guest", { name })}
        actions={own ? <Link href={paths.player}>{i18n._("Add a passkey")}</Link> : undefined}
      >
        {own
          ? i18n._("With a passkey you have an account, and your matches against other accounts are rated.")
          : i18n._("Only matches of players with an account are rated.")}
      </Notice>
    );
  }
  return (
    <Notice tone="empty" picture={<Drawing sheet="signs" id="olin" />} title={i18n._("No rated match yet")}>
      {i18n._(
        "Public matches with a clock and at least two accounts are rated. After {matches} of them a rating is no longer provisional.",
        { matches: PROVISIONAL_MATCHES },
      )}
    </Notice>
  );
}
