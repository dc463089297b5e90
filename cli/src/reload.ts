/** Help text: what to do after Mosquitto's files have changed. */
export const RELOAD = `
Then make Mosquitto read its files again: pkill -HUP mosquitto, or docker compose kill -s HUP mosquitto.`;
