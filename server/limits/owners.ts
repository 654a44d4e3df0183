export interface Owner {
  readonly key: string;
  /** A /48 of IPv6, of many addresses that are counted by themselves too. */
  readonly isNet: boolean;
}

/** An IPv4 address that came as IPv6 is written as what it is. */
export const plainAddress = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Who shares an address: an IPv4 address is counted as it is, IPv6 by its /64, which is one subscriber's, and by its
 * /48, since some own as much as that (D24). The narrow one comes first.
 */
export function ownersOf(ip: string): readonly [Owner, ...Owner[]] {
  const plain = plainAddress(ip);
  if (!plain.includes(':')) return [{ key: plain, isNet: false }];
  const [start = [], end = []] = plain.split('::', 2).map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0');
  const groups = [...start, ...zeros, ...end];
  return [
    { key: groups.slice(0, 4).join(':'), isNet: false },
    { key: `${groups.slice(0, 3).join(':')}/48`, isNet: true },
  ];
}
