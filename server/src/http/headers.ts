import type { RequestHandler } from "express";
import helmet from "helmet";

/** Allows clients from any origin: there are no cookies, and tokens travel in bodies. */
export const anyOrigin: RequestHandler = (request, response, next) => {
  response.set({
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Allow-Methods": "GET, POST, PATCH, DELETE",
    "Access-Control-Expose-Headers": "Retry-After",
    "Access-Control-Max-Age": "86400",
  });
  if (request.method === "OPTIONS") response.status(204).end();
  else next();
};

/** What any page of ours may load: what comes from the same server. */
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

/**
 * Restricts what the page may load, to this server: no inline script or style, no third party, no frame around it. Its sockets may
 * go elsewhere, because each server of a cluster has an address of its own (`PUBLIC_URL`). Plain HTTP must work: many servers run
 * in a home network.
 */
export const safeHeaders: RequestHandler = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      ...OWN_FILES,
      "media-src": ["'self'"],
      "connect-src": ["'self'", "ws:", "wss:"],
      "manifest-src": ["'self'"],
      "worker-src": ["'self'"],
    },
  },
  frameguard: { action: "deny" },
  crossOriginResourcePolicy: { policy: "cross-origin" },
  strictTransportSecurity: false,
});

/** The same for the operator's page, which connects to its own server alone, and whose files no other site may use. */
export const operatorHeaders: RequestHandler = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { ...OWN_FILES, "connect-src": ["'self'"] } },
  frameguard: { action: "deny" },
  crossOriginResourcePolicy: { policy: "same-origin" },
  strictTransportSecurity: false,
});
