import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { PROOF_HEADER } from "@flower-war/protocol/players";
import type { Request, RequestHandler } from "express";
import helmet from "helmet";
import type { Origins } from "../wire/origins.ts";

/** Lets pages of these sites call: there are no cookies, and tokens travel in bodies. */
export function crossOrigin(origins: Origins): RequestHandler {
  return (request, response, next) => {
    response.set({
      ...allowOrigin(origins, request),
      "Access-Control-Allow-Headers": `Authorization, Content-Type, Last-Event-ID, ${PROOF_HEADER}`,
      "Access-Control-Allow-Methods": "GET, POST, PATCH, DELETE",
      "Access-Control-Expose-Headers": "Retry-After",
      "Access-Control-Max-Age": "86400",
    });
    if (!origins.areAny) response.vary("Origin");
    if (request.method === "OPTIONS") response.status(204).end();
    else next();
  };
}

/** Names the site of the page that asks, if its pages may; all sites, if any may. */
function allowOrigin(origins: Origins, request: Request): Record<string, string> {
  if (origins.areAny) return { "Access-Control-Allow-Origin": "*" };
  const { origin } = request.headers;
  return origin !== undefined && origins.allow(request) ? { "Access-Control-Allow-Origin": origin } : {};
}

/** The sources that any page of ours may load: this server alone. */
const OWN_FILES = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'", "data:"],
  "font-src": ["'self'"],
  "base-uri": ["'none'"],
  "form-action": ["'self'"],
  "frame-ancestors": ["'none'"],
};

/** What no page of ours asks of a device, so that no script there can, whatever the browser would let it. */
const UNUSED_FEATURES =
  "accelerometer bluetooth camera display-capture geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi payment serial usb xr-spatial-tracking".split(
    " ",
  );

/** @param used features that the page does use */
function featurePolicy(...used: readonly string[]): RequestHandler {
  const parts = UNUSED_FEATURES.map((feature) => `${feature}=(${used.includes(feature) ? "self" : ""})`);
  const policy = parts.join(", ");
  return (_request, response, next) => {
    response.set("Permissions-Policy", policy);
    next();
  };
}

/** A host name or IPv4 address with or without a port, as a policy may name it; an IPv6 address it may not. */
const HOST = /^[a-z\d](?:[a-z\d.-]{0,252}[a-z\d])?(?::\d{1,5})?$/i;

/**
 * Names where the page's sockets may go besides `'self'`: to the host of `PUBLIC_URL`, where each server of an installation has a
 * path of its own, else to the host that was asked, since Safari before 15.4 takes `'self'` for no socket.
 */
function socketsOf(host: string | undefined): string {
  return host !== undefined && HOST.test(host) ? `ws://${host} wss://${host}` : "";
}

function sourcesOfPage(publicUrl: string | null) {
  const publicHost = publicUrl === null ? null : new URL(publicUrl).host;
  return {
    ...OWN_FILES,
    "frame-src": ["'self'"],
    "media-src": ["'self'"],
    "connect-src": ["'self'", ({ headers }: IncomingMessage) => socketsOf(publicHost ?? headers.host)],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
  };
}

/**
 * Restricts what the page may load and connect to, to this server: no inline script or style, no third party, no frame around it.
 * Plain HTTP must work: many servers run in a home network.
 */
export function safeHeaders(publicUrl: string | null): RequestHandler[] {
  const headers = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: sourcesOfPage(publicUrl) },
    frameguard: { action: "deny" },
    crossOriginResourcePolicy: { policy: "cross-origin" },
    strictTransportSecurity: false,
  });
  return [headers, featurePolicy()];
}

/**
 * The policy of a match that other sites show in a frame (`/embed/`), in place of the other: the same but for the frame, which may be
 * in pages of the sites that may use this server.
 */
export function embedPolicy(publicUrl: string | null, origins: Origins): RequestHandler[] {
  const directives = {
    ...sourcesOfPage(publicUrl),
    "frame-ancestors": origins.allowed === null ? ["*"] : ["'self'", ...origins.allowed],
  };
  return [
    helmet.contentSecurityPolicy({ useDefaults: false, directives }),
    (_request, response, next) => {
      response.removeHeader("X-Frame-Options");
      next();
    },
  ];
}

/**
 * The policy of the page that installs firmware (`/firmware/`), in place of the other: the console of ESP Web Tools has a style
 * of its own, and it writes to a chip over a serial port.
 */
export const installerPolicy: readonly RequestHandler[] = [
  helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: { ...OWN_FILES, "style-src": ["'self'", "'unsafe-inline'"], "connect-src": ["'self'"] },
  }),
  featurePolicy("serial"),
];

/** The same for the operator's page, which connects to its own server alone, and whose files no other site may use. */
export const operatorHeaders: readonly RequestHandler[] = [
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { ...OWN_FILES, "connect-src": ["'self'"] } },
    frameguard: { action: "deny" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    strictTransportSecurity: false,
  }),
  featurePolicy(),
];

/** The policy of a page that has this style in it, and connects to this server alone. */
export function inlineStylePolicy(style: string): RequestHandler {
  const hash = createHash("sha256").update(style).digest("base64");
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: { ...OWN_FILES, "style-src": [`'sha256-${hash}'`], "connect-src": ["'self'"] },
  });
}
