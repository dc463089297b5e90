/** Names that people have, by where they come from: given names, surnames and both. A comma is between two. */
export const REAL_NAMES: Readonly<Record<string, string>> = {
  English: `James, Mary, Oliver, Amelia, Dickens, Dickinson, Fanny, Fanny Burney, Randy, Roger, Willy, Peter, Gaylord, Gay Talese,
    John Gay, Hancock, Babcock, Alcock, Cockburn, Hitchcock, Woodcock, Peacock, Cummings, Cumberland, Cumberbatch, Seaman,
    Sexton, Essex, Sussex, Butts, Butterfield, Bass, Cass, Cassidy, Cassandra, Glasser, Massey, Vassar, Assange, Hoare, Weiner,
    Titus, Titmuss, Tate, Pratt, Rapp, Draper, Harper, Nigel, Niggemann, Penistone, Analisa, Vandyke, Fagan, Fagin, Spicer,
    Coon, Cooney, Paige, Japheth, Wetherby, Slutsky, Hoe, Moe, Wang, Dong, Longbottom, Ramsbottom, Sidebottom, Bottomley,
    Pussey, Pusey, Bonner, Boner, Bone, Balls, Ed Balls, Johnson, Cox, Coxon, Bigglesworth, Mary-Jane, O'Brien, O’Connor,
    D'Arcy, St. John, J. R. R. Tolkien, Anne Marie, McDonald, MacLeod, Zoë, Chloë, Seán, Siobhán, Niamh, Aoife, Rhys, Llewellyn,
    Angharad, Kaʻahumanu, Leilani, Botham, Abbott, Talbot, Hostetler, Modesty, Stafford, Staffordshire, Warren, Flora Warner,
    Youssou, Young, Yousef, Christine, Hellen, Helga, Constance, Connie, Sue, Lucifer`,
  Spanish: `Analía, Anahí, Concha, Conchita, Concepción, Dolores, Consuelo, Pilar, Jesús, Jesús María, Inmaculada, Rocío, Quique, Paco,
    Pepe, Nacho, Chucho, Chuy, Lupe, Guadalupe, Socorro, Refugio, Culebro, Culiacán, Vergara, Verónica Vergara, Cabrera, Cabral,
    Cabrero, Maricarmen, Marisol, Putzeys, Zorrilla, Pollard, Polo, Penélope, Anolaima, Teta Diana, Tetuán, Coñaripe, Ojeda,
    Hoyos, Culquicóndor, Moreno, Moro, Negro, Negrete, Negrón, Prieto, Rubio, Blanco, Calvo, Gordo, Gordillo, Bobadilla, Tontón,
    Pajares, Pajuelo, Follana, Mamani, Mamerto, Mamadou, Huevo, Güemes, Agüero, Íñigo, Iñaki, Begoña, Núñez, Muñoz, Ñusta,
    Ñáñez, José Ángel, María del Mar, de la O, Ponce de León, Y. Griega, Xurxo, Jordi, Montserrat, Aïda, Gèrard, Itziar,
    Arantxa, Edurne, Gaizka`,
  Nahuatl: `Xóchitl, Citlali, Citlalli, Cuauhtémoc, Cuitláhuac, Nezahualcóyotl, Nezahualpilli, Moctezuma, Motēcuhzōma, Ahuízotl,
    Axayácatl, Tlacaélel, Ītzcōātl, Tlāloc, Huitzilopochtli, Quetzalcóatl, Tezcatlipoca, Coatlicue, Coyolxauhqui, Malinalli,
    Malintzin, Tonantzin, Yoloxóchitl, Yolotzin, Yóllotl, Metztli, Papálotl, Tlahuicole, Cipactli, Ollin, Quetzalli,
    Quetzalxochitl, Nayeli, Ameyalli, Atl, Eztli, Ihuitl, Itzcali, Mázatl, Necahual, Teotl, Tenoch, Tepiltzin, Tochtli, Zyanya,
    Izel, Itzel, Itzpapálotl, Mictlāntēcutli, Xipe Tótec, Xiuhcóatl, Chimalli, Chicahua, Chalchiuhtlicue, Cuicatl, Cuauhtli,
    Tlanextli, Tlazohtzin, Tlazoltéotl, Nochtli, Nenetl, Xocoyotzin, Xicoténcatl, Anáhuac, Ilhuicamina, Tizoc, Acamapichtli,
    Chimalpopoca`,
  German: `Müller, Schmidt, Fuchs, Füchsle, Fick, Ficker, Dickmann, Dickhoff, Wichmann, Kuntze, Kunz, Kant, Schittenhelm, Assmann,
    Aßmann, Bassler, Hassan, Arschak, Arslan, Titze, Tittmann, Hurni, Schwanz, Sack, Weiß, Groß, Strauß, Jürgen, Björn, Käthe,
    Sören, Günther, Helga, Gudrun, Kuno, Knut, Detlef, Adolf, Ottokar, Spasskij, Großkopf, Cumberländer, Sexauer, Sechser,
    Ananas, Analena, Anna Lena, Ignaz, Kockel, Popp, Poppe, Pimpl, Moser, Modersohn`,
  Turkish: `Ufuk, Ufuk Bey, Cumhur, Cuma, Cumali, Nigâr, Nigar, Nilgün, Şükrü, Şıvan, Sikander, Kunt, Kuntay, Kuntoğlu, Götze, Götürk,
    İsmail, Işıl, Irmak, İrem, Ayşegül, Gülşen, Öykü, Ümit, Çağla, Çiğdem, Doğan, Tuğba, Yiğit, Pınar, Buse, Busenaz, Cansu,
    Canan, Cem, Cenk, Cengiz, Can, Kutlu, Kakan, Memet, Mehmet, Mustafa Kemal, Fatoş, Fahri, Server Tanilli, Serveray, Sistem`,
  Polish: `Łukasz, Małgorzata, Agnieszka, Zbigniew, Grzegorz, Brzęczyszczykiewicz, Świętosława, Żaneta, Źrebak, Jędrzej, Czesław,
    Stanisław, Wojciech, Mścisław, Kuczka, Fiut, Kutas, Kuta, Cipora, Cycko, Pupa, Rapacz, Rapacki, Szyc, Mieszko, Kasia, Basia,
    Zosia, Ania`,
  Vietnamese: `Phúc, Phuc, Phúc Nguyễn, Nguyễn Văn Phúc, Phước, Phuoc, Dũng, Dung, Mỹ Dung, Bích, Bích Phượng, Bích Ngọc, Thị Bích, Hùng,
    Đức, Đắc, Đạt, Dong, Đông, Phát, Long, Cúc, Cu, Hồ Xuân Hương, Trần Hưng Đạo, Lê Lợi, Nguyễn Thị Minh Khai, Ngọc Anh, Quỳnh,
    Thúy Kiều, Tít, Tú, Tuấn, Văn, Vân, Thảo, Thanh, Hằng, Hạnh, Khánh, Phạm, Phan, Vũ, Võ, Đặng, Bùi, Đỗ, Ngô, Dương, Lý, Cầm,
    Cẩm Tú, Đĩnh`,
  "French and Italian": `François, Françoise, Anaïs, Noël, Zoé, Benoît, Jean-Baptiste, Fanny, Con, Conchita, Connor, Putois, Bitton, Bitar, Bittar,
    Bite, Cucu, Cucchi, Gaston, Pédro, L'Écuyer, D’Amboise, Étienne, Œdipe, Garance, Aurore, Giovanni Verga, Cazzola, Cazzaniga,
    Figa, Figari, Culotta, Cultrera, Puttini, Puttinati, Pompino, Pompeo, Sessa, Titta, Tettamanti, Mona, Monica, Monella,
    Analisa, Annalisa, Assunta, Cassano, Bassani, Negri, Negroni, Niccolò, Nicolò, Desirée, Spico, Dagostino`,
  "Portuguese and Romanian": `João, Conceição, Iracema, Bicha, Bicho, Pinto, Paulo Pinto, Putnoki, Cunha, Eduardo Cunha, Cunningham, Figueiredo, Rapôso,
    Raposo, Ânia, Cumbre, Pica, Picasso, Piça, Ștefan, Țuțea, Dragoș, Gheorghe, Ionuț, Căcărău, Pula, Anca, Anuș`,
  "Dutch and Nordic": `Ben Bot, Botje, Kok, Kokkinos, Wim Kok, Dikke, De Cock, Cocq, Kuntz, Kont, Lul, Lulu, Fokke, Fokker, Fokkinga, Sikma,
    Sjoerd, Joost, Jeroen, Gijs, Marijke, Tjitske, Sietske, Tiete, Titia, Rapala, Fagerström, Fagerlund, Faghri, Fitte, Fitz,
    Kuk, Kukka, Kukkonen, Hore, Horeth, Pikk, Pikkarainen, Pippi, Åse, Åsa, Ødegaard, Bjørk, Þórr, Þóra, Guðrún, Æsa, Väinö,
    Aino, Analiese, Sluter, Slotte, Odd, Simen, Even, Bent, Gun, Knud`,
  "of South and East Asia": `Shital, Shitalben, Sheetal, Dikshit, Madhuri Dixit, Harshit, Rakshit, Akshita, Ishita, Nishita, Ankit, Lakshmi,
    Gandhi, Sukhdeep, Sukdeep, Yuk, Kum, Ho, Hoe, Ng, Wong, Dong Dong, Wang Fang, Wang, Shi Ting, Suk, Jin Suk, Eun Suk,
    You Jin, Yoo, Bum, Bum Suk, Kim Bum, Seok, Gook, Gookjin, Yu, Yuri, Chin Ko, Mikasa, Asuka, Asako, Masako, Hitomi, Fukuda,
    Fukuyama, Fukushima, Fukuoka, Takeshita, Matsushita, Yamashita, Morishita, Kinoshita, Shitara, Putri, Putu, Titi, Titin,
    Asshidiqie, Analkumar, Analakshmi, Manaal, Pooja, Poonam, Poon, Poo, Jagdish, Randi, Chutima, Pornthip, Somporn, Siriporn,
    Rattanaporn, Supaporn, Pornchai, Thaksin, Analyn, Jhong, Bongbong, Datu Puti, Boobalan, Kockar, Nigam, Nigahban, Rapeepat,
    Rapee, Pussadee`,
  "of Africa and West Asia": `Nkechi, Ngozi, Niger, Nigerine, Oluwaseun, Chukwuemeka, Thandiwe, Nkosana, Sipho, Titilayo, Titilope, Ifeoma, Assefa, Assad,
    Hassan, Bassam, Yassin, Cassim, Mohamed, Muhammad, Dikembe, Dikko, Kunta Kinte, Kofi, Adwoa, Ama, Abena, Fagbemi, Fagbenle,
    Shitta, Shittu, Bello Shitta, Retta, Omar, Nazira, Nazim, Nazif, Nazita, Gaya, Gayane, Homa, Homayoun, Rapee, Anahit, Ani,
    Ano, Faiq, Fariba, Farida, Fuad, Fatma, Wafa, Hoda, Jihad, Osama, Isis, Allah Rakha, ǃXóõ, Ṣadé, Adébáyọ̀, Wọlé Ṣóyínká,
    Ọlá, Ẹniọlá`,
  "in other scripts": `Мария, Семён, Ольга, Юлия, Київ, Любовь, Ёлка, Њего, Ђорђе, Здравко, Γιώργος, Ελένη, Νίκος, Δέσποινα, محمد, فاطمة,
    عبد الرحمن, علی‌رضا, پریسا, گلناز, שרה, דוד, בן־גוריון, आदित्य, देवी, लक्ष्मी, श्रीकृष्ण, বিপাশা, রবীন্দ্রনাথ, ਗੁਰਪ੍ਰੀਤ,
    ગાંધી, முருகன், శ్రీనివాస్, ಬಸವ, മോഹൻലാൽ, සුනිල්, สมชาย, พรทิพย์, ນາງ, သီရိ, សុខា, 王明, 李小龍, 张伟, 田中太郎, さくら, ケンジ, まゆみ, 김민준,
    이영희, გიორგი, თამარ, Արամ, Գայանե, ሰላም, ኃይሌ, ᎠᏂᎦ, བསྟན་འཛིན, ᠲᠡᠮᠦᠵᠢᠨ, ⵎⴰⵙⵉⵏⵉⵙⵙⴰ, Jean 王, Sakura さくら, Kim 민준`,
};

/** Names that people have too, and words by themselves: they are refused, unless the host allows them. */
export const REFUSED_THOUGH_REAL =
  "Dick, Dick Whittington, Cumming, Raper, Rape, Dyke, Hooker, Kike, Cock, Semen, Fuk, Tit, Cum, Shit, Ashit, Anal, Porn, Nazi, Wank, Bich, Verga, Marica, Bot, Server, Host, You, Staff";

/** What a stranger tries in order to seem to speak for the host. */
export const CLAIMS: readonly string[] = [
  ..."Admin|ADMIN|admin 2|Admin2|ADMlN|Adm1n|4dm1n|@dmin|A d m i n|a.d.m.i.n|ad-min|Ad min|Ádmín|admıń|adrnin|[ADMIN] Ana|Ana-Admin|AnaAdmin|Admin🌺|🌺Admin🌺|𝐀𝐝𝐦𝐢𝐧|ⓐⓓⓜⓘⓝ|Ａｄｍｉｎ".split(
    "|",
  ),
  ..."Mod|M0d|mod_team|TheMods|rnoderator|MODERATOR_Ana|Ana (moderator)|Moderadora|Official Ana|Support|$upport|Support Team|St@ff|5taff|Staff 7|Soporte".split(
    "|",
  ),
  ..."Operator|0perator|Operator Team|Operador|Helpdesk|Sysadmin|Administración|System|System 3|Sistema|Serv3r|Servidor 9|Anfitrión|Easy Bot|easybot|B0t|Nobody|Everyone".split(
    "|",
  ),
  ..."Deleted player|Jugador eliminado|Referee|Árbitro|Spectator|Flower War|FlowerWar|Flower-War|Fl0wer W4r|ﬂower war|Fiower War|F1ower War|FlowerWarTeam|The Flower War".split(
    "|",
  ),
  "Flower War Support",
  "Ana ✅",
  "Ana ✔️",
  "☑ Ana",
];

/** The same with letters of another script, or with invisible characters. */
export const DISGUISES: readonly string[] = [
  ..."Аdmin|аdmіn|Moderаtor|Officiаl|Ορerator|ѕуѕtem|Вot|Раypal|pаypаl|Αna王Ж|fuсk|nіgger|vergа".split("|"),
  ..."adm\u200bin|Ad\u00admin|Mod\u2060erator|An\u202ea|✓ Ana|Ana √|A\u20ddna|\u0301|...|\u200e|\u2800".split(
    "|",
  ),
];

/** Words that most hosts do not want to read, as they are written past a filter. */
export const WORD_TRICKS: readonly string[] = [
  ..."fuck|FUCK|fück|f u c k|f.u.c.k|f_u_c_k|ｆｕｃｋ|𝖋𝖚𝖈𝖐|fuuuuck|f*ck|fvck|ƒuck|fuck😀|f😀u😀c😀k|FuckYou|fukyou|sh1t|$hit|5hit|SHlT|sh!t|bullshit|b!tch|c0ck|n1gger|n i g g e r".split(
    "|",
  ),
  ..."f4ggot|wh0re|d1ck|dlck|dick head|p3nis|p0rn|s1ut|t1ts|a$$hole|n4zi|Hitler|rapist|bastard|puta|PUTA|put4|pu7a|p u t a|hijo de puta|HijoDePuta|mierda|m1erda|m-i-e-r-d-a|cabrón|c4bron".split(
    "|",
  ),
  ..."pendejo|p3ndejo|maricón|v3rga|culero|chingada|chinga tu madre|coño|gilipollas|zorra".split("|"),
];
