import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";

/** The folder that docker-compose.yml mounts: in a clone where it is, in a package the copy that was packed. */
const SOURCES = join(
  import.meta.dirname,
  extname(import.meta.filename) === ".ts" ? "../../../deploy/nginx" : "../../nginx",
);

/** The variables of the templates; see docker-compose.yml. */
export type EntranceVariables = Readonly<Record<string, string>>;

/**
 * Writes the configuration of an nginx in front of servers, in place of an earlier one.
 * @param folder its own; nginx.conf is in it
 * @param servers where each listens, `127.0.0.1:2567`; their `PUBLIC_URL` ends in `/n1`, `/n2` and so on
 */
export function writeEntrance(
  folder: string,
  servers: readonly string[],
  variables: EntranceVariables,
): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "run"), { recursive: true });
  const main = readFileSync(join(SOURCES, "nginx.conf"), "utf8");
  // Root alone may raise that limit; Node has raised ours as far as it can, which nginx inherits.
  writeFileSync(join(folder, "nginx.conf"), main.replace(/^worker_rlimit_nofile .*\n/m, ""));
  const templates = join(SOURCES, "templates");
  for (const name of readdirSync(templates, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".template")) continue;
    const file = join(folder, "conf.d", name.replace(/\.template$/, ""));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, fillIn(readFileSync(join(templates, name), "utf8"), variables));
  }
  writeFileSync(join(folder, "conf.d/servers.conf"), formatServers(servers));
}

/** Fills in the variables, as the official image of nginx does: those that are not set stay, for they are nginx' own. */
export function fillIn(template: string, variables: EntranceVariables): string {
  return template.replaceAll(
    /\$\{(\w+)\}|\$(\w+)/g,
    (whole, braced, bare) => variables[braced ?? bare] ?? whole,
  );
}

/** Formats `deploy/nginx/templates/servers.conf.template` for servers at these addresses. */
export function formatServers(servers: readonly string[]): string {
  const named = servers.map((address, i) => ({ name: `n${i + 1}`, address }));
  const each = (format: (server: (typeof named)[number]) => string): string => named.map(format).join("\n");
  return `# The servers that default.conf distributes to. \`SERVERS=<n> npm start\` writes this file for as many as there are.

${each(({ name, address }) => `upstream ${name} {\n  server ${address};\n  keepalive 32;\n}`)}
# Which server a WebSocket's path names; any other one answers that there is no such room.
map $room_server $room_upstream {
${each(({ name }) => `  ${name} ${name};`)}
  default any;
}
# A server that stands still gets little: what it does not answer counts as its connections.
upstream any {
  zone any 64k;
  least_conn;
${each(({ address }) => `  server ${address} max_fails=1 fail_timeout=2s;`)}
  keepalive 32;
}
# For the way back into matches. None is skipped because of an earlier failure: one that is gone refuses at once, one that is
# back is used at once, and a slow one is not taken for gone.
upstream back {
  zone back 64k;
  least_conn;
${each(({ address }) => `  server ${address} max_fails=0;`)}
  keepalive 32;
}
# The same for clients that have lost a server, which stands still, has ended or makes way: it is asked only if the others fail.
${each(
  ({ name: lost }) => `upstream back_without_${lost} {
  zone back_without_${lost} 64k;
  least_conn;
${each(({ name, address }) => `  server ${address} max_fails=0${name === lost ? " backup" : ""};`)}
  keepalive 32;
}`,
)}
map $args $back_elsewhere {
${each(({ name }) => `  "again=${name}" back_without_${name};`)}
  default "";
}
`;
}
