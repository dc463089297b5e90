import type { NetworkInterfaceInfo } from "node:os";

/** Builds an interface of a machine, as `networkInterfaces` of Node lists it. @param internal whether it is the loopback */
export function interfaceAt(address: string, internal = false): NetworkInterfaceInfo {
  const mac = "00:00:00:00:00:00";
  return { address, internal, family: "IPv4", netmask: "255.255.255.0", mac, cidr: null };
}
