import { type LikeEnglish, plural } from "../../texts/catalogue.ts";
import type { FlowerWarShape } from "./types.ts";

const english = {
  language: "en-GB",
  games: {
    "flower-war": {
      name: "Flower War",
      about: "Gather skulls, give them to two jealous gods, and hold three signs before the world ends.",
    },
    mexica: {
      name: "Mexica",
      about:
        "The first design of Flower War: cards are free, battles cost more, and offerings end the world.",
    },
  },
  seats: {
    east: { name: "East", about: "Starts on 20 xochitl. First in the turn order." },
    north: { name: "North", about: "Starts on 5 coatl." },
    south: { name: "South", about: "Starts on 15 cuauhtli." },
    topan: { name: "Topan", about: "The heights. Starts on 3 calli." },
    mictlan: { name: "Mictlan", about: "The depths. Starts on 13 acatl." },
    west: { name: "West", about: "Starts on 10 itzcuintli. Last in the turn order." },
  },
  shapes: {
    east: "red circle",
    north: "black diamond",
    south: "blue square",
    topan: "violet star",
    mictlan: "green hexagon",
    west: "yellow triangle",
  },
  gods: {
    huitzilopochtli: {
      name: "Huitzilopochtli",
      about: "God of war and the sun. A skull for him draws a War card. More for him brings the invasion.",
    },
    tlaloc: {
      name: "Tlaloc",
      about: "God of rain. A skull for him draws a Rain card. More for him brings the flood.",
    },
  },
  signs: { eagle: "eagle", serpent: "serpent", flower: "flower" },
  decks: {
    war: { name: "War", card: "War card", about: "40 cards for battles, one of them the eagle." },
    rain: { name: "Rain", card: "Rain card", about: "40 cards for your turn, one of them the serpent." },
    day: { name: "Day", card: "Day card", about: "260 cards that act when drawn; 13 are the flower." },
  },
  meanings: {
    cipactli: "crocodile",
    ehecatl: "wind",
    calli: "house",
    cuetzpalin: "lizard",
    coatl: "serpent",
    miquiztli: "death",
    mazatl: "deer",
    tochtli: "rabbit",
    atl: "water",
    itzcuintli: "dog",
    ozomahtli: "monkey",
    malinalli: "grass",
    acatl: "reed",
    ocelotl: "jaguar",
    cuauhtli: "eagle",
    cozcacuauhtli: "vulture",
    olin: "movement",
    tecpatl: "flint",
    quiahuitl: "rain",
    xochitl: "flower",
  },
  spaceNotes: {
    rack: { by: "rack", one: "1 skull left.", other: "{rack} skulls left." },
    "rack-full": "The rack is full: whoever collects here also draws a Day card.",
    "rack-empty": "The rack is empty. It is refilled when somebody lands here and skulls are to be had.",
    "last-skull": "Whoever collects the last skull earns the disc.",
    "disc-on-board": "The disc lies on the board.",
    "top-card": { by: "height", one: "On top: {card}.", other: "On top of {height} cards: {card}." },
    "reached-by": "A roll of {roll} lands here.",
    flooded: "Flood: nothing is collected here.",
    invaded: "Invasion: whoever collects here, one more skull of the rack is lost.",
  },
  discHeld: {
    you: "You hold the disc: others pay you tribute here.",
    other: "{who} holds the disc and takes tribute here.",
  },
  discs: {
    earned:
      "Collect the last skull of the space's rack yourself and you earn the disc, from the board or from whoever earned it before. Then the rack is refilled.",
    tribute: "Anybody else who lands on its space pays you 1 skull, if they have one.",
    sign: "It is also a sign: the {sign}.",
    bonuses: {
      movement: {
        short: "Go 1 step further",
        rule: "You may lengthen each of your rolls to move by 1. Such discs add up, to 2 at most.",
      },
      collect: {
        short: "Collect 1 more",
        rule: "You take 1 more skull when you collect, if the rack has it. Such discs add up, to 2 at most.",
      },
      attack: {
        short: "+1 when attacking",
        rule: "Your total in a battle is 1 higher when you attack. Such discs add up, to 2 at most.",
      },
      defense: {
        short: "+1 when defending",
        rule: "Your total in a battle is 1 higher when you defend. Such discs add up, to 2 at most.",
      },
      range: {
        short: "Challenge 1 space away",
        rule: "When you land, after the battles there, you may challenge one seat that stands exactly 1 space before or behind you.",
      },
      "free-tlaloc": {
        short: "First skull to Tlaloc is free",
        rule: "Your first offering to Tlaloc each turn takes its skull from supply, if there is one.",
      },
      "free-huitzilopochtli": {
        short: "First skull to Huitzilopochtli is free",
        rule: "Your first offering to Huitzilopochtli each turn takes its skull from supply, if there is one.",
      },
      "free-first": {
        short: "First offering is free",
        rule: "Your first offering each turn, to either god, takes its skull from supply, if there is one.",
      },
    },
    changes: {
      cipactli: "Collecting takes 1 more skull.",
      ehecatl: "Every roll to move counts 1 more.",
      calli: "Defenders have +1.",
      cuetzpalin: "Everybody moves the other way round, by rolls and by cards.",
      coatl: "Rain cards cost nothing.",
      miquiztli: "The loser of a battle also loses 1 skull for good, if any is left.",
      mazatl: "Roll two dice to move, and go by either of them.",
      tochtli: "Tribute is 2 skulls, or what you have.",
      atl: "Every offering to Tlaloc counts twice.",
      itzcuintli: "Whoever begins a turn without a skull takes 1 from supply.",
      ozomahtli: "On equal totals the attacker wins.",
      malinalli: "Cards cost 1 more, those for 0 too.",
      acatl: "Everybody may challenge 1 space away.",
      ocelotl: "Attackers have +1.",
      cuauhtli: "War cards cost nothing.",
      cozcacuauhtli: "The winner of a battle also takes 1 skull from supply.",
      olin: "After collecting, 1 skull of the rack goes to supply. A rack emptied so earns no disc.",
      tecpatl: "The stake of a battle is 1 higher.",
      quiahuitl:
        "Whenever the first seat of the turn order begins a turn, every rack that is not full gains 1 skull from supply.",
      xochitl: "A trade with Tonantzin costs 4 skulls.",
    },
  },
  times: {
    battle: { short: "Battle", rule: "In a battle of yours, when you are asked to play a card or pass." },
    "battle-attacking": {
      short: "Battle, attacking",
      rule: "In a battle in which you are the attacker, when you are asked to play a card or pass.",
    },
    "battle-defending": {
      short: "Battle, defending",
      rule: "In a battle in which you are attacked, when you are asked to play a card or pass.",
    },
    turn: {
      short: "Your turn",
      rule: "In your own turn after landing. Your first card ends your offerings.",
    },
    "turn-lingers": {
      short: "Your turn, lingers",
      rule: "In your own turn after landing. Your first card ends your offerings. It acts while it is on top of the stack.",
    },
    sign: { short: "Sign", rule: "Never played or discarded: it counts while you hold it." },
    day: { short: "When drawn", rule: "It acts at once when it is drawn, and is never held in hand." },
  },
  cost: {
    free: "It costs nothing.",
    paid: plural(
      "cost",
      "[1 skull|{cost} skulls], paid onto the rack of the active seat's space. The rack needs room for [it|them].",
    ),
  },
  copies: "{copies} in a deck of {cards}",
  lingering:
    "A lingering card acts only while it is on top of the stack and its player is still in the match.",
  cards: {
    eagle: {
      name: "Eagle",
      about: "The bird that showed where to build the city",
      short: "One of the three signs that win",
      rule: "You have the eagle while this card is in your hand. It cannot be played or discarded. You can lose it: paid after a lost battle, taken by a captive, or discarded for malinalli if you hold nothing but signs.",
    },
    macuahuitl: {
      name: "Macuahuitl",
      hyphenated: "Macua\u00adhuitl",
      about: "A wooden sword edged with obsidian",
      short: "+1 to your total",
      rule: "Your total in this battle rises by 1.",
    },
    "obsidian-edge": {
      name: "Obsidian edge",
      hyphenated: "Obsi\u00addian edge",
      about: "A blade of volcanic glass",
      short: "+2 to your total",
      rule: "Your total in this battle rises by 2.",
    },
    "eagle-knight": {
      name: "Eagle knight",
      about: "A warrior in feathers, elite of the army",
      short: "+3 to your total",
      rule: "Your total in this battle rises by 3.",
    },
    "jaguar-knight": {
      name: "Jaguar knight",
      about: "A warrior in a jaguar's skin",
      short: "+2 to your total, and the stake rises by 1",
      rule: "Your total in this battle rises by 2. The loser, whoever it is, pays 1 skull more.",
    },
    atlatl: {
      name: "Atlatl",
      about: "A spear-thrower",
      short: "+2 to your total",
      rule: "Your total in this battle rises by 2. Only the attacker can play it.",
    },
    chimalli: {
      name: "Chimalli",
      hyphenated: "Chimal\u00adli",
      about: "A shield of reed and feathers",
      short: "+2 to your total",
      rule: "Your total in this battle rises by 2. Only the defender can play it.",
    },
    "war-drum": {
      name: "War drum",
      about: "The drum that calls to battle",
      short: "The stake rises by 2",
      rule: "The loser of this battle, whoever it is, pays 2 skulls more, as far as it has them.",
    },
    captive: {
      name: "Captive",
      about: "A prisoner, worth more than a dead enemy",
      short: "If you win, take a random card from the loser",
      rule: "If you win this battle, you take 1 card at random from the loser's hand after the stake is paid. It can be a sign.",
    },
    "feathered-retreat": {
      name: "Feathered retreat",
      hyphenated: "Feath\u00adered retreat",
      about: "A way out with honour",
      short: "The battle ends, nobody pays",
      rule: "The battle ends at once. Nobody has won or lost and nobody pays. Costs already paid stay paid. Mist cannot stop it.",
    },
    omen: {
      name: "Omen",
      about: "A comet over the lake",
      short: "Roll your die again, the new roll stands",
      rule: "You roll your die again, and the new roll counts, higher or lower. Where the lower die is the stake, it counts there too.",
    },
    ambush: {
      name: "Ambush",
      about: "Warriors hidden in the reeds",
      short: "The next other seat to arrive pays you 1 skull",
      rule: "It stays on this space. The next other seat to arrive pays you 1 skull, if it has one. Then the ambush is spent, paid or not.",
    },
    xochiyaoyotl: {
      name: "Xochiyaoyotl",
      hyphenated: "Xochi\u00adyaoyotl",
      about: "The flower war: a battle by appointment",
      short: "Battle any seat, wherever it is",
      rule: "Choose another seat in the match. You attack it at once, however far away it stands. Nobody moves.",
    },
    serpent: {
      name: "Serpent",
      about: "The snake in the eagle's beak",
      short: "One of the three signs that win",
      rule: "You have the serpent while this card is in your hand. It cannot be played or discarded. You can lose it: paid after a lost battle, taken by a captive, or discarded for malinalli if you hold nothing but signs.",
    },
    "tlalocs-tears": {
      name: "Tlaloc's tears",
      about: "Rain on the fields",
      short: "Whoever arrives takes 1 skull from supply",
      rule: "It stays on this space. Every seat that arrives here takes 1 skull from supply, you too, as long as supply lasts.",
    },
    chinampa: {
      name: "Chinampa",
      hyphenated: "Chinam\u00adpa",
      about: "A garden that floats on the lake",
      short: "When you arrive, take 2 skulls from supply",
      rule: "It stays on this space. Whenever you arrive here, you take 2 skulls from supply, or what is left there.",
    },
    "spring-rain": {
      name: "Spring rain",
      about: "The first rain of the year",
      short: "Take 2 skulls from supply",
      rule: "You take 2 skulls from supply, or what is left there.",
    },
    downpour: {
      name: "Downpour",
      hyphenated: "Down\u00adpour",
      about: "A cloudburst over one place",
      short: "Up to 4 skulls go from supply to this rack",
      rule: "After you paid, up to 4 skulls go from supply onto the rack of your space, as many as it has room for.",
    },
    drought: {
      name: "Drought",
      about: "Cracked earth",
      short: "The next other seat to arrive collects nothing",
      rule: "It stays on this space. The next other seat to arrive collects nothing here, so it earns no disc and draws no Day card for a full rack. Then the drought is spent.",
    },
    canoe: {
      name: "Canoe",
      about: "A dugout on the lake",
      short: "Your next roll to move may be up to 3 longer",
      rule: "You may lengthen your next roll to move by up to 3. Canoes add up.",
    },
    causeway: {
      name: "Causeway",
      hyphenated: "Cause\u00adway",
      about: "A road across the water",
      short: "Go to any space and land there",
      rule: "Choose a space, your own too. You go there and land: you collect, pay tribute, and battle whoever stands there.",
    },
    "offering-bowl": {
      name: "Offering bowl",
      hyphenated: "Offer\u00ading bowl",
      about: "A stone bowl for the gods",
      short: "Supply offers up to 3 skulls to a god you name",
      rule: "Name a god. Up to 3 skulls from supply become offerings to that god. You draw no cards for them.",
    },
    chalchiuhtlicue: {
      name: "Chalchiuhtlicue",
      hyphenated: "Chal\u00adchiuh\u00adtlicue",
      about: "Goddess of rivers, she of the jade skirt",
      short: "Every seat with more skulls than you pays you 1",
      rule: "After you paid, count once: every seat that has more skulls than you then pays you 1.",
    },
    mist: {
      name: "Mist",
      about: "Fog over the battlefield",
      short: "Your opponent's last battle card has no effect",
      rule: "The last battle card that your opponent played in this battle has no effect; its cost stays paid. If that card was a mist, the card that it stopped acts again. It needs a card that is still in effect.",
    },
    tlaloque: {
      name: "Tlaloque",
      hyphenated: "Tlalo\u00adque",
      about: "Tlaloc's helpers, who pour the rain",
      short: "Draw a War card and a Day card, which resolves",
      rule: "You draw 1 War card into your hand, then 1 Day card, which acts at once.",
    },
  },
  dayCards: {
    cipactli: {
      short: plural("skulls", "Take {skulls} [skull|skulls] from supply"),
      rule: plural(
        "skulls",
        "You take {skulls} [skull|skulls] from supply, [if there is one|or what is left there].",
      ),
    },
    ehecatl: {
      short: plural("steps", "Go forward {steps} [space|spaces] and land"),
      rule: plural(
        "steps",
        "You go forward {steps} [space|spaces], in the current direction of movement, and land there.",
      ),
    },
    calli: {
      short: plural("skulls", "Land on your starting space, then take {skulls} [skull|skulls] from supply"),
      rule: plural(
        "skulls",
        "You go to your starting space and land there. Then you take {skulls} [skull|skulls] from supply.",
      ),
    },
    cuetzpalin: {
      short: plural("steps", "Go back {steps} [space|spaces] and land"),
      rule: plural(
        "steps",
        "You go back {steps} [space|spaces], against the current direction of movement, and land there.",
      ),
    },
    coatl: {
      short: plural("cards", "Draw {cards} Rain [card|cards]"),
      rule: plural("cards", "You draw {cards} Rain [card|cards] into your hand."),
    },
    miquiztli: {
      short: plural("skulls", "Lose {skulls} [skull|skulls] for good"),
      rule: {
        by: "skulls",
        one: "{skulls} skull of yours goes out of play, if you have one.",
        other: "{skulls} skulls of yours go out of play, as far as you have them.",
      },
    },
    mazatl: {
      short: "Take an extra turn",
      rule: "You take an extra turn after this one. In an extra turn you cannot win another. Extra turns do not count for the apocalypse.",
    },
    tochtli: {
      short: "Pay 1 skull to each other seat, while you have any",
      rule: "You pay 1 skull to each other seat, in turn order, while you have any.",
    },
    atl: {
      short: plural("skulls", "{skulls} [skull|skulls] of yours [goes|go] to Tlaloc"),
      rule: {
        by: "skulls",
        one: "{skulls} skull of yours becomes an offering to Tlaloc, if you have one. You draw no card for it.",
        other:
          "{skulls} skulls of yours become offerings to Tlaloc, as far as you have them. You draw no cards for them.",
      },
    },
    itzcuintli: {
      short: plural(
        "skulls",
        "Land on {home}'s start: take {skulls} [skull|skulls], {double} if you win there",
      ),
      rule: plural(
        "skulls",
        "You go to {home}'s starting space and land there. Then you take {skulls} [skull|skulls] from supply, or {double} if you won a battle in that landing.",
      ),
    },
    ozomahtli: {
      short: plural("skulls", "Choose a seat and a god: it offers {skulls} [skull|skulls] there"),
      rule: {
        by: "skulls",
        one: "Choose another seat and a god. {skulls} skull of that seat becomes an offering to that god, if it has one. No card is drawn for it.",
        other:
          "Choose another seat and a god. {skulls} skulls of that seat become offerings to that god, as far as it has them. No cards are drawn for them.",
      },
    },
    malinalli: {
      short: "Choose a seat: it discards a card of its choice",
      rule: "Choose another seat. It discards a card of its own choice, if it has any. It gives up a sign only if it holds nothing else.",
    },
    acatl: {
      short: "Draw and resolve another Day card",
      rule: "You draw another Day card, which acts at once. At most 3 Day cards act in one turn.",
    },
    ocelotl: {
      short: "Battle the nearest other seat ahead",
      rule: "You attack the nearest other seat ahead of you, one on your own space first. Among several on one space it is the first in turn order. Nobody moves.",
    },
    cuauhtli: {
      short: plural("cards", "Draw {cards} War [card|cards]"),
      rule: plural("cards", "You draw {cards} War [card|cards] into your hand."),
    },
    cozcacuauhtli: {
      short: plural("skulls", "Choose a seat: pay it {skulls} [skull|skulls]"),
      rule: plural(
        "skulls",
        "Choose another seat. You pay it {skulls} [skull|skulls], [if you have one|as far as you have them].",
      ),
    },
    olin: {
      short: "Battle {home}, or the nearest seat ahead",
      rule: "You attack {home}, wherever it stands. If that is you, or nobody plays it, you attack the nearest other seat ahead. Nobody moves.",
    },
    tecpatl: {
      short: plural("skulls", "{skulls} [skull|skulls] of yours [goes|go] to Huitzilopochtli"),
      rule: {
        by: "skulls",
        one: "{skulls} skull of yours becomes an offering to Huitzilopochtli, if you have one. You draw no card for it.",
        other:
          "{skulls} skulls of yours become offerings to Huitzilopochtli, as far as you have them. You draw no cards for them.",
      },
    },
    quiahuitl: {
      short: "Take 1 skull from supply",
      rule: "You take 1 skull from supply, if there is one.",
    },
    "quiahuitl-13": {
      short: "You get a copy of your space's disc",
      rule: "You get a copy of the disc of the space where you stand, with its bonus, its tribute and its sign. A copy never starts the apocalypse.",
    },
    xochitl: {
      short: "The flower sign: keep it",
      rule: "You keep the card: it is the flower, one of the three signs. Everybody sees that you have it. It cannot be played or discarded. You can lose it: paid after a lost battle, taken by a captive, or discarded for malinalli if you hold nothing but signs.",
    },
  },
  things: {
    supply: {
      name: "Supply",
      about: "Skulls in the middle. Cards give from it, and empty racks are refilled from it.",
    },
    removed: {
      name: "Out of play",
      about: "Skulls that are lost for good: trades, death and the invasion take them.",
    },
    lake: {
      name: "Lake",
      about:
        "Where offered skulls lie, one half for each god. If supply runs out, racks are refilled from here.",
    },
    "war-deck": {
      name: "War deck",
      about: "40 cards, drawn with an offering to Huitzilopochtli. One of them is the eagle.",
    },
    "rain-deck": {
      name: "Rain deck",
      about: "40 cards, drawn with an offering to Tlaloc. One of them is the serpent.",
    },
    "day-deck": {
      name: "Day deck",
      about: "260 cards: 20 signs with the numbers 1 to 13. They act when drawn. The 13 flowers are kept.",
    },
    canoe: { name: "Canoe", about: "Your next roll to move may be up to 3 longer for each canoe." },
    signs: {
      name: "Three signs",
      about:
        "Eagle, serpent and flower, as cards or as the discs of cuauhtli, coatl and xochitl. Hold all three and you win.",
    },
    trade: {
      name: "Trade with Tonantzin",
      about:
        "7 skulls go out of play and you draw a Day card. Once a turn, and not in a turn with an offering.",
    },
    apocalypse: {
      name: "Apocalypse",
      about: "The countdown to the end of the world. At 13 the match is over.",
    },
    forestalled: {
      name: "Forestalled",
      about:
        "The offerings were equal: the count stays, and there is no flood or invasion until the next comparison.",
    },
    "best-tribe": {
      name: "Best tribe",
      about:
        "If the world ends, the tribe with the most different signs wins; then discs, skulls and cards count.",
    },
    "end-offerings": {
      name: "Offerings since the end began",
      about:
        "If the world ends, the tribe with the most offerings since the end began wins; then signs, discs, skulls and cards count.",
    },
    spent: {
      name: "Used up",
      about: "A catastrophe uses up its god's offerings.",
    },
    "last-round": {
      name: "Last round",
      about: "The count is 12. The next unequal comparison ends the match.",
    },
    flood: {
      name: "Flood",
      about: "Tlaloc had more offerings: nothing is collected from racks, so no discs are earned.",
    },
    invasion: {
      name: "Invasion",
      about:
        "Huitzilopochtli had more offerings: after collecting, one more skull of the rack is lost for good.",
    },
  },
  conditions: {
    running: { met: "The match is running.", unmet: "The match is over." },
    seated: { met: "You have a seat.", unmet: "You have no seat in this match, or you conceded." },
    "not-a-sign": {
      met: "It is no sign.",
      unmet: "A sign is never played or discarded: it counts while you hold it.",
    },
    "not-a-day-card": { met: "It is no Day card.", unmet: "Day cards act when they are drawn." },
    "in-battle": { met: "You are in a battle.", unmet: "You are not in a battle." },
    attacking: { met: "You are the attacker.", unmet: "You are not the attacker." },
    defending: { met: "You are the defender.", unmet: "You are not the defender." },
    "your-turn": { met: "It is your turn.", unmet: "It is {who}'s turn." },
    "your-answer": { met: "You are asked for a card.", unmet: "{who} decides first." },
    "after-landing": {
      met: "You have landed, and nothing else is open.",
      unmet: "You must first roll, land and finish what follows from it.",
    },
    "before-cards": {
      met: "You have not played or discarded a card this turn.",
      unmet: "You have played or discarded a card this turn: that ended your offerings.",
    },
    "card-to-stop": {
      met: "Your opponent's last card is in effect.",
      unmet: "Your opponent has no last card in effect.",
    },
    "not-traded": { met: "You have not traded this turn.", unmet: "You have traded this turn." },
    "not-offered": {
      met: "You have offered nothing this turn.",
      unmet: "You have made an offering this turn.",
    },
    "skull-to-offer": {
      met: "You have a skull for {god}.",
      unmet: "You have no skull for {god}, and no free offering.",
    },
    skulls: {
      met: "You can pay: it costs {cost} of your {skulls}.",
      unmet: plural("cost", "It costs {cost} [skull|skulls]: you have {skulls}."),
    },
    room: {
      met: "There is room on the rack of {space}: {room} free.",
      unmet: "There is no room on the rack of {space} for a cost of {cost}: {room} free.",
    },
  },
  targets: {
    seat: "Choose a seat to battle.",
    god: "Choose a god.",
    space: "Choose a space to go to.",
  },
  decisions: {
    roll: { you: "Roll the die.", other: "{who} is about to roll." },
    move: { you: "Choose how far you go.", other: "{who} chooses how far to go." },
    battle: { you: "Play a battle card or pass.", other: "{who} plays a battle card or passes." },
    pay: {
      you: "You lost and have no skull: give up a card.",
      other: "{who} gives up a card for the lost battle.",
    },
    challenge: {
      you: "Challenge a seat next to you, or pass.",
      other: "{who} may challenge a seat next door.",
    },
    choose: { you: "Choose whom {card} meets.", other: "{who} chooses whom {card} meets." },
    discard: { you: "Discard a card.", other: "{who} discards a card." },
    sacrifice: {
      you: "Offer skulls, trade, play cards, or end your turn.",
      other: "{who} may offer, trade and play cards.",
    },
    cards: { you: "Play or discard cards, or end your turn.", other: "{who} may play cards." },
  },
  commands: {
    roll: { button: "Roll", does: "You move by the roll and land." },
    move: {
      button: plural("steps", "Go {steps} [step|steps]"),
      does: "You land on {space}.",
    },
    challenge: { button: "Challenge {whom}", does: "You attack {whom} over one space." },
    "play-battle-card": { button: "Play {card}", does: "{does}." },
    pass: { button: "Pass", does: "When both pass one after the other, the battle is settled." },
    "pass-challenge": { button: "Challenge nobody", does: "The landing goes on without a challenge." },
    "pay-card": { button: "Give up {card}", does: "It goes into the winner's hand." },
    "discard-card": { button: "Discard {card}", does: "It lies on the stack without effect." },
    choose: { button: "Choose {whom}", does: "{does}." },
    "choose-god": { button: "{whom}, to {god}", does: "{whom} offers to {god}." },
    sacrifice: { button: "Offer to {god}", does: "1 skull of yours, and you draw a {deck}." },
    "sacrifice-free": { button: "Offer to {god}", does: "1 skull from supply, and you draw a {deck}." },
    trade: {
      button: "Trade with Tonantzin",
      does: plural(
        "cost",
        "{cost} [skull goes|skulls go] out of play, and you draw a Day card. No offerings after that this turn.",
      ),
    },
    "play-card": { button: "Play {card}", does: "{does}." },
    "play-card-seat": { button: "Play {card} against {whom}", does: "You attack {whom} at once." },
    "play-card-god": { button: "Play {card} for {god}", does: "The skulls go to {god}." },
    "play-card-space": { button: "Play {card} to {space}", does: "You go to {space} and land there." },
    discard: {
      button: "Discard {card}",
      does: "It covers the card below and does nothing else. It is free.",
    },
    "end-turn": { button: "End turn", does: "The next seat begins." },
    concede: {
      button: "Concede",
      does: "You leave the match for good. Your skulls go to supply, your discs to the board.",
    },
  },
  refusals: {
    malformed: { plain: "The game knows no such command." },
    "match-over": { plain: "The match is over." },
    "not-seated": { plain: "You have no seat in this match, or you conceded." },
    "not-your-decision": { plain: "Somebody else decides now.", exact: "{who} decides now." },
    "wrong-phase": { plain: "That is not possible now: something else is asked of you." },
    "not-in-hand": { plain: "You do not hold that card." },
    "not-playable-now": { plain: "That card cannot be played now.", exact: "{card} cannot be played now." },
    "bad-target": { plain: "Choose somebody else who is in play and within reach." },
    "bad-steps": {
      plain: "You cannot go that far with this roll.",
      exact: "You can go {open} steps with this roll.",
    },
    "already-traded": { plain: "You have traded this turn: no offering and no second trade." },
    "already-sacrificed": { plain: "You have made an offering this turn, so you cannot trade." },
    "no-skulls": { plain: "You have no skull to offer." },
    "not-enough-skulls": {
      plain: "You do not have enough skulls.",
      exact: plural("cost", "That costs {cost} [skull|skulls]: you have {skulls}."),
    },
    "space-full": {
      plain: "The rack has no room for the card's cost.",
      exact: "The rack of {space} has {room} free, and the card costs {cost}.",
    },
  },
  events: {
    "ticked-flood": "The count rises to {count} of 13. Flood: nothing is collected from racks.",
    "ticked-invasion":
      "The count rises to {count} of 13. Invasion: each collecting costs the rack one more skull.",
    "last-round": "This is the last round.",
    forestalled: "The gods' offerings are equal: the count stays, and there is no catastrophe.",
    rained: {
      by: "racks",
      one: "It rains: {racks} rack gains a skull from supply.",
      other: "It rains: {racks} racks gain a skull each from supply.",
    },
    shaken: "The earth shakes 1 skull from {space} into supply.",
    invaded: "The invasion takes 1 skull from {space} out of play.",
    "triggered-by-discs": plural("count", "The apocalypse begins, with the [disc|discs] of {discs}."),
    "triggered-by-offerings": "The apocalypse begins, with the gods' offerings.",
    "rule-changes": "A new rule for everybody. {change}",
    "every-turn-counts": "From the next turn on, every turn counts.",
    "ruling-flood": "Tlaloc has more: flood.",
    "ruling-invasion": "Huitzilopochtli has more: invasion.",
    "ruling-none": "The gods have the same: no catastrophe yet.",
    refilled: plural("skulls", "The rack of {space} is refilled with {skulls} [skull|skulls] from supply."),
    "refilled-lake": "The rack of {space} is refilled: {skulls} from supply, {lake} from the lake.",
    "refilled-lake-only": plural(
      "lake",
      "The rack of {space} is refilled with {lake} [skull|skulls] from the lake.",
    ),
    "top-card-acted": "The top card of {space} acts: {card}.",
    "top-card-spent": "The top card of {space} acts and is spent: {card}.",
    "battle-ended": "The battle is over.",
    reshuffled: plural("cards", "The {pile} deck is shuffled anew: {cards} [card|cards] from the stacks."),
    "offered-from-supply": "1 skull from supply becomes an offering to {god}.",
    "rack-filled": plural(
      "skulls",
      "{skulls} [skull|skulls] from supply [goes|go] onto the rack of {space}.",
    ),
    "outcome-apocalypse": "The world ends without a winner.",
    "outcome-out-of-days": "No days are left, and there is no winner.",
    "turn-began": { you: "Your turn begins.", other: "{who}'s turn begins." },
    "extra-turn-began": { you: "Your extra turn begins.", other: "{who}'s extra turn begins." },
    rolled: { you: "You roll a {dice}.", other: "{who} rolls a {dice}." },
    "rolled-two": { you: "You roll {dice}, to go by either.", other: "{who} rolls {dice}, to go by either." },
    moved: {
      you: plural("steps", "You go {steps} [step|steps] to {space}."),
      other: plural("steps", "{who} goes {steps} [step|steps] to {space}."),
    },
    "moved-by-card": { you: "You go to {space}.", other: "{who} goes to {space}." },
    "moved-only": {
      you: "You go to {space}. After 5 landings in a turn nothing happens there.",
      other: "{who} goes to {space}. After 5 landings in a turn nothing happens there.",
    },
    collected: {
      you: plural("skulls", "You collect {skulls} [skull|skulls] from {space}."),
      other: plural("skulls", "{who} collects {skulls} [skull|skulls] from {space}."),
    },
    "disc-earned": { you: "You earn the disc of {disc}.", other: "{who} earns the disc of {disc}." },
    "disc-taken": {
      you: "You earn the disc of {disc}, from {whom}.",
      toYou: "{who} earns the disc of {disc}, from you.",
      other: "{who} earns the disc of {disc}, from {whom}.",
    },
    keeper: {
      you: "You keep the count: it is taken as your turns begin.",
      other: "{who} keeps the count: it is taken as their turns begin.",
    },
    passed: { you: "You pass.", other: "{who} passes." },
    "card-played": {
      you: plural("cost", "You play {card} for {cost} [skull|skulls]."),
      other: plural("cost", "{who} plays {card} for {cost} [skull|skulls]."),
    },
    "card-played-free": { you: "You play {card}.", other: "{who} plays {card}." },
    "omen-rolled": { you: "Your new roll is {roll}.", other: "{who}'s new roll is {roll}." },
    "card-drawn": { you: "You draw a {deck}.", other: "{who} draws a {deck}." },
    "card-drawn-known": { you: "You draw a {deck}: {card}.", other: "{who} draws a {deck}: {card}." },
    "day-card-drawn": {
      you: "You draw the Day card {card}: “{does}”.",
      other: "{who} draws the Day card {card}: “{does}”.",
    },
    "day-card-kept": {
      you: "You draw {card} and keep the flower.",
      other: "{who} draws {card} and keeps the flower.",
    },
    "day-card-idle": {
      you: "You draw the Day card {card}. It has no effect: 3 have acted this turn.",
      other: "{who} draws the Day card {card}. It has no effect: 3 have acted this turn.",
    },
    "skulls-taken": {
      you: plural("skulls", "You take {skulls} [skull|skulls] from supply."),
      other: plural("skulls", "{who} takes {skulls} [skull|skulls] from supply."),
    },
    "skulls-lost": {
      you: plural("skulls", "You lose {skulls} [skull|skulls] for good."),
      other: plural("skulls", "{who} loses {skulls} [skull|skulls] for good."),
    },
    offered: {
      you: "By a card you offer 1 skull to {god}.",
      other: "By a card {who} offers 1 skull to {god}.",
    },
    "extra-turn-won": { you: "You will take an extra turn.", other: "{who} will take an extra turn." },
    "canoe-launched": {
      you: "You launch a canoe for your next roll.",
      other: "{who} launches a canoe for the next roll.",
    },
    "copy-received": {
      you: "You get a copy of the disc of {disc}.",
      other: "{who} gets a copy of the disc of {disc}.",
    },
    sacrificed: { you: "You offer a skull to {god}.", other: "{who} offers a skull to {god}." },
    "sacrificed-free": {
      you: "You offer a skull from supply to {god}.",
      other: "{who} offers a skull from supply to {god}.",
    },
    traded: {
      you: "You trade {skulls} skulls with Tonantzin for a Day card.",
      other: "{who} trades {skulls} skulls with Tonantzin for a Day card.",
    },
    discarded: { you: "You discard {card}.", other: "{who} discards {card}." },
    conceded: { you: "You concede.", other: "{who} concedes." },
    "outcome-signs": {
      you: "You hold eagle, serpent and flower: you win.",
      other: "{who} holds eagle, serpent and flower, and wins.",
    },
    "outcome-best-tribe": {
      you: "Yours is the best tribe: you win.",
      other: "{who} has the best tribe, and wins.",
    },
    "outcome-last-tribe": {
      you: "You are the last tribe: you win.",
      other: "{who} is the last tribe, and wins.",
    },
    "tribute-paid": {
      you: plural("skulls", "You pay {whom} {skulls} [skull|skulls] of tribute."),
      toYou: plural("skulls", "{who} pays you {skulls} [skull|skulls] of tribute."),
      other: plural("skulls", "{who} pays {whom} {skulls} [skull|skulls] of tribute."),
    },
    "battle-began": {
      you: "You attack {whom}: {attack} against {defence} on the dice.",
      toYou: "{who} attacks you: {attack} against {defence} on the dice.",
      other: "{who} attacks {whom}: {attack} against {defence} on the dice.",
    },
    challenged: {
      you: "You challenge {whom} from one space away.",
      toYou: "{who} challenges you from one space away.",
      other: "{who} challenges {whom} from one space away.",
    },
    "battle-won": {
      you: "You win the battle against {whom}.",
      toYou: "{who} wins the battle against you.",
      other: "{who} wins the battle against {whom}.",
    },
    "stake-paid": {
      you: plural("skulls", "You pay {whom} the stake: {skulls} [skull|skulls]."),
      toYou: plural("skulls", "{who} pays you the stake: {skulls} [skull|skulls]."),
      other: plural("skulls", "{who} pays {whom} the stake: {skulls} [skull|skulls]."),
    },
    "card-paid": {
      you: "You give {whom} a {deck}.",
      toYou: "{who} gives you a {deck}.",
      other: "{who} gives {whom} a {deck}.",
    },
    "card-paid-known": {
      you: "You give {whom} a {deck}: {card}.",
      toYou: "{who} gives you a {deck}: {card}.",
      other: "{who} gives {whom} a {deck}: {card}.",
    },
    "card-taken": {
      you: "You take a {deck} from {whom}.",
      toYou: "{who} takes a {deck} from you.",
      other: "{who} takes a {deck} from {whom}.",
    },
    "card-taken-known": {
      you: "You take a {deck} from {whom}: {card}.",
      toYou: "{who} takes a {deck} from you: {card}.",
      other: "{who} takes a {deck} from {whom}: {card}.",
    },
    chose: { you: "You choose {whom}.", toYou: "{who} chooses you.", other: "{who} chooses {whom}." },
    "chose-god": {
      you: "You choose {whom} and {god}.",
      toYou: "{who} chooses you and {god}.",
      other: "{who} chooses {whom} and {god}.",
    },
    "skulls-paid": {
      you: plural("skulls", "You pay {whom} {skulls} [skull|skulls]."),
      toYou: plural("skulls", "{who} pays you {skulls} [skull|skulls]."),
      other: plural("skulls", "{who} pays {whom} {skulls} [skull|skulls]."),
    },
  },
  outcomes: {
    signs: "Three signs",
    "last-tribe": "The last tribe",
    apocalypse: "The world has ended",
    "out-of-days": "No days are left",
  },
} satisfies FlowerWarShape;

/** The texts of the table in one language: JSON data, slots in braces. */
export interface FlowerWarTexts extends LikeEnglish<FlowerWarShape, typeof english> {}

/** Flower War and Mexica in English. The canon (docs/rules/flower-war.md) decides what the texts may say. */
export const en: FlowerWarTexts = english;
