import { plural } from "../../texts/catalogue.ts";
import type { FlowerWarTexts } from "./en.ts";

/** Flower War and Mexica in Portuguese. The canon (docs/rules/flower-war.md) decides what the texts may say. */
export const pt: FlowerWarTexts = {
  language: "pt",
  games: {
    "flower-war": {
      name: "Flower War",
      about:
        "Junte caveiras, entregue-as a dois deuses ciumentos e reúna três signos antes que o mundo acabe.",
    },
    mexica: {
      name: "Mexica",
      about:
        "A primeira versão de Flower War: cartas grátis, batalhas mais caras e um fim que chega com as oferendas.",
    },
  },
  seats: {
    east: { name: "Leste", about: "Começa em 20 xochitl. É a primeira tribo na ordem de turno." },
    north: { name: "Norte", about: "Começa em 5 coatl." },
    south: { name: "Sul", about: "Começa em 15 cuauhtli." },
    topan: { name: "Topan", about: "As alturas. Começa em 3 calli." },
    mictlan: { name: "Mictlan", about: "As profundezas. Começa em 13 acatl." },
    west: { name: "Oeste", about: "Começa em 10 itzcuintli. É a última tribo na ordem de turno." },
  },
  shapes: {
    east: "círculo vermelho",
    north: "losango preto",
    south: "quadrado azul",
    topan: "estrela violeta",
    mictlan: "hexágono verde",
    west: "triângulo amarelo",
  },
  gods: {
    huitzilopochtli: {
      name: "Huitzilopochtli",
      about:
        "Deus da guerra e do sol. Uma caveira para ele dá uma carta de Guerra. Se ele tiver mais, vem a invasão.",
    },
    tlaloc: {
      name: "Tlaloc",
      about: "Deus da chuva. Uma caveira para ele dá uma carta de Chuva. Se ele tiver mais, vem a inundação.",
    },
  },
  signs: { eagle: "águia", serpent: "serpente", flower: "flor" },
  decks: {
    war: {
      name: "Guerra",
      card: "carta de Guerra",
      about: "40 cartas para as batalhas; uma delas é a águia.",
    },
    rain: {
      name: "Chuva",
      card: "carta de Chuva",
      about: "40 cartas para o seu turno; uma delas é a serpente.",
    },
    day: {
      name: "Dia",
      card: "carta de Dia",
      about: "260 cartas que fazem efeito ao serem compradas; 13 são a flor.",
    },
  },
  meanings: {
    cipactli: "crocodilo",
    ehecatl: "vento",
    calli: "casa",
    cuetzpalin: "lagarto",
    coatl: "serpente",
    miquiztli: "morte",
    mazatl: "veado",
    tochtli: "coelho",
    atl: "água",
    itzcuintli: "cachorro",
    ozomahtli: "macaco",
    malinalli: "capim",
    acatl: "junco",
    ocelotl: "jaguar",
    cuauhtli: "águia",
    cozcacuauhtli: "abutre",
    olin: "movimento",
    tecpatl: "sílex",
    quiahuitl: "chuva",
    xochitl: "flor",
  },
  spaceNotes: {
    rack: { by: "rack", one: "Resta {rack} caveira.", other: "Restam {rack} caveiras." },
    "rack-full": "O tzompantli está cheio: quem coleta aqui também compra uma carta de Dia.",
    "rack-empty":
      "O tzompantli está vazio. Ele é reabastecido quando alguém chega aqui e há caveiras disponíveis.",
    "last-skull": "Quem coleta a última caveira conquista o disco.",
    "disc-on-board": "O disco está no tabuleiro.",
    "top-card": { by: "height", one: "No topo: {card}.", other: "No topo de {height} cartas: {card}." },
    "reached-by": "Com um {roll} você chega aqui.",
    flooded: "Inundação: aqui não se coleta nada.",
    invaded: "Invasão: quando alguém coleta aqui, perde-se mais uma caveira do tzompantli.",
  },
  discHeld: {
    you: "O disco é seu: os outros pagam tributo a você aqui.",
    other: "{who} tem o disco e cobra tributo aqui.",
  },
  discs: {
    earned:
      "Colete você a última caveira do tzompantli da casa e conquiste o disco: do tabuleiro ou de quem o conquistou antes. Depois o tzompantli é reabastecido.",
    tribute: "Cada rival que chega à casa do disco paga 1 caveira a você, se tiver.",
    sign: "Também é um signo: {sign}.",
    bonuses: {
      movement: {
        short: "Ande 1 casa a mais",
        rule: "Você pode aumentar em 1 cada uma das suas rolagens de movimento. Esses discos se somam, até 2 no máximo.",
      },
      collect: {
        short: "Colete 1 a mais",
        rule: "Você pega 1 caveira a mais ao coletar, se o tzompantli tiver. Esses discos se somam, até 2 no máximo.",
      },
      attack: {
        short: "+1 ao atacar",
        rule: "O seu total na batalha sobe 1 quando você ataca. Esses discos se somam, até 2 no máximo.",
      },
      defense: {
        short: "+1 ao defender",
        rule: "O seu total na batalha sobe 1 quando você defende. Esses discos se somam, até 2 no máximo.",
      },
      range: {
        short: "Desafie a 1 casa de distância",
        rule: "Ao chegar, depois das batalhas na sua casa, você pode desafiar uma tribo que esteja exatamente 1 casa à frente ou atrás de você.",
      },
      "free-tlaloc": {
        short: "A primeira oferenda a Tlaloc é grátis",
        rule: "A caveira da sua primeira oferenda a Tlaloc em cada turno vem da reserva, se houver.",
      },
      "free-huitzilopochtli": {
        short: "A primeira oferenda a Huitzilopochtli é grátis",
        rule: "A caveira da sua primeira oferenda a Huitzilopochtli em cada turno vem da reserva, se houver.",
      },
      "free-first": {
        short: "A primeira oferenda é grátis",
        rule: "A caveira da sua primeira oferenda em cada turno, a qualquer dos deuses, vem da reserva, se houver.",
      },
    },
    changes: {
      cipactli: "Ao coletar, pega-se 1 caveira a mais.",
      ehecatl: "Cada rolagem de movimento conta 1 a mais.",
      calli: "Quem defende tem +1.",
      cuetzpalin: "Todos andam no sentido contrário, com rolagens e com cartas.",
      coatl: "As cartas de Chuva não custam nada.",
      miquiztli: "Quem perde uma batalha perde também 1 caveira para sempre, se ainda tiver.",
      mazatl: "Para andar, role dois dados e use o que quiser.",
      tochtli: "O tributo é de 2 caveiras, ou o que você tiver.",
      atl: "Cada oferenda a Tlaloc conta em dobro.",
      itzcuintli: "Quem começa o turno sem caveiras pega 1 da reserva.",
      ozomahtli: "Em caso de empate, vence quem ataca.",
      malinalli: "As cartas custam 1 a mais, mesmo as de 0.",
      acatl: "Todos podem desafiar a 1 casa de distância.",
      ocelotl: "Quem ataca tem +1.",
      cuauhtli: "As cartas de Guerra não custam nada.",
      cozcacuauhtli: "Quem vence uma batalha também pega 1 caveira da reserva.",
      olin: "Depois da coleta, 1 caveira do tzompantli volta à reserva. Se ele se esvaziar assim, ninguém conquista o disco.",
      tecpatl: "A aposta das batalhas sobe 1.",
      quiahuitl:
        "Sempre que a primeira tribo da ordem começa um turno, cada tzompantli que não está cheio ganha 1 caveira da reserva.",
      xochitl: "A troca com Tonantzin custa 4 caveiras.",
    },
  },
  times: {
    battle: { short: "Batalha", rule: "Numa batalha sua, quando for a hora de jogar uma carta ou passar." },
    "battle-attacking": {
      short: "Batalha, ao atacar",
      rule: "Numa batalha em que você ataca, quando for a hora de jogar uma carta ou passar.",
    },
    "battle-defending": {
      short: "Batalha, ao defender",
      rule: "Numa batalha em que você defende, quando for a hora de jogar uma carta ou passar.",
    },
    turn: {
      short: "Seu turno",
      rule: "No seu turno, depois de chegar. A sua primeira carta encerra as suas oferendas.",
    },
    "turn-lingers": {
      short: "Seu turno, fica",
      rule: "No seu turno, depois de chegar. A sua primeira carta encerra as suas oferendas. Ela vale enquanto estiver no topo da pilha.",
    },
    sign: { short: "Signo", rule: "Nunca é jogado nem descartado: conta enquanto estiver com você." },
    day: { short: "Ao comprar", rule: "Faz efeito assim que é comprada e nunca fica na mão." },
  },
  cost: {
    free: "Não custa nada.",
    paid: plural(
      "cost",
      "{cost} [caveira, paga|caveiras, pagas] no tzompantli da casa da tribo da vez. É preciso que ele tenha espaço para [ela|elas].",
    ),
  },
  copies: "{copies} num baralho de {cards}",
  lingering:
    "Uma carta que fica na casa só vale enquanto está no topo da pilha e quem a jogou continua na partida.",
  cards: {
    eagle: {
      name: "Águia",
      about: "A ave que mostrou onde fundar a cidade",
      short: "Um dos três signos que dão a vitória",
      rule: "Você tem a águia enquanto esta carta estiver na sua mão. Ela não pode ser jogada nem descartada. Pode ser perdida: paga por uma batalha perdida, levada por um cativo ou descartada por malinalli se você só tiver signos.",
    },
    macuahuitl: {
      name: "Macuahuitl",
      hyphenated: "Macua\u00adhuitl",
      about: "Uma espada de madeira com fios de obsidiana",
      short: "+1 no seu total",
      rule: "O seu total nesta batalha sobe 1.",
    },
    "obsidian-edge": {
      name: "Lâmina de obsidiana",
      hyphenated: "Lâmina de obsi\u00addiana",
      about: "Uma lâmina de vidro vulcânico",
      short: "+2 no seu total",
      rule: "O seu total nesta batalha sobe 2.",
    },
    "eagle-knight": {
      name: "Guerreiro águia",
      hyphenated: "Guer\u00adreiro águia",
      about: "Um guerreiro coberto de penas, a elite do exército",
      short: "+3 no seu total",
      rule: "O seu total nesta batalha sobe 3.",
    },
    "jaguar-knight": {
      name: "Guerreiro jaguar",
      hyphenated: "Guer\u00adreiro jaguar",
      about: "Um guerreiro com pele de jaguar",
      short: "+2 no seu total, e a aposta sobe 1",
      rule: "O seu total nesta batalha sobe 2. Quem perder, seja quem for, paga 1 caveira a mais.",
    },
    atlatl: {
      name: "Atlatl",
      about: "Um lançador de dardos",
      short: "+2 no seu total",
      rule: "O seu total nesta batalha sobe 2. Só quem ataca pode jogá-la.",
    },
    chimalli: {
      name: "Chimalli",
      hyphenated: "Chimal\u00adli",
      about: "Um escudo de junco e penas",
      short: "+2 no seu total",
      rule: "O seu total nesta batalha sobe 2. Só quem defende pode jogá-la.",
    },
    "war-drum": {
      name: "Tambor de guerra",
      about: "O tambor que chama para a batalha",
      short: "A aposta sobe 2",
      rule: "Quem perder esta batalha, seja quem for, paga 2 caveiras a mais, até onde tiver.",
    },
    captive: {
      name: "Cativo",
      about: "Um prisioneiro, que vale mais que um inimigo morto",
      short: "Se vencer, pegue uma carta ao acaso de quem perder",
      rule: "Se vencer esta batalha, depois da aposta você pega 1 carta ao acaso da mão de quem perdeu. Pode ser um signo.",
    },
    "feathered-retreat": {
      name: "Retirada emplumada",
      hyphenated: "Retirada emplu\u00admada",
      about: "Uma saída com honra",
      short: "A batalha termina e ninguém paga",
      rule: "A batalha termina na hora. Ninguém venceu nem perdeu, e ninguém paga. Os custos já pagos não voltam. A névoa não pode detê-la.",
    },
    omen: {
      name: "Presságio",
      hyphenated: "Pressá\u00adgio",
      about: "Um cometa sobre o lago",
      short: "Role o seu dado de novo: vale a nova rolagem",
      rule: "Você rola o seu dado de novo e vale a nova rolagem, maior ou menor. Se a aposta for o dado menor, ela conta aí também.",
    },
    ambush: {
      name: "Emboscada",
      hyphenated: "Embos\u00adcada",
      about: "Guerreiros escondidos entre os juncos",
      short: "O próximo rival a chegar paga 1 caveira a você",
      rule: "Fica nesta casa. O próximo rival a chegar paga 1 caveira a você, se tiver. Com isso a emboscada se esgota, paga ou não.",
    },
    xochiyaoyotl: {
      name: "Xochiyaoyotl",
      hyphenated: "Xochi\u00adyaoyotl",
      about: "A guerra florida: uma batalha com hora marcada",
      short: "Batalhe contra qualquer rival, onde quer que esteja",
      rule: "Escolha um rival que esteja na partida. Você o ataca na hora, por mais longe que esteja. Ninguém se move.",
    },
    serpent: {
      name: "Serpente",
      about: "A serpente no bico da águia",
      short: "Um dos três signos que dão a vitória",
      rule: "Você tem a serpente enquanto esta carta estiver na sua mão. Ela não pode ser jogada nem descartada. Pode ser perdida: paga por uma batalha perdida, levada por um cativo ou descartada por malinalli se você só tiver signos.",
    },
    "tlalocs-tears": {
      name: "Lágrimas de Tlaloc",
      about: "Chuva sobre os campos",
      short: "Quem chegar pega 1 caveira da reserva",
      rule: "Fica nesta casa. Toda tribo que chega aqui pega 1 caveira da reserva, a sua também, enquanto houver.",
    },
    chinampa: {
      name: "Chinampa",
      hyphenated: "Chinam\u00adpa",
      about: "Uma horta que flutua no lago",
      short: "Quando você chegar, pegue 2 caveiras da reserva",
      rule: "Fica nesta casa. Sempre que você chega aqui, pega 2 caveiras da reserva, ou as que restarem.",
    },
    "spring-rain": {
      name: "Chuva de primavera",
      hyphenated: "Chuva de prima\u00advera",
      about: "A primeira chuva do ano",
      short: "Pegue 2 caveiras da reserva",
      rule: "Você pega 2 caveiras da reserva, ou as que restarem.",
    },
    downpour: {
      name: "Aguaceiro",
      hyphenated: "Agua\u00adceiro",
      about: "Um temporal sobre um só lugar",
      short: "Até 4 caveiras vão da reserva para este tzompantli",
      rule: "Depois que você paga, até 4 caveiras vão da reserva para o tzompantli da sua casa, quantas couberem.",
    },
    drought: {
      name: "Seca",
      about: "Terra rachada",
      short: "O próximo rival a chegar não coleta nada",
      rule: "Fica nesta casa. O próximo rival a chegar não coleta nada aqui; assim não conquista o disco nem compra carta de Dia por um tzompantli cheio. Com isso a seca se esgota.",
    },
    canoe: {
      name: "Canoa",
      about: "Um tronco escavado sobre o lago",
      short: "A sua próxima rolagem de movimento pode aumentar em até 3",
      rule: "Você pode aumentar em até 3 a sua próxima rolagem de movimento. As canoas se somam.",
    },
    causeway: {
      name: "Travessia",
      hyphenated: "Traves\u00adsia",
      about: "Uma estrada sobre a água",
      short: "Vá a qualquer casa e chegue lá",
      rule: "Escolha uma casa, até a sua própria. Você vai até lá e chega: coleta, paga tributo e batalha contra quem estiver lá.",
    },
    "offering-bowl": {
      name: "Vaso de oferendas",
      hyphenated: "Vaso de oferen\u00addas",
      about: "Um vaso de pedra para os deuses",
      short: "A reserva oferece até 3 caveiras ao deus que você escolher",
      rule: "Escolha um deus. Até 3 caveiras da reserva viram oferendas a esse deus. Você não compra cartas por elas.",
    },
    chalchiuhtlicue: {
      name: "Chalchiuhtlicue",
      hyphenated: "Chal\u00adchiuh\u00adtlicue",
      about: "Deusa dos rios, a da saia de jade",
      short: "Cada rival com mais caveiras que você paga 1 a você",
      rule: "Depois que você paga, conte uma vez: cada rival que então tiver mais caveiras que você paga 1 a você.",
    },
    mist: {
      name: "Névoa",
      about: "Neblina sobre o campo de batalha",
      short: "A última carta de batalha do seu rival perde o efeito",
      rule: "A última carta que o seu rival jogou nesta batalha perde o efeito; o custo dela não volta. Se era outra névoa, a carta que ela tinha detido volta a valer. É preciso haver uma carta que ainda tenha efeito.",
    },
    tlaloque: {
      name: "Tlaloque",
      hyphenated: "Tlalo\u00adque",
      about: "Os ajudantes de Tlaloc, que derramam a chuva",
      short: "Compre uma carta de Guerra e uma de Dia, que faz efeito",
      rule: "Você compra 1 carta de Guerra para a mão e depois 1 carta de Dia, que faz efeito na hora.",
    },
  },
  dayCards: {
    cipactli: {
      short: plural("skulls", "Pegue {skulls} [caveira|caveiras] da reserva"),
      rule: plural(
        "skulls",
        "Você pega {skulls} [caveira|caveiras] da reserva, [se houver|ou as que restarem].",
      ),
    },
    ehecatl: {
      short: plural("steps", "Avance {steps} [casa|casas] e chegue lá"),
      rule: plural("steps", "Você avança {steps} [casa|casas], no sentido atual do movimento, e chega lá."),
    },
    calli: {
      short: plural("skulls", "Chegue à sua casa inicial e pegue {skulls} [caveira|caveiras] da reserva"),
      rule: plural(
        "skulls",
        "Você vai à sua casa inicial e chega lá. Depois pega {skulls} [caveira|caveiras] da reserva.",
      ),
    },
    cuetzpalin: {
      short: plural("steps", "Volte {steps} [casa|casas] e chegue lá"),
      rule: plural(
        "steps",
        "Você volta {steps} [casa|casas], contra o sentido atual do movimento, e chega lá.",
      ),
    },
    coatl: {
      short: plural("cards", "Compre {cards} [carta|cartas] de Chuva"),
      rule: plural("cards", "Você compra {cards} [carta|cartas] de Chuva para a mão."),
    },
    miquiztli: {
      short: plural("skulls", "Perca {skulls} [caveira|caveiras] para sempre"),
      rule: {
        by: "skulls",
        one: "{skulls} caveira sua sai do jogo, se você tiver.",
        other: "{skulls} caveiras suas saem do jogo, até onde você tiver.",
      },
    },
    mazatl: {
      short: "Jogue um turno extra",
      rule: "Você joga um turno extra depois deste. Num turno extra não dá para ganhar outro. Turnos extras não contam para o apocalipse.",
    },
    tochtli: {
      short: "Pague 1 caveira a cada rival, enquanto tiver",
      rule: "Você paga 1 caveira a cada rival, na ordem de turno, enquanto tiver.",
    },
    atl: {
      short: plural("skulls", "{skulls} [caveira sua vai|caveiras suas vão] para Tlaloc"),
      rule: {
        by: "skulls",
        one: "{skulls} caveira sua vira oferenda a Tlaloc, se você tiver. Você não compra carta por ela.",
        other:
          "{skulls} caveiras suas viram oferendas a Tlaloc, até onde você tiver. Você não compra cartas por elas.",
      },
    },
    itzcuintli: {
      short: plural(
        "skulls",
        "Vá ao início de {home}: {skulls} [caveira|caveiras], ou {double} se vencer lá",
      ),
      rule: plural(
        "skulls",
        "Você vai à casa inicial de {home} e chega lá. Depois pega {skulls} [caveira|caveiras] da reserva, ou {double} se venceu uma batalha nessa chegada.",
      ),
    },
    ozomahtli: {
      short: plural("skulls", "Escolha rival e deus: ele oferece {skulls} [caveira|caveiras]"),
      rule: {
        by: "skulls",
        one: "Escolha um rival e um deus. {skulls} caveira desse rival vira oferenda a esse deus, se ele tiver. Não se compra carta por ela.",
        other:
          "Escolha um rival e um deus. {skulls} caveiras desse rival viram oferendas a esse deus, até onde ele tiver. Não se compram cartas por elas.",
      },
    },
    malinalli: {
      short: "Escolha um rival: ele descarta uma carta à escolha dele",
      rule: "Escolha um rival. Ele descarta uma carta à escolha dele, se tiver. Só abre mão de um signo se não tiver outra coisa.",
    },
    acatl: {
      short: "Compre outra carta de Dia, que também faz efeito",
      rule: "Você compra outra carta de Dia, que faz efeito na hora. Num turno, no máximo 3 cartas de Dia fazem efeito.",
    },
    ocelotl: {
      short: "Batalhe contra o rival mais próximo à frente",
      rule: "Você ataca o rival mais próximo à frente; antes de todos, quem estiver na sua casa. Se houver vários numa casa, o primeiro na ordem de turno. Ninguém se move.",
    },
    cuauhtli: {
      short: plural("cards", "Compre {cards} [carta|cartas] de Guerra"),
      rule: plural("cards", "Você compra {cards} [carta|cartas] de Guerra para a mão."),
    },
    cozcacuauhtli: {
      short: plural("skulls", "Escolha um rival: pague {skulls} [caveira|caveiras] a ele"),
      rule: plural(
        "skulls",
        "Escolha um rival. Você paga {skulls} [caveira|caveiras] a ele, [se tiver|até onde tiver].",
      ),
    },
    olin: {
      short: "Batalhe contra {home}, ou contra o rival mais próximo à frente",
      rule: "Você ataca {home}, onde quer que esteja. Se for a sua tribo, ou se ninguém jogar com ela, você ataca o rival mais próximo à frente. Ninguém se move.",
    },
    tecpatl: {
      short: plural("skulls", "{skulls} [caveira sua vai|caveiras suas vão] para Huitzilopochtli"),
      rule: {
        by: "skulls",
        one: "{skulls} caveira sua vira oferenda a Huitzilopochtli, se você tiver. Você não compra carta por ela.",
        other:
          "{skulls} caveiras suas viram oferendas a Huitzilopochtli, até onde você tiver. Você não compra cartas por elas.",
      },
    },
    quiahuitl: {
      short: "Pegue 1 caveira da reserva",
      rule: "Você pega 1 caveira da reserva, se houver.",
    },
    "quiahuitl-13": {
      short: "Você recebe uma cópia do disco da sua casa",
      rule: "Você recebe uma cópia do disco da casa onde está, com o bônus, o tributo e o signo dele. Uma cópia nunca desencadeia o apocalipse.",
    },
    xochitl: {
      short: "O signo da flor: guarde-a",
      rule: "Você guarda a carta: é a flor, um dos três signos. Todos veem que você a tem. Não pode ser jogada nem descartada. Pode ser perdida: paga por uma batalha perdida, levada por um cativo ou descartada por malinalli se você só tiver signos.",
    },
  },
  things: {
    supply: {
      name: "Reserva",
      about: "As caveiras do centro. As cartas dão caveiras dela, e ela reabastece os tzompantlis vazios.",
    },
    removed: {
      name: "Fora do jogo",
      about: "Caveiras perdidas para sempre: trocas, a morte e a invasão as levam.",
    },
    lake: {
      name: "Lago",
      about:
        "Onde ficam as caveiras oferecidas, uma metade para cada deus. Se a reserva acabar, os tzompantlis são reabastecidos daqui.",
    },
    "war-deck": {
      name: "Baralho de Guerra",
      about: "40 cartas, compradas com uma oferenda a Huitzilopochtli. Uma delas é a águia.",
    },
    "rain-deck": {
      name: "Baralho de Chuva",
      about: "40 cartas, compradas com uma oferenda a Tlaloc. Uma delas é a serpente.",
    },
    "day-deck": {
      name: "Baralho de Dia",
      about:
        "260 cartas: 20 signos com os números de 1 a 13. Fazem efeito ao serem compradas. As 13 flores são guardadas.",
    },
    canoe: {
      name: "Canoa",
      about: "A sua próxima rolagem de movimento pode aumentar em até 3 para cada canoa.",
    },
    signs: {
      name: "Três signos",
      about:
        "Águia, serpente e flor, como cartas ou como os discos de cuauhtli, coatl e xochitl. Com os três, você vence.",
    },
    trade: {
      name: "Troca com Tonantzin",
      about:
        "7 caveiras saem do jogo e você compra uma carta de Dia. Uma vez por turno, e nunca num turno com oferenda.",
    },
    apocalypse: {
      name: "Apocalipse",
      about: "A contagem até o fim do mundo. Em 13 a partida acaba.",
    },
    forestalled: {
      name: "Adiado",
      about:
        "As oferendas estavam iguais: a contagem não sobe, e não há inundação nem invasão até a próxima comparação.",
    },
    "best-tribe": {
      name: "A melhor tribo",
      about:
        "Se o mundo acabar, vence a tribo com mais signos diferentes; depois contam discos, caveiras e cartas.",
    },
    "end-offerings": {
      name: "Oferendas desde que o fim começou",
      about:
        "Se o mundo acabar, vence a tribo com mais oferendas desde que o fim começou; depois contam signos, discos, caveiras e cartas.",
    },
    spent: {
      name: "Gastas",
      about: "Uma catástrofe gasta as oferendas do seu deus.",
    },
    "last-round": {
      name: "Última rodada",
      about: "A contagem está em 12. A próxima comparação desigual encerra a partida.",
    },
    flood: {
      name: "Inundação",
      about: "Tlaloc tinha mais oferendas: não se coleta nada dos tzompantlis, e ninguém conquista discos.",
    },
    invasion: {
      name: "Invasão",
      about:
        "Huitzilopochtli tinha mais oferendas: depois da coleta, perde-se para sempre mais uma caveira do tzompantli.",
    },
  },
  conditions: {
    running: { met: "A partida está em andamento.", unmet: "A partida acabou." },
    seated: { met: "Você tem um lugar.", unmet: "Você não tem lugar nesta partida, ou desistiu." },
    "not-a-sign": {
      met: "Não é um signo.",
      unmet: "Um signo nunca é jogado nem descartado: conta enquanto estiver com você.",
    },
    "not-a-day-card": {
      met: "Não é uma carta de Dia.",
      unmet: "As cartas de Dia fazem efeito ao serem compradas.",
    },
    "in-battle": { met: "Você está numa batalha.", unmet: "Você não está numa batalha." },
    attacking: { met: "É você quem ataca.", unmet: "Não é você quem ataca." },
    defending: { met: "É você quem defende.", unmet: "Não é você quem defende." },
    "your-turn": { met: "É a sua vez.", unmet: "É a vez de {who}." },
    "your-answer": { met: "É a sua vez de jogar uma carta.", unmet: "Antes decide {who}." },
    "after-landing": {
      met: "Você já chegou e não há mais nada pendente.",
      unmet: "Antes você precisa rolar, chegar e resolver o que vier daí.",
    },
    "before-cards": {
      met: "Você ainda não jogou nem descartou cartas neste turno.",
      unmet: "Você já jogou ou descartou uma carta neste turno: isso encerrou as suas oferendas.",
    },
    "card-to-stop": {
      met: "A última carta do seu rival tem efeito.",
      unmet: "O seu rival não tem uma última carta com efeito.",
    },
    "not-traded": { met: "Você não fez troca neste turno.", unmet: "Você já fez uma troca neste turno." },
    "not-offered": {
      met: "Você não ofereceu nada neste turno.",
      unmet: "Você já fez uma oferenda neste turno.",
    },
    "skull-to-offer": {
      met: "Você tem uma caveira para {god}.",
      unmet: "Você não tem caveira para {god} nem oferenda grátis.",
    },
    skulls: {
      met: "Você pode pagar: custa {cost} das suas {skulls}.",
      unmet: plural("cost", "Custa {cost} [caveira|caveiras]: você tem {skulls}."),
    },
    room: {
      met: "Há espaço no tzompantli de {space}: cabem {room}.",
      unmet: "Não há espaço no tzompantli de {space} para um custo de {cost}: cabem {room}.",
    },
  },
  targets: {
    seat: "Escolha contra quem batalhar.",
    god: "Escolha um deus.",
    space: "Escolha a que casa ir.",
  },
  decisions: {
    roll: { you: "Role o dado.", other: "{who} vai rolar o dado." },
    move: { you: "Escolha quanto andar.", other: "{who} escolhe quanto andar." },
    battle: {
      you: "Jogue uma carta de batalha ou passe.",
      other: "{who} joga uma carta de batalha ou passa.",
    },
    pay: {
      you: "Você perdeu e não tem caveiras: entregue uma carta.",
      other: "{who} entrega uma carta pela batalha perdida.",
    },
    challenge: {
      you: "Desafie uma tribo vizinha ou passe.",
      other: "{who} pode desafiar uma tribo vizinha.",
    },
    choose: { you: "Escolha quem {card} afeta.", other: "{who} escolhe quem {card} afeta." },
    discard: { you: "Descarte uma carta.", other: "{who} descarta uma carta." },
    sacrifice: {
      you: "Ofereça caveiras, faça uma troca, jogue cartas ou termine o turno.",
      other: "{who} pode fazer oferendas, trocar e jogar cartas.",
    },
    cards: { you: "Jogue ou descarte cartas, ou termine o turno.", other: "{who} pode jogar cartas." },
  },
  commands: {
    roll: { button: "Rolar", does: "Você anda o que sair no dado e chega." },
    move: {
      button: plural("steps", "Andar {steps} [casa|casas]"),
      does: "Você chega a {space}.",
    },
    challenge: { button: "Desafiar {whom}", does: "Você ataca {whom} a uma casa de distância." },
    "play-battle-card": { button: "Jogar {card}", does: "{does}." },
    pass: { button: "Passar", does: "Quando os dois passam em seguida, a batalha se resolve." },
    "pass-challenge": { button: "Não desafiar", does: "A chegada continua sem desafio." },
    "pay-card": { button: "Entregar {card}", does: "Vai para a mão de quem venceu." },
    "discard-card": { button: "Descartar {card}", does: "Fica na pilha, sem efeito." },
    choose: { button: "Escolher {whom}", does: "{does}." },
    "choose-god": { button: "{whom}, a {god}", does: "{whom} oferece a {god}." },
    sacrifice: { button: "Oferecer a {god}", does: "1 caveira sua, e você compra uma {deck}." },
    "sacrifice-free": {
      button: "Oferecer a {god}",
      does: "1 caveira da reserva, e você compra uma {deck}.",
    },
    trade: {
      button: "Trocar com Tonantzin",
      does: plural(
        "cost",
        "{cost} [caveira sai|caveiras saem] do jogo, e você compra uma carta de Dia. Depois disso, sem oferendas neste turno.",
      ),
    },
    "play-card": { button: "Jogar {card}", does: "{does}." },
    "play-card-seat": { button: "Jogar {card} contra {whom}", does: "Você ataca {whom} na hora." },
    "play-card-god": { button: "Jogar {card} para {god}", does: "As caveiras vão para {god}." },
    "play-card-space": { button: "Jogar {card} para {space}", does: "Você vai a {space} e chega lá." },
    discard: { button: "Descartar {card}", does: "Cobre a carta de baixo e não faz mais nada. É grátis." },
    "end-turn": { button: "Terminar turno", does: "Começa a próxima tribo." },
    concede: {
      button: "Desistir",
      does: "Você deixa a partida de vez. As suas caveiras voltam à reserva, e os seus discos, ao tabuleiro.",
    },
  },
  refusals: {
    malformed: { plain: "O jogo não conhece esse comando." },
    "match-over": { plain: "A partida acabou." },
    "not-seated": { plain: "Você não tem lugar nesta partida, ou desistiu." },
    "not-your-decision": { plain: "Agora quem decide é outra tribo.", exact: "Agora quem decide é {who}." },
    "wrong-phase": { plain: "Isso não é possível agora: o jogo espera outra coisa de você." },
    "not-in-hand": { plain: "Você não tem essa carta." },
    "not-playable-now": {
      plain: "Essa carta não pode ser jogada agora.",
      exact: "{card} não pode ser jogada agora.",
    },
    "bad-target": { plain: "Escolha um rival que esteja em jogo e ao seu alcance." },
    "bad-steps": {
      plain: "Com esta rolagem você não pode ir tão longe.",
      exact: "Com esta rolagem você pode andar {open} casas.",
    },
    "already-traded": { plain: "Você já fez uma troca neste turno: sem oferendas e sem outra troca." },
    "already-sacrificed": { plain: "Você já fez uma oferenda neste turno, por isso não pode trocar." },
    "no-skulls": { plain: "Você não tem nenhuma caveira para oferecer." },
    "not-enough-skulls": {
      plain: "Você não tem caveiras suficientes.",
      exact: plural("cost", "Custa {cost} [caveira|caveiras]: você tem {skulls}."),
    },
    "space-full": {
      plain: "O tzompantli não tem espaço para o custo da carta.",
      exact: "No tzompantli de {space} cabem {room}, e a carta custa {cost}.",
    },
  },
  events: {
    "ticked-flood": "A contagem sobe para {count} de 13. Inundação: não se coleta nada dos tzompantlis.",
    "ticked-invasion":
      "A contagem sobe para {count} de 13. Invasão: a cada coleta perde-se mais uma caveira do tzompantli.",
    "last-round": "Esta é a última rodada.",
    forestalled: "As oferendas dos deuses estão iguais: a contagem não sobe e não há catástrofe.",
    rained: {
      by: "racks",
      one: "Chove: {racks} tzompantli ganha uma caveira da reserva.",
      other: "Chove: {racks} tzompantlis ganham uma caveira cada um da reserva.",
    },
    shaken: "A terra treme: 1 caveira de {space} volta à reserva.",
    invaded: "A invasão tira do jogo 1 caveira de {space}.",
    "triggered-by-discs": plural("count", "O apocalipse começa, com [o disco|os discos] de {discs}."),
    "triggered-by-offerings": "O apocalipse começa, com as oferendas aos deuses.",
    "rule-changes": "Uma nova regra para todos. {change}",
    "every-turn-counts": "A partir do próximo turno, todos os turnos contam.",
    "ruling-flood": "Tlaloc tem mais: inundação.",
    "ruling-invasion": "Huitzilopochtli tem mais: invasão.",
    "ruling-none": "Os deuses têm o mesmo: ainda não há catástrofe.",
    refilled: plural(
      "skulls",
      "O tzompantli de {space} é reabastecido com {skulls} [caveira|caveiras] da reserva.",
    ),
    "refilled-lake": "O tzompantli de {space} é reabastecido: {skulls} da reserva, {lake} do lago.",
    "refilled-lake-only": plural(
      "lake",
      "O tzompantli de {space} é reabastecido com {lake} [caveira|caveiras] do lago.",
    ),
    "top-card-acted": "A carta do topo de {space} faz efeito: {card}.",
    "top-card-spent": "A carta do topo de {space} faz efeito e se esgota: {card}.",
    "battle-ended": "A batalha acabou.",
    reshuffled: plural(
      "cards",
      "O baralho de {pile} é embaralhado de novo: {cards} [carta|cartas] das pilhas.",
    ),
    "offered-from-supply": "1 caveira da reserva vira oferenda a {god}.",
    "rack-filled": plural(
      "skulls",
      "{skulls} [caveira|caveiras] da reserva [vai|vão] para o tzompantli de {space}.",
    ),
    "outcome-apocalypse": "O mundo acaba sem vencedor.",
    "outcome-out-of-days": "Não restam mais dias, e ninguém venceu.",
    "turn-began": { you: "Começa o seu turno.", other: "Começa o turno de {who}." },
    "extra-turn-began": { you: "Começa o seu turno extra.", other: "Começa o turno extra de {who}." },
    rolled: { you: "Você tira um {dice}.", other: "{who} tira um {dice}." },
    "rolled-two": {
      you: "Você tira {dice}: use o que quiser.",
      other: "{who} tira {dice} e pode usar qualquer um.",
    },
    moved: {
      you: plural("steps", "Você anda {steps} [casa|casas] até {space}."),
      other: plural("steps", "{who} anda {steps} [casa|casas] até {space}."),
    },
    "moved-by-card": { you: "Você vai a {space}.", other: "{who} vai a {space}." },
    "moved-only": {
      you: "Você vai a {space}. Depois de 5 chegadas num turno, nada acontece lá.",
      other: "{who} vai a {space}. Depois de 5 chegadas num turno, nada acontece lá.",
    },
    collected: {
      you: plural("skulls", "Você coleta {skulls} [caveira|caveiras] de {space}."),
      other: plural("skulls", "{who} coleta {skulls} [caveira|caveiras] de {space}."),
    },
    "disc-earned": { you: "Você conquista o disco de {disc}.", other: "{who} conquista o disco de {disc}." },
    "disc-taken": {
      you: "Você conquista o disco de {disc}, que era de {whom}.",
      toYou: "{who} conquista o disco de {disc}, que era seu.",
      other: "{who} conquista o disco de {disc}, que era de {whom}.",
    },
    keeper: {
      you: "Você faz a contagem: a comparação vem no começo dos seus turnos.",
      other: "{who} faz a contagem: a comparação vem no começo dos seus turnos.",
    },
    passed: { you: "Você passa.", other: "{who} passa." },
    "card-played": {
      you: plural("cost", "Você joga {card} por {cost} [caveira|caveiras]."),
      other: plural("cost", "{who} joga {card} por {cost} [caveira|caveiras]."),
    },
    "card-played-free": { you: "Você joga {card}.", other: "{who} joga {card}." },
    "omen-rolled": { you: "A sua nova rolagem é {roll}.", other: "A nova rolagem de {who} é {roll}." },
    "card-drawn": { you: "Você compra uma {deck}.", other: "{who} compra uma {deck}." },
    "card-drawn-known": { you: "Você compra uma {deck}: {card}.", other: "{who} compra uma {deck}: {card}." },
    "day-card-drawn": {
      you: "Você compra a carta de Dia {card}: “{does}”.",
      other: "{who} compra a carta de Dia {card}: “{does}”.",
    },
    "day-card-kept": {
      you: "Você compra {card} e fica com a flor.",
      other: "{who} compra {card} e fica com a flor.",
    },
    "day-card-idle": {
      you: "Você compra a carta de Dia {card}. Ela não faz efeito: 3 já fizeram neste turno.",
      other: "{who} compra a carta de Dia {card}. Ela não faz efeito: 3 já fizeram neste turno.",
    },
    "skulls-taken": {
      you: plural("skulls", "Você pega {skulls} [caveira|caveiras] da reserva."),
      other: plural("skulls", "{who} pega {skulls} [caveira|caveiras] da reserva."),
    },
    "skulls-lost": {
      you: plural("skulls", "Você perde {skulls} [caveira|caveiras] para sempre."),
      other: plural("skulls", "{who} perde {skulls} [caveira|caveiras] para sempre."),
    },
    offered: {
      you: "Por causa de uma carta, você oferece 1 caveira a {god}.",
      other: "Por causa de uma carta, {who} oferece 1 caveira a {god}.",
    },
    "extra-turn-won": { you: "Você terá um turno extra.", other: "{who} terá um turno extra." },
    "canoe-launched": {
      you: "Você põe uma canoa na água para a sua próxima rolagem.",
      other: "{who} põe uma canoa na água para a próxima rolagem.",
    },
    "copy-received": {
      you: "Você recebe uma cópia do disco de {disc}.",
      other: "{who} recebe uma cópia do disco de {disc}.",
    },
    sacrificed: { you: "Você oferece uma caveira a {god}.", other: "{who} oferece uma caveira a {god}." },
    "sacrificed-free": {
      you: "Você oferece a {god} uma caveira da reserva.",
      other: "{who} oferece a {god} uma caveira da reserva.",
    },
    traded: {
      you: "Você troca com Tonantzin: {skulls} caveiras por uma carta de Dia.",
      other: "{who} troca com Tonantzin: {skulls} caveiras por uma carta de Dia.",
    },
    discarded: { you: "Você descarta {card}.", other: "{who} descarta {card}." },
    conceded: { you: "Você desiste.", other: "{who} desiste." },
    "outcome-signs": {
      you: "Você tem águia, serpente e flor: você vence.",
      other: "{who} tem águia, serpente e flor, e vence.",
    },
    "outcome-best-tribe": {
      you: "A sua é a melhor tribo: você vence.",
      other: "{who} tem a melhor tribo, e vence.",
    },
    "outcome-last-tribe": {
      you: "A sua é a última tribo: você vence.",
      other: "{who} é a última tribo, e vence.",
    },
    "tribute-paid": {
      you: plural("skulls", "Você paga {skulls} [caveira|caveiras] de tributo a {whom}."),
      toYou: plural("skulls", "{who} paga {skulls} [caveira|caveiras] de tributo a você."),
      other: plural("skulls", "{who} paga {skulls} [caveira|caveiras] de tributo a {whom}."),
    },
    "battle-began": {
      you: "Você ataca {whom}: {attack} contra {defence} nos dados.",
      toYou: "{who} ataca você: {attack} contra {defence} nos dados.",
      other: "{who} ataca {whom}: {attack} contra {defence} nos dados.",
    },
    challenged: {
      you: "Você desafia {whom} a uma casa de distância.",
      toYou: "{who} desafia você a uma casa de distância.",
      other: "{who} desafia {whom} a uma casa de distância.",
    },
    "battle-won": {
      you: "Você vence a batalha contra {whom}.",
      toYou: "{who} vence a batalha contra você.",
      other: "{who} vence a batalha contra {whom}.",
    },
    "stake-paid": {
      you: plural("skulls", "Você paga a aposta a {whom}: {skulls} [caveira|caveiras]."),
      toYou: plural("skulls", "{who} paga a aposta a você: {skulls} [caveira|caveiras]."),
      other: plural("skulls", "{who} paga a aposta a {whom}: {skulls} [caveira|caveiras]."),
    },
    "card-paid": {
      you: "Você entrega uma {deck} a {whom}.",
      toYou: "{who} entrega uma {deck} a você.",
      other: "{who} entrega uma {deck} a {whom}.",
    },
    "card-paid-known": {
      you: "Você entrega uma {deck} a {whom}: {card}.",
      toYou: "{who} entrega uma {deck} a você: {card}.",
      other: "{who} entrega uma {deck} a {whom}: {card}.",
    },
    "card-taken": {
      you: "Você tira uma {deck} de {whom}.",
      toYou: "{who} tira uma {deck} de você.",
      other: "{who} tira uma {deck} de {whom}.",
    },
    "card-taken-known": {
      you: "Você tira uma {deck} de {whom}: {card}.",
      toYou: "{who} tira uma {deck} de você: {card}.",
      other: "{who} tira uma {deck} de {whom}: {card}.",
    },
    chose: { you: "Você escolhe {whom}.", toYou: "{who} escolhe você.", other: "{who} escolhe {whom}." },
    "chose-god": {
      you: "Você escolhe {whom} e {god}.",
      toYou: "{who} escolhe você e {god}.",
      other: "{who} escolhe {whom} e {god}.",
    },
    "skulls-paid": {
      you: plural("skulls", "Você paga {skulls} [caveira|caveiras] a {whom}."),
      toYou: plural("skulls", "{who} paga {skulls} [caveira|caveiras] a você."),
      other: plural("skulls", "{who} paga {skulls} [caveira|caveiras] a {whom}."),
    },
  },
  outcomes: {
    signs: "Três signos",
    "last-tribe": "A última tribo",
    apocalypse: "O mundo acabou",
    "out-of-days": "Não restam mais dias",
  },
};
