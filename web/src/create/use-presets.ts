import { useEffect, useState } from "react";
import { host } from "../session/host.ts";
import { type Preset, PRESETS, readPresets } from "../presets/presets.ts";

/** The presets of this version, whose minutes are not known. */
const unmeasured = (): readonly Preset[] => PRESETS.map((preset) => ({ ...preset, minutes: {} }));

/** Returns the presets that the server offers; until it has answered, and if it does not, those of this version. */
export function usePresets(): readonly Preset[] {
  const [presets, setPresets] = useState(PRESETS);
  useEffect(() => {
    let unmounted = false;
    const ask = async () => {
      const listings = await host.listGames().catch(() => null);
      if (!unmounted) setPresets(listings === null ? unmeasured() : readPresets(listings));
    };
    void ask();
    return () => void (unmounted = true);
  }, []);
  return presets;
}
