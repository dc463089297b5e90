import type { InstallManifest } from "@flower-war/protocol";
import type { RequestHandler } from "express";
import { refuse } from "../refusal.ts";
import type { FirmwareImages } from "../temples/firmware-images.ts";

/** Sends an image of temples' firmware, or another part of an installation (`PATHS.firmware`). A proxy asks each time whether it has changed. */
export function sendFirmware(images: FirmwareImages): RequestHandler<{ file: string }> {
  return async ({ params }, response) => {
    const path = await images.find(params.file);
    if (path === null) throw refuse("not-found");
    response.type("application/octet-stream").set("Cache-Control", "no-cache");
    response.sendFile(path, { cacheControl: false, dotfiles: "allow" });
  };
}

/** Sends what the page at `/firmware/` installs (`PATHS.installManifest`). */
export function sendInstallManifest(images: FirmwareImages): RequestHandler {
  return async (_request, response) => {
    const manifest = await images.describeInstall();
    if (manifest === null) throw refuse("no-firmware");
    response.set("Cache-Control", "no-cache").json(manifest satisfies InstallManifest);
  };
}
