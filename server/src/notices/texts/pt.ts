import type { NoticeTexts } from "./types.ts";

export const pt: NoticeTexts = {
  turn: "Sua vez: {game}",
  awaited: "A partida espera por você.",
  play: "Jogue aqui:",
  stop: "Não receber mais e-mails:",
  confirm: "Confirme seu e-mail",
  confirmAsked:
    "Alguém que joga Flower War quer receber e-mails neste endereço quando for a sua vez. Se é você, confirme aqui:",
  confirmEnds:
    "O link vale por um dia. Se você não sabe do que se trata, não faça nada: não receberá mais e-mails.",
  account: {
    news: {
      "passkey-added": "Uma chave de acesso foi adicionada à sua conta",
      "codes-renewed": "Os códigos de recuperação da sua conta foram trocados",
      "removal-waiting": "Uma chave de acesso da sua conta vai ser removida",
    },
    body: "Se foi você, está tudo bem. Se não foi, entre com a sua própria chave de acesso, veja o que aconteceu e mantenha ou remova chaves em até 3 dias.",
    former: {
      title: "Seu e-mail foi removido da sua conta",
      body: "A partir de agora os e-mails vão para outro endereço, ou para nenhum. Se foi você, está tudo bem. Se não foi, entre com a sua chave de acesso, veja o que aconteceu e informe seu endereço de novo.",
    },
    link: "Sua conta:",
  },
};
