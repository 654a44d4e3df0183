export interface Owner {
  readonly key: string;
  /** An IPv6 /48, whose addresses are also counted individually. */
  readonly isNet: boolean;
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
export const toPlainAddress = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Returns the keys of an IP address: the IPv4 address, or the IPv6 /64, which is one subscriber, and the /48, because
 * some subscribers own one (D24). The narrow key comes first.
 */
export function toOwners(ip: string): readonly [Owner, ...Owner[]] {
  const plain = toPlainAddress(ip);
  if (!plain.includes(':')) return [{ key: plain, isNet: false }];
  const [start = [], end = []] = plain.split('::', 2).map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0');
  const groups = [...start, ...zeros, ...end];
  return [
    { key: groups.slice(0, 4).join(':'), isNet: false },
    { key: `${groups.slice(0, 3).join(':')}/48`, isNet: true },
  ];
}
