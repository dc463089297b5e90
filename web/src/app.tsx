import { useEffect, useState } from "react";
import { LobbyPage } from "./lobby/lobby-page.tsx";
import { Door } from "./match/door.tsx";
import { MatchPage } from "./match/match-page.tsx";
import { goTo, matchHash, parseHash, useRoute } from "./route.ts";
import { type Sitting, standUp } from "./sitting.ts";

/** The lobby, the door of a match, or the match: as the address says. */
export function App() {
  const code = useRoute();
  const [sitting, setSitting] = useState<Sitting | null>(null);
  if (sitting !== null && sitting.match.code !== code) setSitting(null);
  useEffect(() => {
    if (sitting === null) return undefined;
    return () => standUp(sitting);
  }, [sitting]);

  const onSeated = (taken: Sitting) => {
    const stillWanted = parseHash(location.hash) === code;
    if (stillWanted) {
      goTo(matchHash(taken.match.code));
      setSitting(taken);
    } else {
      standUp(taken);
    }
  };

  if (code === null) return <LobbyPage onSeated={onSeated} />;
  if (sitting === null) return <Door key={code} code={code} onSeated={onSeated} />;
  return <MatchPage sitting={sitting} />;
}
