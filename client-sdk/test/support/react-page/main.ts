/* A user's page with React: it opens the list of matches and a match at the server in its address, and shows what the hooks return. */
import { createElement as h, StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { FlowerWar, type Match } from "../../../src/index.ts";
import { useLobby, useMatch } from "../../../src/react.ts";

const url = new URLSearchParams(location.search).get("server") ?? "";
const host = new FlowerWar(url, { name: "Citlali" });

function Page() {
  const [match, setMatch] = useState<Match<"flower-war"> | null>(null);
  const [isOpen, setOpen] = useState(true);
  const create = async () => setMatch(await host.create({ game: "flower-war", seats: 2, bots: 1 }));
  return h(
    "main",
    null,
    h("button", { id: "create", onClick: () => void create() }),
    h("button", { id: "close", onClick: () => setOpen(false) }),
    isOpen ? h(Lobby) : null,
    h(Table, { match }),
  );
}

function Lobby() {
  const [free, setFree] = useState(1);
  const { connection, matches, total, refusal } = useLobby(host, { game: "flower-war", free });
  const names = matches.map(({ host: name }) => name).join();
  return h(
    "p",
    { id: "lobby", onClick: () => setFree(6) },
    `${connection} ${total} [${names}] ${refusal?.code ?? "-"}`,
  );
}

function Table({ match }: { readonly match: Match<"flower-war"> | null }) {
  const shown = useMatch(match);
  if (match === null || shown === null) return h("p", { id: "match" }, "none");
  const { connection, status, seats, view, legal, awaiting } = shown;
  const roll = legal.find(({ type }) => type === "roll");
  return h(
    "p",
    {
      id: "match",
      onClick: () => void (roll && match.send(roll)),
      onDoubleClick: () => void match.leave(),
    },
    [
      connection,
      status,
      seats.length,
      `turn ${view?.table.turn.number ?? 0}`,
      `rolled ${view?.table.turn.dice.length ?? 0}`,
      `awaits ${awaiting.length}`,
      roll ? "can roll" : "cannot roll",
      legal.length > 0 ? "has commands" : "no commands",
    ].join(", "),
  );
}

createRoot(document.body.appendChild(document.createElement("div"))).render(h(StrictMode, null, h(Page)));
