import { plural } from "../../texts/catalogue.ts";
import type { SpaceAztecsTexts } from "./en.ts";

const VILLAGER = {
  short: "{points} pontos. Menos astecas rosa que todos no fim: −5",
  rule: "{points} pontos, abrigado ou não. No fim, quem tiver menos astecas rosa na cidade perde 5 pontos.",
};

/** Space Aztecs in Portuguese. The canon (docs/rules/space-aztecs.md) decides what the texts may say. */
export const pt: SpaceAztecsTexts = {
  language: "pt",
  game: {
    name: "Space Aztecs",
    about:
      "Todos jogam em segredo 1 carta por vez: erga uma cidade, abrigue o seu povo e cuidado com os discos voadores.",
  },
  seats: {
    "0": "Lugar 1",
    "1": "Lugar 2",
    "2": "Lugar 3",
    "3": "Lugar 4",
    "4": "Lugar 5",
    "5": "Lugar 6",
  },
  shapes: {
    "0": "círculo vermelho",
    "1": "losango preto",
    "2": "quadrado azul",
    "3": "estrela violeta",
    "4": "hexágono verde",
    "5": "triângulo amarelo",
  },
  sets: {
    P: {
      name: "rosa",
      plural: "rosa",
      temple: "Templo rosa",
      saucer: "Disco rosa",
      about: "Aldeões e Animais: pontos fixos, mas quem tem menos perde 5.",
    },
    Y: {
      name: "amarelo",
      plural: "amarelos",
      temple: "Templo amarelo",
      saucer: "Disco amarelo",
      about: "Guerreiros: quanto mais de um tipo numa cidade, mais vale cada um.",
    },
    B: {
      name: "azul",
      plural: "azuis",
      temple: "Templo azul",
      saucer: "Disco azul",
      about: "Superiores: cada Sacerdote precisa de um Alienígena; os Nobres dão pontos fixos.",
    },
    G: {
      name: "verde",
      plural: "verdes",
      temple: "Templo verde",
      saucer: "Disco verde",
      about: "Os Agentes abrigam outros enquanto estão à vista; os Arquivistas valem mais abrigados.",
    },
  },
  places: {
    Lake: "Lago",
    Market: "Mercado",
    Garden: "Jardim",
    "Ball Court": "Campo de bola",
    Quarry: "Pedreira",
    Forest: "Floresta",
    Volcano: "Vulcão",
    Causeway: "Travessia",
  },
  cards: {
    P01: { name: "Coelho", ...VILLAGER },
    P02: { name: "Codorna", ...VILLAGER },
    P03: { name: "Cachorro", ...VILLAGER },
    P04: { name: "Peru", ...VILLAGER },
    P05: { name: "Garça", ...VILLAGER },
    P06: { name: "Pescador", ...VILLAGER },
    P07: { name: "Ceramista", ...VILLAGER },
    P08: { name: "Tecelã", ...VILLAGER },
    P09: { name: "Camponês", ...VILLAGER },
    P10: { name: "Curandeira", ...VILLAGER },
    serpent: {
      name: "Guerreiro serpente",
      short: "1, 5, 11 ou 20 pontos por ter de 1 a 4",
      rule: "Todos os Guerreiros serpente da sua cidade juntos, abrigados ou não, valem 1, 5, 11 ou 20 pontos se forem 1, 2, 3 ou 4.",
    },
    jaguar: {
      name: "Guerreiro jaguar",
      short: "2, 7 ou 15 pontos por ter de 1 a 3",
      rule: "Todos os Guerreiros jaguar da sua cidade juntos, abrigados ou não, valem 2, 7 ou 15 pontos se forem 1, 2 ou 3.",
    },
    eagle: {
      name: "Guerreiro águia",
      short: "3, 9 ou 18 pontos por ter de 1 a 3",
      rule: "Todos os Guerreiros águia da sua cidade juntos, abrigados ou não, valem 3, 9 ou 18 pontos se forem 1, 2 ou 3.",
    },
    alien: {
      name: "Alienígena",
      short: "{points} pontos, ou faz um Sacerdote valer 10",
      rule: "{points} pontos, abrigado ou não. No fim, cada Sacerdote da sua cidade fica com 1 Alienígena, primeiro os de menos pontos: o par vale 10, e os pontos do Alienígena se perdem.",
    },
    priest: {
      name: "Sacerdote",
      short: "10 pontos com um Alienígena; senão, 0",
      rule: "No fim, cada Sacerdote da sua cidade fica com 1 Alienígena da sua cidade, abrigado ou não, primeiro os de menos pontos. Um par vale 10 pontos. Um Sacerdote sem Alienígena vale 0.",
    },
    B04: { name: "Nobre, a Dama", short: "{points} pontos", rule: "{points} pontos, abrigado ou não." },
    B07: { name: "Nobre, o Governante", short: "{points} pontos", rule: "{points} pontos, abrigado ou não." },
    archivist: {
      name: "Arquivista",
      short: "{points} pontos, e mais {sheltered} se abrigado",
      rule: "{points} pontos, e mais {sheltered} se no fim estiver sob um Templo.",
    },
    "special-agent": {
      name: "Agente especial",
      short: "{points} pontos. À vista, abriga os astecas que você jogar depois",
      rule: "{points} pontos, abrigado ou não. Enquanto está à vista na sua cidade, cada asteca que você joga pode ir na hora para baixo de um Templo do conjunto dele que você tenha. Um Templo ou Disco verde acaba com isso.",
    },
    "very-special-agent": {
      name: "Agente muito especial",
      short: "{points} pontos. À vista, abriga os astecas que você jogar depois",
      rule: "{points} pontos, abrigado ou não. Enquanto está à vista na sua cidade, cada asteca que você joga pode ir na hora para baixo de um Templo do conjunto dele que você tenha. Um Templo ou Disco verde acaba com isso.",
    },
    temple: {
      name: "Templo",
      short: "Abriga dos Discos todos os seus astecas {set} à vista",
      rule: "Todos os astecas {set} à vista da sua cidade vão para baixo dele, queira você ou não; os que estão sob um Templo anterior ficam lá. Sem nenhum, ele fica vazio. Abrigados, estão a salvo dos Discos. Os que você jogar depois só entram com a ajuda de um Agente.",
    },
    saucer: {
      name: "Disco voador",
      short: "Leva de cada rival 1 dos astecas {set} à vista: 1 ponto",
      rule: "Leva 1 dos astecas {set} à vista de cada uma das outras cidades; onde houver vários, você escolhe. Cartas ainda não reveladas estão a salvo, e as abrigadas também. Cada carta sob o Disco vale 1 ponto para você. A sua cidade não é atingida.",
    },
    C1: {
      name: "Códice da Aurora",
      short: "2 por asteca ou Templo antes das 12:00, no máximo 8",
      rule: "No fim: 2 pontos por asteca e Templo da sua cidade com horário anterior às 12:00, no máximo 8.",
    },
    C2: {
      name: "Códice do Crepúsculo",
      short: "2 por asteca ou Templo das 12:00 em diante, no máximo 8",
      rule: "No fim: 2 pontos por asteca e Templo da sua cidade com horário das 12:00 em diante, no máximo 8.",
    },
    C3: {
      name: "Códice da Pedra",
      short: "2 por Templo da sua cidade, no máximo 8",
      rule: "No fim: 2 pontos por Templo da sua cidade, no máximo 8.",
    },
    C4: {
      name: "Códice do Abrigo",
      short: "2 por asteca abrigado, no máximo 8",
      rule: "No fim: 2 pontos por asteca abrigado da sua cidade, no máximo 8.",
    },
    C5: {
      name: "Códice do Céu Aberto",
      short: "2 por asteca à vista, no máximo 8",
      rule: "No fim: 2 pontos por asteca à vista da sua cidade, no máximo 8.",
    },
    C6: {
      name: "Códice dos Povos",
      short: "2 por conjunto da sua cidade, no máximo 8",
      rule: "No fim: 2 pontos por conjunto do qual a sua cidade tenha um asteca ou um Templo, no máximo 8.",
    },
    C7: {
      name: "Códice da Linhagem",
      short: "2 por asteca ou Templo do seu maior conjunto, no máximo 8",
      rule: "No fim: 2 pontos por asteca e Templo do conjunto do qual a sua cidade mais tiver, no máximo 8.",
    },
    C8: {
      name: "Códice dos Escribas",
      short: "2 por Códice que você jogou, no máximo 8",
      rule: "No fim: 2 pontos por Códice que você jogou, incluindo este, no máximo 8.",
    },
  },
  kinds: { aztec: "Asteca", temple: "Templo", saucer: "Disco", codex: "Códice" },
  cardAtTime: "{time} {card}",
  cardOf: "{card} de {whom}",
  scores: {
    codices: { name: "Códices", about: "Os pontos dos seus Códices." },
    aztecs: { name: "Astecas", about: "Os astecas da sua cidade, à vista e abrigados." },
    fewest: { name: "Menos rosa", about: "−5 por ter menos astecas rosa que todos, também com empate." },
    saucers: { name: "Discos", about: "1 ponto por carta sob os seus Discos." },
    total: { name: "Total", about: "Vence quem tem mais pontos." },
    survivors: {
      name: "Sobreviventes",
      about: "Os astecas da sua cidade. Eles decidem se os totais forem iguais.",
    },
  },
  things: {
    pile: {
      name: "Monte",
      about: "As cartas de um local, viradas para baixo. Você só as vê enquanto está com elas: memorize.",
    },
    place: { name: "Local", about: "Um dos 8 em volta do relógio de sol. Só dá nome a um monte." },
    time: {
      name: "Horário",
      about: "Cada carta tem o seu. O mais cedo da rodada fica com o marcador e joga primeiro.",
    },
    token: {
      name: "Marcador",
      about: "Quem o tem joga primeiro nesta rodada e pega um monte primeiro na próxima.",
    },
    visible: {
      name: "Astecas à vista",
      about: "Um Disco do conjunto deles pode levá-los; um Templo do conjunto deles os abriga.",
    },
    covered: { name: "Astecas abrigados", about: "Estão sob um Templo, a salvo." },
    saucer: { name: "Disco", about: "Leva de cada rival 1 asteca à vista do conjunto dele." },
    "saucer-limit": {
      name: "Discos até o fim",
      about: "Com 7 Discos jogados (9 com 5 ou 6 jogadores), a partida acaba depois dessa rodada.",
    },
    codex: { name: "Códice", about: "No fim, dá 2 pontos por cada coisa de um tipo, no máximo 8." },
    box: { name: "Caixa", about: "As cartas que não são jogadas nesta partida." },
  },
  conditions: {
    running: { met: "A partida está em andamento.", unmet: "A partida acabou." },
    seated: { met: "Você tem um lugar.", unmet: "Você não tem lugar nesta partida, ou desistiu." },
    taking: { met: "Os montes estão sendo pegos.", unmet: "Os montes são pegos no começo da rodada." },
    "your-turn": { met: "É a sua vez de pegar.", unmet: "Antes pega {who}." },
    "place-free": { met: "Ninguém está com o monte.", unmet: "{who} está com o monte." },
    "place-not-empty": { met: "Há cartas no monte.", unmet: "O monte está vazio." },
    choosing: {
      met: "As cartas estão sendo escolhidas.",
      unmet: "Escolhe-se quando todos têm um monte.",
    },
    "not-chosen": { met: "Você ainda não escolheu.", unmet: "Você já escolheu, e é definitivo." },
    "card-held": { met: "Está no monte que você tem.", unmet: "Não está no monte que você tem." },
  },
  decisions: {
    take: { you: "Pegue um monte.", other: "{who} pega um monte." },
    choose: { you: "Escolha uma carta do seu monte.", other: "{who} escolhe uma carta." },
    shelter: { you: "Abrigue o seu asteca ou deixe-o à vista.", other: "{who} pode abrigar um asteca." },
    abduct: { you: "Escolha quem o seu Disco leva.", other: "{who} escolhe quem o Disco leva." },
  },
  commands: {
    take: {
      button: "Pegar {place}",
      does: plural("cards", "{cards} [carta|cartas]. Só você [a|as] vê."),
    },
    choose: {
      button: "Jogar {card}",
      does: "Virada para baixo e definitiva. Primeiro só se diz o horário: {time}.",
    },
    "shelter-covered": { button: "Pôr sob o Templo", does: "Fica a salvo dos Discos." },
    "shelter-visible": {
      button: "Deixar à vista",
      does: "Um Disco pode levá-lo; um Templo posterior pode abrigá-lo.",
    },
    abduct: { button: "Levar {cards}", does: "Cada carta vale 1 ponto para você." },
    concede: {
      button: "Desistir",
      does: "Você deixa a partida de vez e fica em último. A sua cidade fica, mas não participa mais.",
    },
  },
  refusals: {
    malformed: { plain: "O jogo não conhece esse comando." },
    "match-over": { plain: "A partida acabou." },
    "not-seated": { plain: "Você não tem lugar nesta partida, ou desistiu." },
    "not-your-decision": { plain: "Agora quem decide é outra pessoa." },
    "wrong-phase": { plain: "Isso não é possível agora: o jogo espera outra coisa de você." },
    "already-chosen": { plain: "Você já escolheu, e é definitivo." },
    "no-such-place": { plain: "Esse local não existe." },
    "place-held": {
      plain: "Alguém está com o monte desse local.",
      exact: "{who} está com o monte: {place}.",
    },
    "place-empty": { plain: "Não restam cartas nesse local.", exact: "Não restam cartas: {place}." },
    "card-not-held": { plain: "Essa carta não está no monte que você tem." },
    "bad-targets": {
      plain: "Escolha um asteca à vista do conjunto do Disco em cada cidade que tiver vários.",
    },
  },
  events: {
    "round-began": "Começa uma nova rodada.",
    "choosing-began": "Todos têm um monte e escolhem uma carta dele.",
    "outcome-piles": "Dois montes estão vazios: a partida acabou.",
    "outcome-saucers": "Já vieram Discos suficientes: a partida acabou.",
    "outcome-last-seat": "Todos os outros desistiram: a partida acabou.",
    "winners-shared": "{names} dividem a vitória.",
    "pile-taken": { you: "Você pega um monte: {place}.", other: "{who} pega um monte: {place}." },
    "card-chosen": { you: "Você escolheu.", other: "{who} escolheu." },
    "card-chosen-known": { you: "Você escolheu: {card}.", other: "{who} escolheu: {card}." },
    "time-told": { you: "O seu horário: {time}.", other: "{who}: {time}." },
    "token-taken": {
      you: "O seu horário é o mais cedo: você fica com o marcador e joga primeiro.",
      other: "O horário de {who} é o mais cedo: {who} fica com o marcador e joga primeiro.",
    },
    "card-turned-up": { you: "Você revela {card}.", other: "{who} revela {card}." },
    "codex-laid": { you: "Você guarda {card} até o fim.", other: "{who} guarda {card} até o fim." },
    "temple-built": { you: "O seu {temple} abriga {cards}.", other: "O {temple} de {who} abriga {cards}." },
    "temple-empty": {
      you: "O seu {temple} não abriga ninguém.",
      other: "O {temple} de {who} não abriga ninguém.",
    },
    "aztec-settled": {
      you: "{card} se instala na sua cidade.",
      other: "{card} se instala na cidade de {who}.",
    },
    "aztec-sheltered": {
      you: "{card} vai para baixo do seu {temple}.",
      other: "{card} vai para baixo do {temple} de {who}.",
    },
    "saucer-empty": {
      you: "O seu {saucer} não leva ninguém.",
      other: "O {saucer} de {who} não leva ninguém.",
    },
    conceded: { you: "Você desiste.", other: "{who} desiste." },
    winner: {
      you: plural("points", "Você vence com {points} [ponto|pontos]."),
      other: plural("points", "{who} vence com {points} [ponto|pontos]."),
    },
    scored: {
      you: plural("points", "Você tem {points} [ponto|pontos]."),
      other: plural("points", "{who} tem {points} [ponto|pontos]."),
    },
    abducted: {
      you: "O seu {saucer} leva {card} de {whom}.",
      toYou: "O {saucer} de {who} leva {card} de você.",
      other: "O {saucer} de {who} leva {card} de {whom}.",
    },
  },
  outcomes: {
    piles: "Dois montes vazios",
    saucers: "Os discos voadores vieram",
    "last-seat": "Todos os outros desistiram",
  },
};
