import type { TieqchieqTexts } from "./en.ts";

/** Tıeqchıeq in Portuguese. The canon (docs/rules/tieqchieq.md) decides what the texts may say. */
export const pt: TieqchieqTexts = {
  language: "pt",
  game: {
    name: "Tıeqchıeq",
    about: "Uma corrida para dois com moedas: leve 6 peças à chegada, passando pela outra cor.",
  },
  seats: {
    red: { name: "Vermelho", about: "Começa abaixo de a1 e termina em b2." },
    yellow: { name: "Amarelo", about: "Começa acima de e5 e termina em d4." },
  },
  shapes: { red: "peça redonda", yellow: "triângulo" },
  sides: { red: "vermelho", yellow: "amarelo" },
  places: {
    plain: { name: "Casa", about: "Entrar nela custa 1." },
    "territory-own": { name: "Seu território", about: "Entrar custa 1 para você e 3 para a outra cor." },
    "territory-enemy": { name: "Território inimigo", about: "Entrar custa 3 para você." },
    plus: { name: "Cruz", about: "Se chegar aqui, você pode avançar mais 1 casa." },
    "plus-other": { name: "Cruz da outra cor", about: "Não faz nada para você. Entrar custa 1." },
    ring: { name: "Anel", about: "Se chegar aqui, seja qual for a sua cor, você joga outro turno." },
    sun: {
      name: "Sol",
      about: "Se chegar aqui, você joga outro turno. Uma peça no sol não pode ser atacada.",
    },
    dot: { name: "Largada", about: "Daqui saem as peças da reserva." },
    home: { name: "Chegada", about: "O X. É preciso o número exato: com 6 peças na chegada, vence-se." },
  },
  things: {
    reserve: { name: "Reserva", about: "Peças que não estão no tabuleiro. Elas podem entrar." },
    roll: {
      name: "Resultado",
      about: "De 0 a 4. O mais provável é um 2: 6 em 16. Um 0 encerra o seu turno.",
    },
    price: {
      name: "Preço",
      about: "Cada casa em que se entra custa 1 do resultado; o território inimigo, 3. O que sobra se perde.",
    },
    battle: {
      name: "Batalha",
      about: "Se chegar a uma peça inimiga, 2 moedas decidem. Quem ataca vence 3 em 4.",
    },
  },
  conditions: {
    running: { met: "A partida está em andamento.", unmet: "A partida acabou." },
    seated: { met: "Você tem um lugar.", unmet: "Você não tem lugar nesta partida." },
    "your-turn": { met: "É a sua vez.", unmet: "É a vez de {who}." },
    "not-tossed": { met: "É hora de lançar as moedas.", unmet: "Você já lançou." },
    tossed: { met: "Você já lançou.", unmet: "Antes lance as moedas." },
    "plus-answered": {
      met: "Nenhuma peça espera numa cruz.",
      unmet: "Uma peça espera numa cruz: siga ou fique.",
    },
    "on-plus": { met: "Uma peça sua está numa cruz.", unmet: "Nenhuma peça espera numa cruz." },
    "token-in-reserve": { met: "Você tem uma peça na reserva.", unmet: "Você não tem peças na reserva." },
    "token-there": { met: "A sua peça está em {square}.", unmet: "Você não tem peça em {square}." },
    price: {
      met: "A próxima casa custa {cost} dos {roll}.",
      unmet: "A próxima casa custa {cost}, e o resultado é {roll}.",
    },
    "not-beyond-home": {
      met: "O resultado não passa da chegada.",
      unmet: "Faltam {left} até a chegada: um {roll} passa dela.",
    },
    "no-own-token": {
      met: "Você não tem peça em {square}.",
      unmet: "Terminaria em {square}, onde já há uma peça sua.",
    },
    "no-token-on-sun": {
      met: "A peça em {square} pode ser atacada.",
      unmet: "Terminaria no sol, onde uma peça inimiga está a salvo.",
    },
  },
  decisions: {
    toss: { you: "Lance as moedas.", other: "{who} vai lançar." },
    act: { you: "Ponha uma peça em jogo ou mova uma.", other: "{who} escolhe uma peça." },
    plus: { you: "Avance mais 1 casa ou fique.", other: "{who} pode avançar mais 1 casa." },
  },
  commands: {
    toss: { button: "Lançar", does: "4 moedas dizem quanto você anda." },
    introduce: { button: "Entrar em {to}", does: "{landing}" },
    move: { button: "Mover {from} a {to}", does: "{landing}" },
    "plus-step": { button: "Seguir a {to}", does: "{landing}" },
    "plus-stay": { button: "Ficar em {square}", does: "O seu turno termina." },
    concede: { button: "Desistir", does: "Você deixa a partida e perde na hora." },
  },
  landings: {
    plain: "Chega a {to}, e o seu turno termina.",
    plus: "Chega a uma cruz: pode avançar mais 1 casa.",
    ring: "Chega a um anel: você joga outro turno.",
    sun: "Chega ao sol: lá está a salvo, e você joga outro turno.",
    home: "Alcança a chegada.",
    battle: "Batalha por {to}: você vence 3 em 4, e a peça que perde volta à sua reserva.",
  },
  refusals: {
    malformed: { plain: "O jogo não conhece esse comando." },
    "match-over": { plain: "A partida acabou." },
    "not-seated": { plain: "Você não tem lugar nesta partida." },
    "not-your-decision": { plain: "Não é a sua vez.", exact: "É a vez de {who}." },
    "wrong-phase": { plain: "Isso não é possível agora: o jogo espera outra coisa de você." },
    "no-token": { plain: "Você não tem peça lá." },
    "no-move": {
      plain: "O resultado não alcança a próxima casa, ou passa da chegada.",
      exact: "Um {roll} não alcança a próxima casa, ou passa da chegada.",
    },
    blocked: { plain: "Lá há uma peça sua, ou uma que o sol protege." },
  },
  events: {
    tossed: { you: "Você tira um {roll}.", other: "{who} tira um {roll}." },
    "tossed-nothing": {
      you: "Você tira um 0: o seu turno termina.",
      other: "{who} tira um 0: o turno termina.",
    },
    "tossed-in-vain": {
      you: "Você tira um {roll}, mas nenhuma peça pode usá-lo: o seu turno termina.",
      other: "{who} tira um {roll}, mas nenhuma peça pode usá-lo: o turno termina.",
    },
    introduced: { you: "Você põe uma peça em {to}.", other: "{who} põe uma peça em {to}." },
    moved: { you: "Você move de {from} a {to}.", other: "{who} move de {from} a {to}." },
    "came-home": {
      you: "A sua peça em {from} alcança a chegada.",
      other: "A peça de {who} em {from} alcança a chegada.",
    },
    "plus-reached": {
      you: "Você pode avançar mais 1 casa a partir de {at}.",
      other: "{who} pode avançar mais 1 casa a partir de {at}.",
    },
    stayed: { you: "Você fica em {at}.", other: "{who} fica em {at}." },
    "turn-began": { you: "Começa o seu turno.", other: "Começa o turno de {who}." },
    "extra-turn-began": { you: "Você joga outro turno.", other: "{who} joga outro turno." },
    conceded: { you: "Você desiste.", other: "{who} desiste." },
    "battle-won": {
      you: "Você ataca {whom} em {square}. As moedas mostram {coins}: você vence.",
      toYou: "{who} ataca você em {square}. As moedas mostram {coins}: a sua peça volta à reserva.",
      other: "{who} ataca {whom} em {square}. As moedas mostram {coins}: vence {who}.",
    },
    "battle-lost": {
      you: "Você ataca {whom} em {square}. As moedas mostram {coins}: a sua peça volta à reserva.",
      toYou: "{who} ataca você em {square}. As moedas mostram {coins}: você resiste.",
      other: "{who} ataca {whom} em {square}. As moedas mostram {coins}: {whom} resiste.",
    },
    "outcome-home": {
      you: "Todas as suas peças estão na chegada: você vence. {whom} tem {home}.",
      toYou: "Todas as peças de {who} estão na chegada: vence {who}. Você tem {home}.",
      other: "Todas as peças de {who} estão na chegada: vence {who}. {whom} tem {home}.",
    },
    "outcome-last-seat": {
      you: "{whom} desistiu: você vence.",
      toYou: "Você desistiu: vence {who}.",
      other: "{whom} desistiu: vence {who}.",
    },
    "outcome-tosses": {
      you: "Acabaram os 1000 lançamentos e você está à frente de {whom}: você vence.",
      toYou: "Acabaram os 1000 lançamentos e {who} está à sua frente: vence {who}.",
      other: "Acabaram os 1000 lançamentos e {who} está à frente de {whom}: vence {who}.",
    },
    "outcome-draw": "Acabaram os 1000 lançamentos, e ninguém está à frente.",
  },
  outcomes: {
    home: "Todas as peças na chegada",
    "last-seat": "O rival desistiu",
    tosses: "1000 lançamentos",
  },
};
