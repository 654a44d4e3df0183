import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { addresses, countries, list, seconds, shortcode, url, whole } from '../../../server/env/values.ts';
import { Settings } from '../../../server/env/settings.ts';
import { readEnv } from '../../../server/env/env.ts';
import { getFaults, PRODUCTION, REAL_MPESA } from './production.ts';

/** Every whole-number setting: its minimum, its maximum and its default. */
const WHOLE: Readonly<Record<string, readonly [least: number, most: number, otherwise: number | undefined]>> = {
  PORT: [0, 65_535, 3_000],
  DATABASE_POOL: [1, 500, 10],
  DATABASE_READ_POOL: [1, 500, 5],
  BACKUP_HOUR: [0, 23, undefined],
  BACKUP_DAYS: [1, 3_650, 14],
  KEEP_MESSAGES_DAYS: [30, 3_650, 180],
  KEEP_EVENTS_DAYS: [30, 3_650, 730],
  KEEP_ALARMS_DAYS: [30, 3_650, 365],
  KEEP_CODES_DAYS: [2, 365, 2],
  MEDIA_MB: [100, 1_000_000, 2_000],
  CATALOGUE_KEPT_MS: [0, 1_000, 1_000],
  WATCHDOG_SECONDS: [0, 3_600, 60],
  SIMULATORS_PORT: [1, 65_535, undefined],
  SIMULATORS_MAIL_PORT: [1, 65_535, undefined],
  SMTP_PORT: [1, 65_535, 587],
  MPESA_TIMEOUT_SECONDS: [1, 60, 8],
  MPESA_ANSWER_SECONDS: [1, 9, 2],
  MPESA_RETRY_SECONDS: [1, 3_600, 120],
  MPESA_EXPIRE_MINUTES: [1, 1_440, 10],
  MPESA_QUERIES_PER_MINUTE: [1, 10_000, 5],
  SESSION_HOURS: [1, 8_760, 168],
  SESSION_IDLE_HOURS: [1, 8_760, 12],
  OTP_LIFE_SECONDS: [1, 600, 600],
  OTP_RESEND_SECONDS: [0, 3_600, 60],
  OTP_TRIES: [1, 10, 5],
  OTP_VERIFIED_MINUTES: [1, 60, 15],
  SIGN_UP_MINUTES: [1, 1_440, 15],
  RESET_LINK_MINUTES: [1, 1_440, 30],
  EMAIL_LINK_HOURS: [1, 168, 24],
  ORDER_HOLD_MINUTES: [1, 1_440, 30],
  ORDER_KEY_HOURS: [1, 168, 24],
  COD_MAX_OPEN: [1, 1_000, 10],
  COD_MAX_VALUE: [1, 1_000_000_000, 300_000],
  COD_MAX_VALUE_FIRST: [1, 1_000_000_000, 100_000],
  COD_UNTOUCHED_HOURS: [1, 8_760, 48],
  ORDER_UNSENT_HOURS: [1, 8_760, 72],
  ORDER_UNDELIVERED_DAYS: [1, 365, 14],
  MPESA_MAX_UNPAID: [1, 1_000, 3],
  REFUND_APPROVAL_LIMIT: [0, 1_000_000_000, 10_000],
  ORDER_MAX_PIECES: [1, 1_000_000, 50],
};

type Setting = v.GenericSchema<unknown, unknown>;
const settings = Object.entries(Settings.entries) as [string, Setting][];
const getWords = (setting: Setting, value: unknown) => {
  const parsed = v.safeParse(setting, value);
  return parsed.success ? parsed.output : parsed.issues[0].message;
};

describe('settings that are whole numbers', () => {
  test('the table lists all whole-number settings', () => {
    const isWhole = ([, setting]: [string, Setting]) => getWords(setting, 'x') === 'must be a whole number';
    expect(settings.filter(isWhole).map(([name]) => name)).toEqual(Object.keys(WHOLE));
  });

  test.each(Object.entries(WHOLE))('%s enforces its bounds and default', (name, [least, most, otherwise]) => {
    const setting = settings.find(([known]) => known === name)?.[1] ?? v.never();
    const told = [undefined, String(least), String(most), String(least - 1), String(most + 1), '1.5', ''].map((text) =>
      getWords(setting, text),
    );
    expect(told).toEqual([
      otherwise,
      least,
      most,
      least === 0 ? 'must be a whole number' : `must be at least ${least}`,
      `must be at most ${most}`,
      'must be a whole number',
      'must be a whole number',
    ]);
  });

  test('converts each setting to the unit that the shop uses', () => {
    const env = readEnv({
      ...Object.fromEntries(Object.entries(WHOLE).map(([name, [least]]) => [name, String(least + 1)])),
      COD_MAX_VALUE: '7',
      COD_MAX_VALUE_FIRST: '6',
    });
    const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
    expect(env).toMatchObject({
      port: 1,
      databasePool: 2,
      databaseReadPool: 2,
      backup: { hour: 1, days: 2 },
      keep: { messagesMs: 31 * DAY, eventsMs: 31 * DAY, alarmsMs: 31 * DAY, codesMs: 3 * DAY },
      mediaBytes: 101_000_000,
      catalogueKeptMs: 1,
      watchdogSeconds: 1,
      simulators: { port: 2, mailPort: 2 },
      mpesa: {
        timeoutMs: 2 * SECOND,
        answerMs: 2 * SECOND,
        retryMs: 2 * SECOND,
        expireMs: 2 * MINUTE,
        queriesPerMinute: 2,
      },
      session: { lifeMs: 2 * HOUR, idleMs: 2 * HOUR },
      otp: { lifeMs: 2 * SECOND, resendMs: SECOND, tries: 2, verifiedMs: 2 * MINUTE, signUpMs: 2 * MINUTE },
      links: { resetMs: 2 * MINUTE, emailMs: 2 * HOUR },
      orders: {
        holdMs: 2 * MINUTE,
        keyMs: 2 * HOUR,
        bounds: { cashOrders: 2, cashValue: 7, firstCashValue: 6, unpaidMpesa: 2, pieces: 2 },
        untouchedMs: 2 * HOUR,
        unsentMs: 2 * HOUR,
        undeliveredMs: 2 * DAY,
      },
    });
  });
});

describe('settings of other kinds', () => {
  test('lists drop empty items and surrounding blanks', () => {
    expect(v.parse(list('x'), ' a, ,b,')).toEqual(['a', 'b']);
    expect(v.parse(list('x, y'), undefined)).toEqual(['x', 'y']);
    expect(v.parse(countries('254'), undefined)).toEqual(['254']);
    expect(v.parse(whole(1, 3, '2'), undefined)).toBe(2);
  });

  test.each([
    ['10.0.0.1', true],
    ['10.0.0.0/8', true],
    ['10.0.0.0/32', true],
    ['10.0.0.0/33', false],
    ['2001:db8::/128', true],
    ['2001:db8::/129', false],
    ['::1', true],
    ['10.0.0.0/8/8', false],
    ['10.0.0.0/x', false],
    ['10.0.0.0/', false],
    ['10.0.0.0/0001', false],
    ['proxy', false],
    ['/8', false],
  ])('%s is an IP address or a block: %s', (text, isOne) => {
    expect(v.is(addresses, text)).toBe(isOne);
  });

  test.each([
    ['25,70', true],
    ['25', true],
    ['25,25', false],
    ['70,25', false],
    ['0,25', false],
    ['', false],
    ['25.5', false],
  ])('increasing seconds, %s: %s', (text, isOne) => {
    expect(v.is(seconds('1'), text)).toBe(isOne);
  });

  test.each([
    ['12345', true],
    ['1234567', true],
    ['1234', false],
    ['12345678', false],
    ['12a45', false],
  ])('a shortcode, %s: %s', (text, isOne) => {
    expect(v.is(shortcode, text)).toBe(isOne);
  });

  test('a web address has one of the given protocols', () => {
    const web = url(['https:']);
    expect(['https://a.b', 'http://a.b', 'x', ''].map((text) => v.is(web, text))).toEqual([true, false, false, false]);
  });

  test('a blank value is treated as not set, and surrounding blanks are trimmed and reported', () => {
    expect(readEnv({ PORT: '  ', HOST: '' })).toMatchObject({ port: 3_000, host: '127.0.0.1' });
    const env = readEnv({ ...REAL_MPESA, MPESA_PASSKEY: ' key\n' });
    expect([env.mpesa.passkey, env.trimmed]).toEqual(['key', ['MPESA_PASSKEY']]);
    expect(env.mpesa.shortcode).toBe(REAL_MPESA.MPESA_SHORTCODE);
    expect(readEnv({ GOOGLE_ISSUERS: 'a,b' }).google.issuers).toEqual(['a', 'b']);
  });
});

const getLines = (source: Readonly<Record<string, string>>) =>
  getFaults(source)
    .split('\n')
    .slice(1)
    .map((line) => line.trim());

describe('settings that go together', () => {
  test.each([
    [{ MPESA_CONSUMER_SECRET: 'simulated-consumer-secret' }, 'MPESA_CONSUMER_SECRET is the simulator’s'],
    [{ MPESA_CONSUMER_KEY: 'simulated-consumer-key' }, 'MPESA_CONSUMER_KEY is the simulator’s'],
    [{ MPESA_PASSKEY: 'simulated-passkey' }, 'MPESA_PASSKEY is the simulator’s'],
    [{ TERMII_API_KEY: 'simulated-termii-key' }, 'TERMII_API_KEY is the simulator’s'],
    [
      { MPESA_SHORTCODE: '174379' },
      'MPESA_SHORTCODE is the sandbox’s, which moves no real money. MPESA_SANDBOX=1 allows it',
    ],
    [{ PUBLIC_ORIGIN: 'http://duka.test' }, 'PUBLIC_ORIGIN must be https in production'],
    [{ TERMII_BASE_URL: 'http://a.https' }, 'TERMII_BASE_URL must be the real provider (https) in production'],
    [{ TERMII_BASE_URL: 'https://127.0.0.1' }, 'TERMII_BASE_URL must be the real provider (https) in production'],
    [{ SMTP_HOST: 'localhost' }, 'SMTP_HOST must be the real provider in production'],
    [{ DEMO_PASSWORD: 'Karibu2026' }, 'DEMO_PASSWORD is the published default'],
    [{ RATE_LIMIT_FACTOR: '1000000' }, /^RATE_LIMIT_FACTOR must be at most \d+ in production$/],
  ])('production rejects %j', (more, fault) => {
    const faults = getLines({ ...PRODUCTION, ...more });
    expect(faults.some((one) => (typeof fault === 'string' ? one === fault : fault.test(one)))).toBe(true);
    expect(getLines(PRODUCTION)).toEqual([]);
  });

  test('requires the number of a till, the sandbox outside production, and a login for mail', () => {
    const till = { ...REAL_MPESA, MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline' };
    const needsTill = 'MPESA_PARTY_B is needed with CustomerBuyGoodsOnline: the number of the till';
    expect(getLines(till)).toEqual([needsTill]);
    expect(getLines({ ...till, MPESA_PARTY_B: '54321' })).toEqual([]);
    expect(getLines({ ...till, MPESA_CONSUMER_KEY: '' })).toEqual([]);
    expect(getLines({ ...till, MPESA_BASE_URL: 'https://api.safaricom.co.ke' })).toEqual([
      needsTill,
      'MPESA_BASE_URL must be https://sandbox.safaricom.co.ke outside production',
    ]);
    expect(getLines({ ...REAL_MPESA, MPESA_BASE_URL: 'http://localhost:1' })).toEqual([]);
    expect(getLines({ SMTP_HOST: 'smtp.example.com' })).toEqual([
      'SMTP_USER is needed with SMTP_HOST',
      'SMTP_PASSWORD is needed with SMTP_HOST',
    ]);
    expect(getLines({ SMTP_HOST: 'smtp.example.com', SMTP_USER: 'u' })).toEqual([
      'SMTP_PASSWORD is needed with SMTP_HOST',
    ]);
    expect(getLines({ COD_MAX_VALUE: '5', COD_MAX_VALUE_FIRST: '6' })).toHaveLength(1);
    expect(getLines({ COD_MAX_VALUE: '5', COD_MAX_VALUE_FIRST: '5' })).toEqual([]);
    expect(getLines({ DATABASE_POOLER: 'on' })).toHaveLength(1);
    expect(getLines({ DATABASE_POOLER: 'on', DATABASE_URL: 'postgres://a/b' })).toEqual([]);
  });
});
