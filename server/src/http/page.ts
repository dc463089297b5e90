import { fileURLToPath } from "node:url";
import express, { type RequestHandler, Router } from "express";

const DIST = fileURLToPath(new URL("../../../web/dist", import.meta.url));

/** The built page at `/`, or how to get it. */
export function page(): Router {
  const router = Router();
  router.use(express.static(DIST));
  router.get("/", notBuilt);
  return router;
}

const notBuilt: RequestHandler = (_request, response) => {
  response.status(503).type("text").send("The page is not built yet: run `npm run build -w web`.\n");
};
