import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { FirmwareImage, InstallBuild, InstallManifest } from "@flower-war/protocol/operator";
import { APP_HEADER_SIZE, isBlank, isBootImage, readAppVersion, readPartitions } from "./esp-images.ts";

/** Names of images, as temples ask for them. */
const NAME = /^templo-([a-z0-9]{4,12})\.bin$/;

/** Names of what else a new temple needs in flash. */
const PART = /^templo-(esp32|esp32c3|esp32s3)-(bootloader|partitions|otadata)\.bin$/;

/** The chips that a browser can install: their names in ESP Web Tools, and where they look for their bootloader. */
const CHIPS = {
  esp32: { chipFamily: "ESP32", bootloader: 0x1000 },
  esp32c3: { chipFamily: "ESP32-C3", bootloader: 0 },
  esp32s3: { chipFamily: "ESP32-S3", bootloader: 0 },
} as const;
type Chip = keyof typeof CHIPS;

/** Where ESP-IDF puts the table of partitions. */
const PARTITIONS = 0x8000;

/** Bytes of the largest of the other parts, the bootloader. */
const MAX_PART = 0x8000;

/** s. */
const IMPROV_WAIT = 10;

/** The images of temples' firmware in a folder, `templo-<chip>.bin`, as they are there now. */
export class FirmwareImages {
  readonly #folder: string | null;

  /** @param folder `null`: there are none */
  constructor(folder: string | null) {
    this.#folder = folder;
  }

  /** Lists the images, ordered by chip. A file that is no image of a temple is none. */
  async list(): Promise<readonly FirmwareImage[]> {
    if (this.#folder === null) return [];
    const names = await readdir(this.#folder).catch((): string[] => []);
    const images = await Promise.all(names.toSorted().map((name) => this.#read(name)));
    return images.filter((image) => image !== null);
  }

  /** Returns the path of an image or of another part of a new installation, given its name; `null`: there is none of that name. */
  async find(name: string): Promise<string | null> {
    if (this.#folder === null) return null;
    const isThere = PART.test(name) ? await this.#isPart(name) : (await this.#read(name)) !== null;
    return isThere ? join(this.#folder, name) : null;
  }

  /** Describes what a browser can install, of the chips that have all of their files; `null`: none has. */
  async describeInstall(): Promise<InstallManifest | null> {
    const images = (await this.list()).filter(({ chip }) => chip in CHIPS);
    const builds = await Promise.all(images.map(({ chip }) => this.#describeBuild(chip as Chip)));
    const whole = images.filter((_, i) => builds[i] !== null);
    if (whole.length === 0) return null;
    return {
      name: "Flower War temple",
      version: [...new Set(whole.map(({ version }) => version))].join(", "),
      new_install_prompt_erase: true,
      new_install_improv_wait_time: IMPROV_WAIT,
      builds: builds.filter((build) => build !== null),
    };
  }

  async #describeBuild(chip: Chip): Promise<InstallBuild | null> {
    const nameOf = (part: string) => `templo-${chip}-${part}.bin`;
    const parts = ["bootloader", "partitions", "otadata"].map(nameOf);
    const areThere = await Promise.all(parts.map((name) => this.#isPart(name)));
    const table = readPartitions(await this.#readPart(nameOf("partitions")));
    if (table === null || areThere.includes(false)) return null;
    const { chipFamily, bootloader } = CHIPS[chip];
    return {
      chipFamily,
      parts: [
        { path: nameOf("bootloader"), offset: bootloader },
        { path: nameOf("partitions"), offset: PARTITIONS },
        { path: nameOf("otadata"), offset: table.otadata },
        { path: `templo-${chip}.bin`, offset: table.app },
      ],
    };
  }

  async #isPart(name: string): Promise<boolean> {
    const content = await this.#readPart(name);
    switch (PART.exec(name)?.[2]) {
      case "bootloader":
        return isBootImage(content);
      case "partitions":
        return readPartitions(content) !== null;
      default:
        return isBlank(content);
    }
  }

  /** Reads a part; it is empty if it cannot be read. */
  #readPart(name: string): Promise<Buffer> {
    return readBeginning(join(this.#folder ?? "", name), MAX_PART).catch(() => Buffer.alloc(0));
  }

  async #read(name: string): Promise<FirmwareImage | null> {
    const [, chip] = NAME.exec(name) ?? [];
    if (this.#folder === null || chip === undefined) return null;
    const header = await readBeginning(join(this.#folder, name), APP_HEADER_SIZE).catch(() => null);
    const version = header === null ? null : readAppVersion(header);
    return version === null ? null : { chip, version };
  }
}

/** Returns the first bytes of a file, at most `size`. */
async function readBeginning(path: string, size: number): Promise<Buffer> {
  await using file = await open(path);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(size), 0, size, 0);
  return buffer.subarray(0, bytesRead);
}
