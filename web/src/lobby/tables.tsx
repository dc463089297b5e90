import { AnnouncementNote } from "../session/announcement-note.tsx";
import { MyMatches, OwnHistory } from "./my-matches.tsx";
import { OpenTables } from "./open-tables.tsx";
import type { LiveLobby } from "./lobby-feed.ts";

interface Props {
  readonly lobby: LiveLobby;
  readonly onOpen: (code: string) => void;
}

/** The lower part of the lobby: the viewer's matches, and all tables. */
export function Tables({ lobby, onOpen }: Props) {
  return (
    <>
      <AnnouncementNote match={null} />
      <MyMatches />
      <OpenTables lobby={lobby} onOpen={onOpen} />
      <OwnHistory />
    </>
  );
}
