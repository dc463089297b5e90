import type { FirmwareImage } from "./operator.ts";

/** How an ESP32's temple names its firmware in `up/state`: chip and version. */
const FIRMWARE = /^templo-([a-z0-9]+) (\S+)$/;
const VERSION = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/;

/**
 * Returns the image for a temple's chip; `null`: there is none.
 * @param fw what the temple says of its firmware
 */
export function findImage(fw: string, images: readonly FirmwareImage[]): FirmwareImage | null {
  const [, chip] = FIRMWARE.exec(fw) ?? [];
  return images.find((each) => each.chip === chip) ?? null;
}

/**
 * Returns the version that a temple will install; `null`: no image is newer for its chip.
 * @param fw what the temple says of its firmware
 */
export function findUpdate(fw: string, images: readonly FirmwareImage[]): string | null {
  const [, , running = ""] = FIRMWARE.exec(fw) ?? [];
  const image = findImage(fw, images);
  return image !== null && isNewer(image.version, running) ? image.version : null;
}

/** Whether a version like `1.2.3` comes after another, as temples compare them. What is not a version comes after none. */
function isNewer(version: string, than: string): boolean {
  if (!VERSION.test(version) || !VERSION.test(than)) return false;
  return version.localeCompare(than, "en", { numeric: true }) > 0;
}
