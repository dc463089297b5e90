import type { TieqchieqGuide } from "./en.ts";

/** The guide to Tıeqchıeq in Portuguese. The canon (docs/rules/tieqchieq.md) decides what it may say. */
export const pt: TieqchieqGuide = {
  options: {
    first: {
      label: "Quem começa",
      about: "As duas cores têm as mesmas chances.",
      values: { random: "uma moeda decide", red: "Vermelho", yellow: "Amarelo" },
    },
  },
  rules: {
    goal: {
      heading: "Como se vence",
      canon: "1, 9",
      paragraphs: ["Leve as 6 peças da sua cor à chegada, ao seu X. Vence quem conseguir primeiro."],
    },
    board: {
      heading: "O tabuleiro",
      canon: "3",
      paragraphs: [
        "Cada cor percorre o seu próprio caminho de 14 casas, do ponto ao X. As duas andam no mesmo sentido, então as peças se perseguem.",
        "7 casas são dos dois caminhos. É nelas que as peças se encontram.",
      ],
    },
    turn: {
      heading: "O seu turno",
      canon: "5, 6",
      paragraphs: [
        "Lance 4 moedas. O resultado é quantas caem com a face para cima; com um 0 o seu turno termina.",
        "Ponha uma peça em jogo ou mova uma, até onde o resultado der. Se alguma peça pode agir, uma delas tem de agir. Em cada casa só cabe uma peça sua; pode-se passar por cima de peças.",
        "Uma peça não pode usar um resultado que passe da chegada.",
      ],
    },
    prices: {
      heading: "Quanto custam as casas",
      canon: "3, 6",
      paragraphs: [
        "Entrar numa casa custa 1 do resultado. Uma casa de território inimigo custa 3, mesmo que você só passe por ela.",
        "Se o que resta do resultado não paga a próxima casa, a peça para e o resto se perde.",
      ],
    },
    battle: {
      heading: "Batalhas",
      canon: "8",
      paragraphs: [
        "Se você chega a uma peça inimiga, lançam-se duas moedas, cada uma com um lado vermelho e um amarelo. Se as duas mostram a cor de quem defende, quem defende vence; senão, vence quem ataca: 3 em 4.",
        "A peça que perde volta à sua reserva e pode entrar de novo.",
      ],
    },
    squares: {
      heading: "Cruz, anel e sol",
      canon: "7",
      paragraphs: [
        "Numa cruz da sua cor, você pode avançar na hora mais 1 casa, se ela custar 1 e estiver livre para você.",
        "Num anel ou no sol, você joga outro turno, com qualquer peça. No sol, uma peça está a salvo de batalhas.",
      ],
    },
    end: {
      heading: "Como uma partida acaba",
      canon: "9",
      paragraphs: [
        "Com 6 peças na chegada. Se uma partida chegasse a 1000 lançamentos, o que nunca acontece, venceria quem estivesse à frente.",
        "Você pode desistir a qualquer momento, também no turno do rival. Ele vence na hora.",
      ],
    },
  },
};
