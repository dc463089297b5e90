/** Why this browser cannot install here: the page did not come over HTTPS or from this machine, or Web Serial is missing. */
export type Obstacle = "insecure" | "no-serial";

/** Returns why this browser cannot install here; `null`: it can. */
export function installObstacle(): Obstacle | null {
  if (!isSecureContext) return "insecure";
  return "serial" in navigator ? null : "no-serial";
}
