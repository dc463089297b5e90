import type { NoticeTexts } from "./types.ts";

export const es: NoticeTexts = {
  turn: "Te toca: {game}",
  awaited: "La partida te espera.",
  play: "Juega aquí:",
  stop: "No recibir más correos:",
  confirm: "Confirma tu correo",
  confirmAsked:
    "Alguien que juega a Flower War quiere recibir correos en esta dirección cuando le toque. Si eres tú, confírmala aquí:",
  confirmEnds: "El enlace vale un día. Si no sabes de qué se trata, no hagas nada: no recibirás más correos.",
  account: {
    news: {
      "passkey-added": "Se añadió una clave de acceso a tu cuenta",
      "codes-renewed": "Se cambiaron los códigos de recuperación de tu cuenta",
      "removal-waiting": "Se va a quitar una clave de acceso de tu cuenta",
    },
    body: "Si fuiste tú, todo está bien. Si no, entra con tu propia clave de acceso, mira qué ha pasado y conserva o quita claves en un plazo de 3 días.",
    former: {
      title: "Se quitó tu correo de tu cuenta",
      body: "Desde ahora los correos van a otra dirección, o a ninguna. Si fuiste tú, todo está bien. Si no, entra con tu clave de acceso, mira qué ha pasado y vuelve a poner tu dirección.",
    },
    link: "Tu cuenta:",
  },
};
