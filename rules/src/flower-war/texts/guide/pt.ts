import type { FlowerWarGuide } from "./en.ts";

/** The guide to Flower War and Mexica in Portuguese. The canon (docs/rules/flower-war.md) decides what it may say. */
export const pt: FlowerWarGuide = {
  options: {
    battleStake: {
      label: "O que vale uma batalha",
      about: "O que quem perde paga a quem vence, antes do que cartas e regras acrescentam.",
      values: { one: "1 caveira", "lower-roll": "o menor dos dois dados" },
    },
    cardCosts: {
      label: "O que custam as cartas",
      about: "O custo é pago no tzompantli onde se joga o turno, então a carta precisa de espaço lá.",
      values: { printed: "as caveiras impressas nelas", free: "nada" },
    },
    apocalypseTrigger: {
      label: "Como o fim começa",
      about: "Contam os discos que estão fora do tabuleiro ao mesmo tempo.",
      values: {
        "1": "com o primeiro disco fora do tabuleiro",
        "2": "com 2 discos fora do tabuleiro",
        "3": "com 3 discos fora do tabuleiro",
        "260": "com 260 oferendas, ou todos os discos fora do tabuleiro",
      },
    },
    countdown: {
      label: "Como o fim é contado",
      about: "A contagem acaba em 13. Turnos extras nunca contam.",
      values: { keeper: "quando quem faz a contagem começa um turno", turns: "no fim de cada turno" },
    },
    discRules: {
      label: "Discos mudam regras no fim",
      about: "Cada disco que desencadeia o fim muda uma regra para todos. Nunca com 260 oferendas.",
      values: { true: "sim, cada um a sua regra", false: "não" },
    },
    rackSize: {
      label: "Caveiras num tzompantli cheio",
      about: "De 4 a 13. Com menos, a partida é mais curta; as outras ficam na reserva.",
      values: {},
    },
    bestTribeWins: {
      label: "Quem vence se o mundo acabar",
      about:
        "Se as oferendas não decidirem, a melhor tribo é a que tem mais signos diferentes; em caso de empate, mais discos, depois mais caveiras e depois mais cartas na mão.",
      values: { true: "a melhor tribo", false: "nenhuma tribo" },
    },
    offeringsDecide: {
      label: "A melhor tribo tem",
      about:
        "Só se a melhor tribo vencer. São oferendas as próprias caveiras que chegam aos deuses desde que o fim começa; em caso de empate contam signos, discos, caveiras e cartas.",
      values: { true: "mais oferendas", false: "mais signos diferentes" },
    },
    offeringsSpent: {
      label: "As oferendas após uma catástrofe",
      about:
        "Cada comparação traz a catástrofe do deus com mais oferendas. Se assim elas se gastam, esse deus recomeça, e inundações e invasões se alternam mais.",
      values: { true: "se gastam", false: "contam até o fim" },
    },
  },
  rules: {
    goal: {
      heading: "Como se vence",
      canon: "9",
      paragraphs: [
        "Tenha os três signos ao mesmo tempo: águia, serpente e flor. Você vence nesse instante, seja de quem for o turno.",
        "A águia é uma carta do baralho de Guerra; a serpente, uma do baralho de Chuva. 13 das 260 cartas de Dia são a flor. Os discos das casas cuauhtli, coatl e xochitl também valem como águia, serpente e flor.",
        "Se o mundo acabar antes, ninguém vence. Isso acontece muito: a vitória é para ser difícil.",
        "Numa partida rápida, ou se o anfitrião escolheu assim, vence então a melhor tribo.",
        "Onde as oferendas decidem, como na partida rápida, é a que deu aos deuses mais caveiras próprias desde que o fim começou; senão, e em caso de empate, a que tem mais signos diferentes, depois mais discos, caveiras e cartas. Se duas continuarem iguais, não há vencedor.",
      ],
    },
    board: {
      heading: "O tabuleiro",
      canon: "2",
      paragraphs: [
        "20 signos dos dias formam um anel, e todos o percorrem no mesmo sentido. Em cada signo há um tzompantli, a estante de caveiras, com 13 delas, ou menos se vocês escolheram uma partida mais curta.",
        "São 360 caveiras. As que não estão nos tzompantlis formam a reserva, no centro. Você começa sem caveiras e sem cartas, cada tribo na sua casa inicial.",
      ],
    },
    turn: {
      heading: "O seu turno",
      canon: "3",
      paragraphs: [
        "Role o dado e ande esse número de casas. Alguns discos e cartas deixam você ir mais longe.",
        "Você chega: pega uma caveira do tzompantli, e pode acontecer mais.",
        "Depois ofereça caveiras aos deuses, quantas quiser, ou faça uma troca com Tonantzin. Em seguida jogue ou descarte cartas, quantas quiser. A primeira carta encerra as suas oferendas neste turno.",
        "Termine o turno. Ele acaba sozinho quando não resta nada que você possa fazer.",
      ],
    },
    landing: {
      heading: "Chegar a uma casa",
      canon: "4",
      paragraphs: [
        "Nesta ordem: você coleta uma caveira; conquista o disco, se era a última; a carta do topo da pilha faz efeito; você paga tributo; batalha contra todos que estiverem lá.",
        "Se o tzompantli estava cheio quando você chegou, no fim você também compra uma carta de Dia.",
        "Se você tem um disco de alcance, depois pode desafiar uma tribo que esteja exatamente a uma casa.",
      ],
    },
    discs: {
      heading: "Os discos do calendário",
      canon: "4, 8",
      paragraphs: [
        "Em cada casa há um disco. Pegue a última caveira do tzompantli e o disco é seu, mesmo que fosse de outra tribo. O tzompantli é reabastecido na hora.",
        "Cada disco dá um bônus: passos mais longos, uma caveira a mais na coleta, +1 na batalha, alcance, ou uma oferenda grátis por turno. Bônus do mesmo tipo se somam até 2 no máximo.",
        "Os outros que chegam a essa casa pagam 1 caveira de tributo a você.",
      ],
    },
    offerings: {
      heading: "Oferendas",
      canon: "6",
      paragraphs: [
        "Dê uma caveira a Huitzilopochtli e compre uma carta de Guerra, ou dê uma a Tlaloc e compre uma carta de Chuva. Se vocês jogam com um Templo Mayor, deixe a caveira cair na fenda dele: é a mesma coisa.",
        "Uma oferenda conta para o seu deus até o fim da partida. As duas somas decidem o que o apocalipse faz.",
        "Ou faça uma troca: uma vez por turno, se você não ofereceu nada, 7 caveiras saem do jogo por uma carta de Dia. Depois disso você não pode mais oferecer neste turno.",
      ],
    },
    cards: {
      heading: "Jogar cartas",
      canon: "7",
      paragraphs: [
        "Cada carta diz quando pode ser jogada: numa batalha, ou no seu turno depois de chegar. Você pode ter quantas quiser, e só você as vê.",
        "O custo é pago em caveiras no tzompantli onde está a tribo da vez, e ele precisa ter espaço. Por isso é difícil jogar cartas num tzompantli cheio. Algumas custam 0.",
        "Cartas jogadas e descartadas ficam na pilha dessa casa. Uma carta que fica vale para quem chega, mas só enquanto está no topo: descarte uma carta para cobri-la.",
      ],
    },
    battle: {
      heading: "Batalhas",
      canon: "5",
      paragraphs: [
        "Quem chega ataca. Cada um rola um dado e soma os seus bônus. Depois, a começar por quem ataca, cada um joga uma carta de batalha ou passa, em alternância, até os dois passarem em seguida.",
        "Vence o total maior, e quem perde paga a aposta: 1 caveira, e mais com algumas cartas. Em caso de empate ninguém paga.",
        "Quem perde sem caveiras entrega uma carta à sua escolha, até um signo. Se também não tem cartas, compra-se uma carta de Dia para quem venceu.",
      ],
    },
    "day-cards": {
      heading: "Cartas de Dia",
      canon: "7",
      paragraphs: [
        "Uma carta de Dia tem um signo e um número de 1 a 13, como no calendário ritual. Ela faz efeito assim que é comprada; com um número mais alto, o efeito é mais forte. No máximo 3 fazem efeito num turno.",
        "Só a flor é guardada, e todos a veem.",
      ],
    },
    apocalypse: {
      heading: "O apocalipse",
      canon: "1, 10",
      paragraphs: [
        "Começa quando um disco sai do tabuleiro: o primeiro, o segundo ou o terceiro, conforme combinado. A tribo em cujo turno isso acontece faz a contagem.",
        "No começo de cada turno de quem faz a contagem, comparam-se as oferendas dos dois deuses. Se forem desiguais, a contagem sobe 1. Se forem iguais, não sobe: o fim é adiado.",
        "Em 12 anuncia-se a última rodada. Em 13 a partida acaba na hora.",
      ],
    },
    catastrophes: {
      heading: "Inundação e invasão",
      canon: "10",
      paragraphs: [
        "Se Tlaloc tem mais oferendas, há uma inundação: não se coleta nada dos tzompantlis e, assim, ninguém conquista discos.",
        "Se Huitzilopochtli tem mais, há uma invasão: depois da coleta, mais uma caveira do tzompantli se perde para sempre. Se ele se esvaziar assim, ninguém conquista o disco.",
        "Cada uma dura até a próxima comparação.",
        "Numa partida rápida, ou se o anfitrião escolheu assim, uma catástrofe gasta as oferendas do seu deus: as próximas comparações contam só as feitas desde então.",
      ],
    },
    "rule-changes": {
      heading: "Os discos mudam as regras",
      canon: "10",
      paragraphs: [
        "Cada disco que desencadeou o apocalipse muda uma regra, para todos e até o fim. Olhe o disco para saber qual.",
      ],
    },
    end: {
      heading: "Como uma partida acaba",
      canon: "9",
      paragraphs: [
        "Alguém tem os três signos; ou só resta uma tribo porque as outras desistiram; ou a contagem se completa; ou passaram 2600 turnos.",
        "Você pode desistir a qualquer momento. As suas caveiras vão para a reserva, as suas cartas para a sua casa e os seus discos voltam ao tabuleiro.",
      ],
    },
    mexica: {
      heading: "Mexica, a primeira versão",
      canon: "1",
      paragraphs: [
        "Mexica é Flower War com estas diferenças.",
        "De 2 a 4 tribos. As cartas não custam nada. Quem perde uma batalha paga o menor dos dois dados.",
        "O apocalipse começa com 260 oferendas ao todo, ou quando os 20 discos estão fora do tabuleiro. A partir do turno seguinte, compara-se e conta-se em todos os turnos, até 13. Nenhum disco muda regras.",
      ],
    },
    fair: {
      heading: "Dados honestos",
      canon: "12",
      paragraphs: [
        "Todo o acaso vem de um segredo que o servidor lacra antes da partida e de uma palavra de cada jogador. Depois da partida, qualquer um pode recalcular cada dado.",
      ],
    },
  },
};
