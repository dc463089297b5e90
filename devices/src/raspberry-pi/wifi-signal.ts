/** A line of an interface: name, status, link quality, level; `wlan0: 0000   58.  -52.  -256  ...`. */
const INTERFACE = /^[ \t]*\S+:\s+\S+\s+\S+\s+(-\d+)\.?\s/m;
/** dBm of a radio that hears nothing. */
const NOTHING = -120;

/**
 * Parses Linux's /proc/net/wireless. Returns the signal of the first interface, in dBm; `null`: there is no Wi-Fi, it hears nothing, or
 * its driver does not measure in dBm.
 */
export function parseWifiSignal(text: string): number | null {
  const [, level] = INTERFACE.exec(text) ?? [];
  return level === undefined || Number(level) < NOTHING ? null : Number(level);
}
