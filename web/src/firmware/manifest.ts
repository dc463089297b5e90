import { type InstallManifest, PATHS } from "@flower-war/client-sdk/protocol";

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
