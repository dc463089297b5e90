import type { SpaceAztecsGuide } from "./en.ts";

/** The guide to Space Aztecs in Portuguese. The canon (docs/rules/space-aztecs.md) decides what it may say. */
export const pt: SpaceAztecsGuide = {
  options: {
    removedSet: {
      label: "Conjunto que fica na caixa",
      about: "Com 2 a 4 jogadores, um conjunto fica na caixa. Com mais, jogam-se os 4.",
      values: {
        random: "um ao acaso",
        P: "rosa: Aldeões e Animais",
        Y: "amarelo: Guerreiros",
        B: "azul: Superiores",
        G: "verde: Agentes",
      },
    },
    codex: {
      label: "Códices",
      about: "8 cartas que pontuam o que uma cidade tem. Com crianças, podem ficar na caixa.",
      values: { true: "em jogo", false: "na caixa" },
    },
  },
  rules: {
    goal: {
      heading: "Como se vence",
      canon: "7, 8",
      paragraphs: [
        "Erga a cidade com mais pontos: astecas que sobrevivem, Códices e cartas que os seus Discos levaram.",
      ],
    },
    round: {
      heading: "Uma rodada",
      canon: "5",
      paragraphs: [
        "8 montes ficam em volta do relógio de sol. Na sua vez, cada um pega um e olha. Depois todos escolhem em segredo 1 carta e devolvem o resto.",
        "Quando todos escolheram, dizem-se os horários das cartas. Então as cartas são jogadas uma após a outra.",
      ],
    },
    order: {
      heading: "Quem joga primeiro",
      canon: "5",
      paragraphs: [
        "O horário mais cedo fica com o marcador. O dono dele joga primeiro, depois os outros em sentido horário, sejam quais forem os horários. Com o marcador também se pega um monte primeiro na próxima rodada.",
      ],
    },
    temples: {
      heading: "Templos",
      canon: "6",
      paragraphs: [
        "Um Templo abriga todos os astecas à vista do seu conjunto na sua cidade. Sob ele estão a salvo dos Discos. Astecas que chegam depois ficam à vista, a não ser que um Agente ajude.",
      ],
    },
    saucers: {
      heading: "Discos voadores",
      canon: "6",
      paragraphs: [
        "Um Disco leva 1 asteca à vista do seu conjunto de cada uma das outras cidades. Onde houver vários, o dono do Disco escolhe. Cada carta sob ele vale 1 ponto no fim.",
        "Cartas ainda não reveladas estão a salvo: por isso importa quem joga primeiro.",
      ],
    },
    agents: {
      heading: "Agentes",
      canon: "6",
      paragraphs: [
        "Enquanto um Agente especial ou muito especial está à vista na sua cidade, cada asteca que você joga pode ir na hora para baixo de um Templo do conjunto dele. O Agente precisa ter chegado antes.",
      ],
    },
    codices: {
      heading: "Códices",
      canon: "2, 8",
      paragraphs: [
        "Um Códice pontua no fim: 2 pontos por cada coisa de um tipo na sua cidade, no máximo 8. Só contam astecas e Templos, não os Discos nem as cartas sob eles.",
      ],
    },
    sets: {
      heading: "Os quatro conjuntos",
      canon: "2, 8",
      paragraphs: [
        "Rosa: pontos fixos. Mas, no fim, quem tem menos astecas rosa perde 5 pontos, e todos os que empatarem também.",
        "Amarelo: os Guerreiros valem mais quanto mais você tem de um tipo.",
        "Azul: um Sacerdote vale 10 com um Alienígena e 0 sem ele. Os Nobres dão pontos fixos.",
        "Verde: os Agentes abrigam outros; os Arquivistas valem mais abrigados.",
        "Com 2 a 4 jogadores, um conjunto fica na caixa.",
      ],
    },
    end: {
      heading: "Como uma partida acaba",
      canon: "7, 8",
      paragraphs: [
        "Depois de uma rodada em que 2 ou mais montes ficam vazios, ou quando vieram 7 Discos (9 com 5 ou 6 jogadores). Uma rodada sempre vai até o fim.",
        "Vence quem tem mais pontos. Em caso de empate, decide quem tem mais astecas na cidade; se também forem iguais, a vitória é dividida.",
        "Você pode desistir a qualquer momento. A sua cidade fica como está, mas não participa mais, e você fica em último. Se só restar um jogador, ele vence.",
      ],
    },
    memory: {
      heading: "Memorize",
      canon: "9",
      paragraphs: [
        "Você só vê um monte enquanto está com ele, e o jogo nunca o mostra de novo. Lembrar o que está onde é metade da partida.",
      ],
    },
  },
};
