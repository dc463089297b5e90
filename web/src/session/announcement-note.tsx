import type { Announcement, GameName, Match } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { Notice } from "../design/parts/notice.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./announcement-note.module.css";
import { host } from "./host.ts";
import { useAnswer } from "./use-answer.ts";

/** Shows the operator's announcement. @param match whose players hear of new announcements at once; `null`: none */
export function AnnouncementNote<G extends GameName>({ match }: { readonly match: Match<G> | null }) {
  const announcement = useAnnouncement(match);
  return (
    <div role="status" className={styles.note}>
      {announcement === null ? null : (
        <Notice level={null} tone="lit" title={announcement.text}>
          {announcement.startsAt === null
            ? null
            : i18n._("From {time}", {
                time: i18n.date(announcement.startsAt, { dateStyle: "medium", timeStyle: "short" }),
              })}
        </Notice>
      )}
    </div>
  );
}

function useAnnouncement<G extends GameName>(match: Match<G> | null): Announcement | null {
  const { answer } = useAnswer("announcement", () => host.announcement());
  const [heard, setHeard] = useState<Announcement | null>(null);
  useEffect(() => match?.on("announcement", setHeard), [match]);
  return heard ?? answer;
}
