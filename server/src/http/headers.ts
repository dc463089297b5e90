import type { RequestHandler } from "express";
import helmet from "helmet";

/** Clients from anywhere may talk to us: there are no cookies, and tokens travel in bodies. */
export const anyOrigin: RequestHandler = (request, response, next) => {
  response.set({
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Allow-Methods": "GET, POST, DELETE",
    "Access-Control-Expose-Headers": "Retry-After",
    "Access-Control-Max-Age": "86400",
  });
  if (request.method === "OPTIONS") response.status(204).end();
  else next();
};

/** What the page may load. Plain HTTP must do: most servers stand in somebody's living room. */
export const safeHeaders: RequestHandler = helmet({
  contentSecurityPolicy: {
    directives: { "connect-src": ["'self'", "ws:", "wss:"], "upgrade-insecure-requests": null },
  },
  crossOriginResourcePolicy: { policy: "cross-origin" },
  strictTransportSecurity: false,
});
