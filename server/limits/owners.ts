import { SITES_OF_NET } from './limits.ts';

export interface Owner {
  readonly key: string;
  /** Multiplies what an address may do. */
  readonly factor: number;
}

/**
 * Who shares an address: an IPv4 address is counted as it is, IPv6 by its /64, which is one subscriber's, and by its
 * /48, since some own as much as that (D24). The narrow one comes first.
 */
export function ownersOf(ip: string): readonly [Owner, ...Owner[]] {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return [{ key: plain, factor: 1 }];
  const [start = [], end = []] = plain.split('::', 2).map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0');
  const groups = [...start, ...zeros, ...end];
  return [
    { key: groups.slice(0, 4).join(':'), factor: 1 },
    { key: `${groups.slice(0, 3).join(':')}/48`, factor: SITES_OF_NET },
  ];
}
