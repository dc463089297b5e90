import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "../src/config.ts";

const folder = mkdtempSync(join(tmpdir(), "bridge-config-"));
afterAll(() => rmSync(folder, { recursive: true }));

const TOKEN = { BRIDGE_TOKEN: "0123456789abcdef" };

function errorOf(environment: NodeJS.ProcessEnv): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "";
}

describe("the environment", () => {
  test("when empty, everything but the token has a default", () => {
    expect(readConfig(TOKEN)).toEqual({
      operatorUrls: ["http://localhost:2568"],
      operatorCa: null,
      bridgeId: "bridge-1",
      bridgeToken: "0123456789abcdef",
      broker: { host: "127.0.0.1", port: 1883, tls: null, socketsPerAddress: 500 },
      templeBrokerUrl: null,
      metricsPort: null,
      home: null,
      logLevel: "info",
    });
  });

  test("an empty variable counts as unset, as at the server", () => {
    const names = [
      "OPERATOR_URL",
      "SERVER_URL",
      "BRIDGE_ID",
      "MQTT_URL",
      "MQTT_HOST",
      "MQTT_PORT",
      "TEMPLE_BROKER_URL",
      "LOG_LEVEL",
      "DATA_DIR",
    ];
    const empty = Object.fromEntries(names.map((name) => [name, ""]));
    expect(readConfig({ ...TOKEN, ...empty })).toEqual(readConfig(TOKEN));
    expect(errorOf({ BRIDGE_TOKEN: "", NODE_ENV: "production" })).toMatch(/^BRIDGE_TOKEN must be set /);
  });

  test("sets what it names", () => {
    const environment = {
      OPERATOR_URL: "https://one.example:2568/, http://two.example/n2",
      BRIDGE_ID: "bridge-2",
      METRICS_PORT: "9464",
      BRIDGE_TOKEN: "0123456789abcdef",
      MQTT_HOST: "0.0.0.0",
      MQTT_PORT: "0",
      TEMPLE_BROKER_URL: "mqtts://play.example",
      LOG_LEVEL: "warn",
    };
    expect(readConfig(environment)).toEqual({
      operatorUrls: ["https://one.example:2568", "http://two.example/n2"],
      operatorCa: null,
      bridgeId: "bridge-2",
      bridgeToken: "0123456789abcdef",
      broker: { host: "0.0.0.0", port: 0, tls: null, socketsPerAddress: 500 },
      templeBrokerUrl: "mqtts://play.example",
      metricsPort: 9464,
      home: null,
      logLevel: "warn",
    });
  });

  test("HOME_ASSISTANT_DISCOVERY switches Home Assistant's discovery on, or takes it back", () => {
    const more = { HOME_ASSISTANT_PREFIX: "house/ha", HOME_ASSISTANT_PASSWORD: "a-password-of-16" };
    expect(readConfig({ ...TOKEN, ...more }).home).toBeNull();
    expect(readConfig({ ...TOKEN, HOME_ASSISTANT_DISCOVERY: "false" }).home).toBeNull();
    expect(readConfig({ ...TOKEN, HOME_ASSISTANT_DISCOVERY: "true" }).home).toEqual({
      mode: "show",
      prefix: "homeassistant",
      password: null,
    });
    expect(readConfig({ ...TOKEN, ...more, HOME_ASSISTANT_DISCOVERY: "remove" }).home).toEqual({
      mode: "remove",
      prefix: "house/ha",
      password: "a-password-of-16",
    });
  });

  test("MQTT_URL replaces the embedded broker", () => {
    const url = "mqtts://bridge-1:secret@mqtt.example:8883";
    expect(readConfig({ ...TOKEN, MQTT_URL: url, MQTT_PORT: "5" }).broker).toEqual({ url, ca: null });
  });

  test.each([
    ["OPERATOR_URL", "play.example"],
    ["OPERATOR_URL", "ftp://play.example"],
    ["OPERATOR_URL", "http://one.example:2568,"],
    ["BRIDGE_ID", "B!"],
    ["BRIDGE_TOKEN", "0123456789abcde"],
    ["MQTT_URL", "http://mqtt.example"],
    ["MQTT_URL", "mqtt//mqtt.example"],
    ["MQTT_URL", "mqtt:"],
    ["MQTT_URL", "mqtt:mqtt.example"],
    ["MQTT_URL", "mqtt://bridge-1:50%@mqtt.example"],
    ["MQTT_URL", "mqtt://bridge%zz:secret@mqtt.example"],
    ["MQTT_PORT", "65536"],
    ["MQTT_PORT", "-1"],
    ["MQTT_PORT", "1883x"],
    ["MQTT_SOCKETS_PER_ADDRESS", "0"],
    ["TEMPLE_BROKER_URL", "play.example"],
    ["TEMPLE_BROKER_URL", "https://play.example"],
    ["TEMPLE_BROKER_URL", "mqtt://me:secret@play.example"],
    ["TEMPLE_BROKER_URL", "mqtt://localhost:1883"],
    ["TEMPLE_BROKER_URL", "mqtts://127.0.0.1"],
    ["METRICS_PORT", "http"],
    ["HOME_ASSISTANT_DISCOVERY", "yes"],
    ["HOME_ASSISTANT_PREFIX", "home/+"],
    ["HOME_ASSISTANT_PREFIX", "templo/v1"],
    ["HOME_ASSISTANT_PREFIX", "$SYS"],
    ["HOME_ASSISTANT_PASSWORD", "short"],
    ["LOG_LEVEL", "loud"],
    ["NODE_ENV", "Production"],
  ])("%s=%j is refused with one sentence that names it", (name, value) => {
    expect(errorOf({ ...TOKEN, [name]: value })).toMatch(new RegExp(`^${name} must [^\\n]+\\.$`));
  });

  test("SERVER_URL, which bridges of earlier versions read, is refused with what to set instead", () => {
    expect(errorOf({ ...TOKEN, SERVER_URL: "http://play.example" })).toMatch(
      /^OPERATOR_URL must be set instead of SERVER_URL: [^\n]+\.$/,
    );
    const both = { SERVER_URL: "http://play.example", OPERATOR_URL: "http://play.example:2568" };
    expect(readConfig({ ...TOKEN, ...both }).operatorUrls).toEqual(["http://play.example:2568"]);
  });

  test("in production a missing BRIDGE_TOKEN is an error", () => {
    expect(errorOf({ NODE_ENV: "production" })).toMatch(/^BRIDGE_TOKEN must be set in production[^\n]+\.$/);
  });

  test("in development the token that the server stored is used, if there is one", () => {
    expect(errorOf({ DATA_DIR: folder })).toMatch(/^BRIDGE_TOKEN must be set, [^\n]+\.$/);
    writeFileSync(join(folder, "bridge-token"), "too short\n");
    expect(errorOf({ DATA_DIR: folder })).toMatch(/^BRIDGE_TOKEN must be set, [^\n]+\.$/);
    writeFileSync(join(folder, "bridge-token"), "fedcba9876543210\n");
    expect(readConfig({ DATA_DIR: folder }).bridgeToken).toBe("fedcba9876543210");
  });
});
