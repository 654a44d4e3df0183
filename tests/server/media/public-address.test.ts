import { describe, expect, test } from 'vitest';
import { isPublic, publicAddress } from '../../../server/media/public-address.ts';

describe('an address of the public internet', () => {
  test.each(['8.8.8.8', '41.90.64.1', '172.15.255.255', '172.32.0.1', '2a00:1450:4001:81b::200e', '2606:4700::1111'])(
    '%s is one',
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
  ])('%s is none', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  test.each(['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '169.254.169.254', 'localhost'])(
    'a URL’s host %s is refused',
    async (host) => {
      await expect(publicAddress(host)).rejects.toThrow('is not on the public internet');
    },
  );

  test('however a URL spells it', async () => {
    for (const spelled of ['0x7f.1', '2130706433', '017700000001', '127.1', '①②⑦.0.0.1'])
      await expect(publicAddress(new URL(`https://${spelled}/`).hostname)).rejects.toThrow('not on the public');
  });

  test('a public one is given as it is', async () => {
    expect(await publicAddress('8.8.8.8')).toEqual({ address: '8.8.8.8', family: 4 });
    expect(await publicAddress('[2606:4700::1111]')).toEqual({ address: '2606:4700::1111', family: 6 });
  });
});
