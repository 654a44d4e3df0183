import { lookup } from 'node:dns/promises';
import net from 'node:net';

/** One address of a host, and its family. */
export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Non-public ranges: private, shared, link-local, loopback, documentation, multicast and reserved. */
const CLOSED_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
/**
 * Non-public ranges within 2000::/3: IPv4 tunnels and documentation. Everything outside 2000::/3 is not public either.
 */
const CLOSED_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const closed = new net.BlockList();
for (const [address, bits] of CLOSED_V4) closed.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of CLOSED_V6) closed.addSubnet(address, bits, 'ipv6');
const open = new net.BlockList();
open.addSubnet('2000::', 3, 'ipv6');

/** Returns whether an address is public. IPv4-mapped IPv6 addresses are not. */
export function isPublic(address: string): boolean {
  const family = net.isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  return family === 6 && !address.includes('%') && open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/** A host on a private network. The message names it. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} is not on the public internet`);
    this.name = 'PrivateAddressError';
  }
}

/**
 * Returns the address to connect to for a host name. Throws `PrivateAddressError` when any of its addresses is not
 * public. The caller must connect to this address, because another lookup may give a different result.
 */
export async function fetchPublicAddress(host: string): Promise<Address> {
  const name = host.replace(/^\[|\]$/g, '');
  const family = net.isIP(name);
  const found = family > 0 ? [{ address: name, family }] : await lookup(name, { all: true });
  const [first] = found;
  if (first === undefined || !found.every(({ address }) => isPublic(address))) throw new PrivateAddressError(name);
  return { address: first.address, family: first.family === 6 ? 6 : 4 };
}
