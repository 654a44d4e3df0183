import net from 'node:net';
import { toPlainAddress } from '../limits/owners.ts';

/** Matches addresses and CIDR blocks. An empty list allows every address. */
export function createAddressList(entries: readonly string[]): (ip: string) => boolean {
  if (entries.length === 0) return () => true;
  const list = new net.BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/', 2);
    const family = net.isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (ip) => {
    const plain = toPlainAddress(ip);
    return list.check(plain, net.isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}
