import type { PreviewTexts } from "./types.ts";

export const pt: PreviewTexts = {
  locale: "pt_BR",
  about:
    "Um jogo de tabuleiro de vinte dias, caveiras e dois deuses. Jogue no navegador, com amigos ou com bots.",
  leads: {
    "flower-war":
      "Percorra o anel dos dias, junte caveiras, alimente dois deuses e encontre águia, serpente e flor antes que o mundo acabe.",
    mexica:
      "Flower War como foi criado no começo: as cartas são grátis, e 260 oferendas iniciam o fim do mundo.",
    "space-aztecs":
      "Todos escolhem em segredo uma carta ao mesmo tempo. Construa uma cidade de cartas antes que os discos voadores levem as pessoas.",
    tieqchieq:
      "Uma corrida para dois em um tabuleiro pequeno: jogue as moedas, cruze as pontes e leve seis peças para casa.",
  },
  tableOf: "Mesa de {host}: {game}",
  table: "Uma mesa: {game}",
  invitation: "Um convite para jogar {game}",
  free: "Lugares livres: {free} de {all}.",
  full: "Todos os lugares estão ocupados, você pode assistir.",
  playing: "A partida começou, você pode assistir.",
  seated: "Na mesa: {people}.",
  over: "A partida acabou. Veja como terminou.",
};
