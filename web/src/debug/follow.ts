/*
 * A script in every page of a server with `--debug`. It reloads the page when a game has changed, and adds a link from a match to its debug page. It is an
 * entry of its own, so that players' pages do not contain it.
 */

/** ms between two looks. */
const PACE = 1_000;

let known: string | null = null;

async function look(): Promise<void> {
  const answer = await fetch("/api/debug").catch(() => null);
  // It is started again.
  if (answer === null || answer.status >= 500) return void setTimeout(() => void look(), PACE);
  // On another machine there is none.
  if (!answer.ok) return;
  const modules = await answer.text();
  if (known !== null && modules !== known) location.reload();
  known = modules;
  setTimeout(() => void look(), PACE);
  showLink();
}

const link = document.createElement("a");
link.textContent = "Debug";
link.target = "_blank";
// A look of its own: the page's style sheets have none for it.
Object.assign(link.style, {
  position: "fixed",
  insetBlockStart: "0.3rem",
  insetInlineStart: "30%",
  zIndex: "9",
  padding: "0.2rem 0.6rem",
  borderRadius: "0.4rem",
  background: "#222",
  color: "#fff",
  font: "700 0.8rem sans-serif",
});

function showLink(): void {
  const [, match] = /^\/matches\/([\w-]+)$/.exec(location.pathname) ?? [];
  if (match === undefined) return link.remove();
  link.href = `/debug/matches/${match}`;
  if (!link.isConnected) document.body.append(link);
}

void look();
