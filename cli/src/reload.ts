/** What an operator does when Mosquitto's files have changed. */
export const RELOAD = `
Mosquitto reads its files again at a SIGHUP: pkill -HUP mosquitto, or docker compose kill -s HUP mosquitto.`;
