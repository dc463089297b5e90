import type { NetworkInterfaceInfo } from "node:os";

/** Builds an interface of a machine, as `networkInterfaces` of Node lists it. @param internal whether it is the loopback */
export function interfaceAt(address: string, internal = false): NetworkInterfaceInfo {
  const own = { address, internal, mac: "00:00:00:00:00:00", cidr: null };
  return address.includes(":")
    ? { ...own, family: "IPv6", netmask: "ffff:ffff:ffff:ffff::", scopeid: 0 }
    : { ...own, family: "IPv4", netmask: "255.255.255.0" };
}
