import { describe, expect, test } from 'vitest';
import { findWarnings } from '../../../server/env/faults.ts';
import {
  DEFAULT_DEMO_PASSWORD,
  SIMULATED_GOOGLE_ID,
  SIMULATED_KEY,
  SIMULATED_MPESA,
} from '../../../server/env/settings.ts';
import { readEnv } from '../../../server/env/env.ts';
import { getFaults, PRODUCTION } from './production.ts';

describe('H16: production', () => {
  test('starts with real providers, without simulators, demo shop and demo account', () => {
    expect(readEnv(PRODUCTION)).toMatchObject({
      isProduction: true,
      isSecure: true,
      simulators: { enabled: false },
      seedDemo: false,
      demoPassword: null,
    });
  });

  test('D3: warns at the start when all shoppers have one address', () => {
    const nightly = { ...PRODUCTION, BACKUP_HOUR: '3', ALERT_MAIL: 'owner@duka.example' };
    expect(findWarnings(readEnv(nightly))).toEqual([expect.stringContaining('TRUST_PROXY is not set')]);
    expect(findWarnings(readEnv({ ...nightly, TRUST_PROXY: '10.0.0.0/8, ::1, 192.0.2.7' }))).toEqual([]);
    expect(findWarnings(readEnv({}))).toEqual([]);
  });

  test.each([
    ['no ALERT_MAIL', { ALERT_MAIL: '' }, 'ALERT_MAIL is not set'],
    [
      'a till number equal to the short code',
      { MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline', MPESA_PARTY_B: '600123', MPESA_SHORTCODE: '600123' },
      'MPESA_PARTY_B equals MPESA_SHORTCODE',
    ],
    [
      'a paybill number other than the short code',
      { MPESA_PARTY_B: '600124', MPESA_SHORTCODE: '600123' },
      'MPESA_PARTY_B differs from MPESA_SHORTCODE',
    ],
    [
      'blanks around a secret',
      { MPESA_PASSKEY: ' the-passkey\n' },
      'MPESA_PASSKEY has surrounding spaces, quotes or invisible',
    ],
    [
      'blanks around a key',
      { MPESA_CONSUMER_KEY: 'the-key ' },
      'MPESA_CONSUMER_KEY has surrounding spaces, quotes or invisible',
    ],
    ['a quote at one end', { MPESA_PASSKEY: '"the-passkey' }, 'MPESA_PASSKEY has a quote at one end'],
    ['an invisible character inside', { SMTP_PASSWORD: 'pass\u{200B}word' }, 'SMTP_PASSWORD has a quote at one end'],
    [
      'a private callback address',
      { MPESA_CALLBACK_ORIGIN: 'https://10.0.0.7' },
      'MPESA_CALLBACK_ORIGIN is an address',
    ],
    [
      'a callback address of a local network',
      { MPESA_CALLBACK_ORIGIN: 'https://[fd00::7]' },
      'MPESA_CALLBACK_ORIGIN is an address',
    ],
    ['an internal name', { MPESA_CALLBACK_ORIGIN: 'https://shop.local' }, 'MPESA_CALLBACK_ORIGIN is an address'],
    [
      'a word that M-Pesa refuses',
      { MPESA_CALLBACK_ORIGIN: 'https://mpesa.duka.example' },
      'MPESA_CALLBACK_ORIGIN has the word',
    ],
  ])('X15: warns at the start about %s, in one line', (_what, change, line) => {
    const right = { ...PRODUCTION, BACKUP_HOUR: '3', TRUST_PROXY: '10.0.0.0/8', ALERT_MAIL: 'owner@duka.example' };
    expect(findWarnings(readEnv(right))).toEqual([]);
    const env = readEnv({ ...right, ...change });
    expect(findWarnings(env)).toEqual([expect.stringContaining(line)]);
    for (const value of [env.mpesa.passkey, env.mpesa.consumerKey]) expect(value).toBe(value.trim());
  });

  test('X15: warns about addresses of private networks, and not about their public neighbours', () => {
    const tells = (host: string) =>
      findWarnings(readEnv({ ...PRODUCTION, MPESA_CALLBACK_ORIGIN: `https://${host}` })).some((line) =>
        line.startsWith('MPESA_CALLBACK_ORIGIN is an address'),
      );
    const ends = [
      ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
      ['100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
      ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
      ['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
      ['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
      ['[fbff::1]', '[fc00::]', '[fdff::1]', '[fe00::1]'],
      ['[fe7f::1]', '[fe80::]', '[febf::1]', '[fec0::1]'],
    ];
    for (const [before = '', first = '', last = '', after = ''] of ends)
      expect([before, first, last, after].map(tells), first).toEqual([false, true, true, false]);
  });

  test('H16: reports forbidden values in the order of the settings page', () => {
    const wrong = {
      ...PRODUCTION,
      GOOGLE_ISSUERS: 'https://issuer.example',
      GOOGLE_CLIENT_ID: SIMULATED_GOOGLE_ID,
      PUBLIC_ORIGIN: 'http://duka.example',
      TERMII_API_KEY: SIMULATED_KEY,
      MPESA_SHORTCODE: SIMULATED_MPESA.shortcode,
      MPESA_CALLBACK_ADDRESSES: '196.201.214.0/24',
      RATE_LIMIT_FACTOR: '11',
    };
    const told = getFaults(wrong);
    const order = [
      'GOOGLE_ISSUERS is not allowed',
      'GOOGLE_CLIENT_ID is the simulator’s',
      'PUBLIC_ORIGIN must be https',
      'TERMII_API_KEY is the simulator’s',
      'RATE_LIMIT_FACTOR must be at most 10',
      'MPESA_SHORTCODE is the sandbox’s',
      'MPESA_CALLBACK_ADDRESSES needs TRUST_PROXY',
    ].map((words) => told.indexOf(words));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test('F17: warns at the start of a production shop without scheduled backups', () => {
    const behind = { ...PRODUCTION, TRUST_PROXY: '10.0.0.0/8', ALERT_MAIL: 'owner@duka.example' };
    expect(findWarnings(readEnv(behind))).toEqual(['BACKUP_HOUR is not set: only npm run backup makes backups']);
    expect(readEnv({ BACKUP_HOUR: '0', DATA_DIR: '/data' }).backup).toEqual({
      dir: '/data/backups',
      hour: 0,
      days: 14,
    });
  });

  test.each([
    ['no provider', { TERMII_API_KEY: '' }, 'TERMII_API_KEY is needed'],
    ['no provider address', { TERMII_BASE_URL: '' }, 'TERMII_BASE_URL is needed'],
    [
      'the simulator’s address',
      { TERMII_BASE_URL: 'http://127.0.0.1:3001/termii' },
      'TERMII_BASE_URL must be the real provider',
    ],
    [
      'the simulator by another name',
      { TERMII_BASE_URL: 'http://localhost:3001' },
      'TERMII_BASE_URL must be the real provider',
    ],
    ['the simulator’s key', { TERMII_API_KEY: SIMULATED_KEY }, 'TERMII_API_KEY is the simulator'],
    ['no M-Pesa', { MPESA_CONSUMER_KEY: '' }, 'MPESA_CONSUMER_KEY is needed in production'],
    ['no M-Pesa address', { MPESA_BASE_URL: '' }, 'MPESA_BASE_URL is needed in production'],
    ['no M-Pesa secret', { MPESA_CONSUMER_SECRET: '' }, 'MPESA_CONSUMER_SECRET is needed in production'],
    ['no passkey', { MPESA_PASSKEY: '' }, 'MPESA_PASSKEY is needed in production'],
    [
      'the simulated M-Pesa',
      { MPESA_BASE_URL: 'http://127.0.0.1:3001/daraja' },
      'MPESA_BASE_URL must be the real provider',
    ],
    [
      'an M-Pesa without TLS',
      { MPESA_BASE_URL: 'http://api.safaricom.co.ke' },
      'MPESA_BASE_URL must be the real provider',
    ],
    [
      'the simulator’s M-Pesa key',
      { MPESA_CONSUMER_KEY: SIMULATED_MPESA.consumerKey },
      'MPESA_CONSUMER_KEY is the simulator',
    ],
    [
      'the simulator’s M-Pesa secret',
      { MPESA_CONSUMER_SECRET: SIMULATED_MPESA.consumerSecret },
      'MPESA_CONSUMER_SECRET is the simulator',
    ],
    ['the simulator’s passkey', { MPESA_PASSKEY: SIMULATED_MPESA.passkey }, 'MPESA_PASSKEY is the simulator'],
    [
      'callbacks without TLS',
      { MPESA_CALLBACK_ORIGIN: 'http://duka.example' },
      'MPESA_CALLBACK_ORIGIN must be a public https',
    ],
    ['no mail', { SMTP_HOST: '' }, 'SMTP_HOST is needed in production'],
    ['mail without a login', { SMTP_PASSWORD: '' }, 'SMTP_PASSWORD is needed with SMTP_HOST'],
    ['mail without a sender', { MAIL_FROM: '' }, 'MAIL_FROM is needed in production'],
    ['the simulated mail', { SMTP_HOST: '127.0.0.1' }, 'SMTP_HOST must be the real provider'],
    ['the simulated mail by name', { SMTP_HOST: 'localhost' }, 'SMTP_HOST must be the real provider'],
    ['a mail port of the simulators', { SIMULATORS_MAIL_PORT: '3002' }, 'SIMULATORS_MAIL_PORT is not allowed'],
    ['the simulated Google', { GOOGLE_CLIENT_ID: SIMULATED_GOOGLE_ID }, 'GOOGLE_CLIENT_ID is the simulator'],
    ['another issuer', { GOOGLE_ISSUERS: 'https://evil.example' }, 'GOOGLE_ISSUERS is not allowed'],
    ['another key set', { GOOGLE_JWKS_URL: 'https://evil.example' }, 'GOOGLE_JWKS_URL is not allowed'],
    ['a port of the simulators', { SIMULATORS_PORT: '3001' }, 'SIMULATORS_PORT is not allowed'],
    ['the published demo password', { DEMO_PASSWORD: DEFAULT_DEMO_PASSWORD }, 'DEMO_PASSWORD is the published default'],
    ['no origin', { PUBLIC_ORIGIN: '' }, 'PUBLIC_ORIGIN is needed'],
    ['plain http', { PUBLIC_ORIGIN: 'http://duka.example' }, 'PUBLIC_ORIGIN must be https'],
  ])('refuses to start with %s', (_what, change, fault) => {
    expect(getFaults({ ...PRODUCTION, ...change })).toContain(fault);
  });

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'https://duka.example'])(
    'starts with the origin %s, which nobody else can read',
    (origin) => expect(getFaults({ ...PRODUCTION, PUBLIC_ORIGIN: origin })).toBe(''),
  );

  test.each([
    ['F16', 'the sandbox', { MPESA_BASE_URL: 'https://sandbox.safaricom.co.ke' }, 'MPESA_BASE_URL is the sandbox'],
    [
      'F16',
      'its address in capitals',
      { MPESA_BASE_URL: 'https://SANDBOX.safaricom.co.ke/' },
      'MPESA_BASE_URL is the sandbox',
    ],
    ['F16', 'the sandbox’s short code', { MPESA_SHORTCODE: '174379' }, 'MPESA_SHORTCODE is the sandbox’s'],
    ['F25', 'no limits', { RATE_LIMIT_FACTOR: '10.5' }, 'RATE_LIMIT_FACTOR must be at most 10 in production'],
    [
      'F24',
      'callbacks that all have the proxy address',
      { MPESA_CALLBACK_ADDRESSES: '196.201.214.200' },
      'MPESA_CALLBACK_ADDRESSES needs TRUST_PROXY in production',
    ],
  ])('%s, D30: refuses to start with %s', (_finding, _what, change, fault) => {
    expect(getFaults({ ...PRODUCTION, ...change })).toContain(fault);
  });

  test('F16, F24, F25, D30: accepts an explicit sandbox, and callback addresses behind a proxy', () => {
    const sandbox = {
      MPESA_BASE_URL: 'https://sandbox.safaricom.co.ke',
      MPESA_SHORTCODE: '174379',
      MPESA_SANDBOX: '1',
    };
    expect(readEnv({ ...PRODUCTION, ...sandbox }).mpesa.baseUrl).toBe('https://sandbox.safaricom.co.ke');
    const behind = { MPESA_CALLBACK_ADDRESSES: '196.201.214.0/24', TRUST_PROXY: '10.0.0.1', RATE_LIMIT_FACTOR: '10' };
    expect(readEnv({ ...PRODUCTION, ...behind }).mpesa.callbackAddresses).toEqual(['196.201.214.0/24']);
  });
});
