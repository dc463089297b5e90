import { type InstallManifest, PATHS } from "@flower-war/client-sdk/admin";

/** What there is to install; `none`: the host offers nothing; `unreachable`: the server does not say. */
export type LoadedManifest = InstallManifest | "none" | "unreachable";

/** Asks the server what there is to install. */
export async function loadManifest(): Promise<LoadedManifest> {
  try {
    const response = await fetch(PATHS.installManifest);
    if (response.ok) return (await response.json()) as InstallManifest;
    return response.status === 404 ? "none" : "unreachable";
  } catch {
    return "unreachable";
  }
}

/** Why this browser cannot install here: the page did not come over HTTPS or from this machine, or Web Serial is missing. */
export type Obstacle = "insecure" | "no-serial";

/** Returns why this browser cannot install here; `null`: it can. */
export function installObstacle(): Obstacle | null {
  if (!isSecureContext) return "insecure";
  return "serial" in navigator ? null : "no-serial";
}
