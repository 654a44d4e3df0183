import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isPublic, PrivateAddressError, fetchPublicAddress } from '../../../server/media/public-address.ts';

describe('public addresses', () => {
  test.each(['8.8.8.8', '41.90.64.1', '172.15.255.255', '172.32.0.1', '2a00:1450:4001:81b::200e', '2606:4700::1111'])(
    'accepts %s',
    (address) => {
      expect(isPublic(address)).toBe(true);
    },
  );

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.170',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::a00:1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
    '8.8.8',
  ])('rejects %s', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  test.each(['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '169.254.169.254', 'localhost'])(
    'rejects the URL host %s',
    async (host) => {
      await expect(fetchPublicAddress(host)).rejects.toThrow('is not on the public internet');
    },
  );

  test('rejects private addresses in every URL spelling', async () => {
    for (const spelled of ['0x7f.1', '2130706433', '017700000001', '127.1', '①②⑦.0.0.1'])
      await expect(fetchPublicAddress(new URL(`https://${spelled}/`).hostname)).rejects.toThrow('not on the public');
  });

  test('returns a public address unchanged', async () => {
    expect(await fetchPublicAddress('8.8.8.8')).toEqual({ address: '8.8.8.8', family: 4 });
    expect(await fetchPublicAddress('[2606:4700::1111]')).toEqual({ address: '2606:4700::1111', family: 6 });
  });
});

describe('boundaries of the private ranges', () => {
  test.each([
    ['0.0.0.0', '0.255.255.255', ['1.0.0.0']],
    ['10.0.0.0', '10.255.255.255', ['9.255.255.255', '11.0.0.0']],
    ['100.64.0.0', '100.127.255.255', ['100.63.255.255', '100.128.0.0']],
    ['127.0.0.0', '127.255.255.255', ['126.255.255.255', '128.0.0.0']],
    ['169.254.0.0', '169.254.255.255', ['169.253.255.255', '169.255.0.0']],
    ['172.16.0.0', '172.31.255.255', ['172.15.255.255', '172.32.0.0']],
    ['192.0.0.0', '192.0.0.255', ['191.255.255.255', '192.0.1.0']],
    ['192.0.2.0', '192.0.2.255', ['192.0.1.255', '192.0.3.0']],
    ['192.88.99.0', '192.88.99.255', ['192.88.98.255', '192.88.100.0']],
    ['192.168.0.0', '192.168.255.255', ['192.167.255.255', '192.169.0.0']],
    ['198.18.0.0', '198.19.255.255', ['198.17.255.255', '198.20.0.0']],
    ['198.51.100.0', '198.51.100.255', ['198.51.99.255', '198.51.101.0']],
    ['203.0.113.0', '203.0.113.255', ['203.0.112.255', '203.0.114.0']],
    ['224.0.0.0', '255.255.255.255', ['223.255.255.255']],
    ['2001::', '2001:1ff:ffff::', ['2000:ffff::', '2001:200::']],
    ['2001:db8::', '2001:db8:ffff::', ['2001:db7:ffff::', '2001:db9::']],
    ['2002::', '2002:ffff::', ['2001:ffff::', '2003::']],
    ['3fff::', '3fff:fff::', ['3ffe:ffff::', '3fff:1000::']],
    ['1fff:ffff::', '::', ['2000::']],
    ['4000::', 'ffff::', ['3fff:ffff::']],
  ])('from %s to %s no address is public, and the neighbours are', (first, last, beside) => {
    expect([first, last].map(isPublic)).toEqual([false, false]);
    expect(beside.map(isPublic)).toEqual(beside.map(() => true));
  });
});

describe('a host name', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  const resolvesTo = (...found: readonly { address: string; family: number }[]) => {
    const lookup = vi.spyOn(dns, 'lookup').mockResolvedValue(found as never);
    syncBuiltinESMExports();
    return lookup;
  };
  const [four, six] = [
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ];

  test('is rejected when one of its addresses is private or it has none', async () => {
    const lookup = resolvesTo(four, { address: '10.0.0.1', family: 4 });
    await expect(fetchPublicAddress('pictures.example')).rejects.toMatchObject({ name: 'PrivateAddressError' });
    expect(lookup).toHaveBeenCalledWith('pictures.example', { all: true });
    resolvesTo();
    await expect(fetchPublicAddress('pictures.example')).rejects.toThrow(PrivateAddressError);
  });

  test('resolves to its first address', async () => {
    resolvesTo(six, four);
    expect(await fetchPublicAddress('pictures.example')).toEqual(six);
    resolvesTo(four, six);
    expect(await fetchPublicAddress('pictures.example')).toEqual(four);
  });
});
