import { expect, test } from 'vitest';
import { toOwners } from '../../../server/limits/owners.ts';
import { isPrivateAddress } from '../../../server/limits/private-addresses.ts';

test('D24: counts an IPv6 address by its first groups, in any shortened form', () => {
  const keys = (ip: string) => toOwners(ip).map(({ key }) => key);
  expect(keys('2001:db8:1:2:3:4:5:6')).toEqual(['2001:db8:1:2', '2001:db8:1/48']);
  expect(keys('2001:db8::6')).toEqual(['2001:db8:0:0', '2001:db8:0/48']);
  expect(keys('::1:2:3:4:5:6')).toEqual(['0:0:1:2', '0:0:1/48']);
  expect(keys('1::2:3:4:5:6:7')).toEqual(['1:0:2:3', '1:0:2/48']);
  expect(keys('::')).toEqual(['0:0:0:0', '0:0:0/48']);
});

test('X15: recognizes addresses of private networks, and their public neighbours', () => {
  const ends = [
    ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
    ['126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
    ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
    ['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
    ['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
    ['::', '::1', '::1', '::2'],
    ['fbff::1', 'fc00::', 'fdff::1', 'fe00::1'],
    ['fe7f::1', 'fe80::', 'febf::1', 'fec0::1'],
  ];
  for (const addresses of ends)
    expect(addresses.map(isPrivateAddress), addresses[1]).toEqual([false, true, true, false]);
  expect(['::ffff:10.0.0.1', '::ffff:11.0.0.1', 'shop.example', ''].map(isPrivateAddress)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
