import type { Request } from "express";
import type { AddressLimit } from "../cluster/address-limit.ts";

/** Counts a request before it is handled. As Express' `RequestHandler`, but it leaves the types of a path's parameters alone. */
export type CountRequest = (
  request: Pick<Request, "ip">,
  response: unknown,
  next: () => void,
) => Promise<void>;

/** Refuses requests as `AddressLimit.count`. */
export function countRequest(limit: AddressLimit): CountRequest {
  return async ({ ip }, _response, next) => {
    await limit.count(ip ?? "");
    next();
  };
}
