import type { Request, Response } from "express";
import type { AddressLimit } from "../cluster/address-limit.ts";

/** Counts a request before its body is parsed. As Express' `RequestHandler`, but it leaves the types of a path's parameters alone. */
export type CountRequest = (
  request: Pick<Request, "ip">,
  response: Pick<Response, "once" | "statusCode">,
  next?: () => void,
) => Promise<void>;

/**
 * Refuses requests as `AddressLimit.count`.
 * @param options.forgives whether one that proves to be malformed is given back, as `AddressLimit.forgive` does. Default `false`
 */
export function countRequest(
  limit: AddressLimit,
  { forgives = false }: { readonly forgives?: boolean } = {},
): CountRequest {
  return async ({ ip = "" }, response, next) => {
    await limit.count(ip);
    if (forgives) {
      response.once("finish", () => {
        if (response.statusCode === 400) void limit.forgive(ip);
      });
    }
    next?.();
  };
}
