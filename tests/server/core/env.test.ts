import { describe, expect, test } from 'vitest';
import {
  DEFAULT_DEMO_PASSWORD,
  Settings,
  SIMULATED_GOOGLE_ID,
  SIMULATED_KEY,
  SIMULATED_MPESA,
} from '../../../server/env/settings.ts';
import { readEnv } from '../../../server/env/env.ts';
import { getFaults, PRODUCTION, REAL_MPESA } from './production.ts';

const REAL_MAIL = { SMTP_HOST: 'smtp.example.com', SMTP_USER: 'duka', SMTP_PASSWORD: 'secret' };

describe('settings', () => {
  test('the SMS sender defaults to Duka', () => {
    expect(readEnv({}).termii.senderId).toBe('Duka');
    expect(readEnv({ TERMII_SENDER_ID: 'Shop' }).termii.senderId).toBe('Shop');
  });

  test('defaults to the embedded database, the simulators and the demo shop', () => {
    expect(readEnv({})).toMatchObject({
      mode: 'development',
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: null,
      publicOrigin: 'http://localhost:3000',
      isSecure: false,
      trustProxy: [],
      rateLimitFactor: 1,
      simulators: { enabled: true, port: 3001 },
      seedDemo: true,
      demoPassword: DEFAULT_DEMO_PASSWORD,
      termii: { baseUrl: 'http://127.0.0.1:3001/termii', apiKey: SIMULATED_KEY },
      mpesa: {
        ...SIMULATED_MPESA,
        baseUrl: 'http://127.0.0.1:3001/daraja',
        partyB: SIMULATED_MPESA.shortcode,
        transactionType: 'CustomerPayBillOnline',
        callbackOrigin: 'http://127.0.0.1:3000',
        callbackAddresses: [],
      },
    });
  });

  test('D1 D3 D4 D12 D13 D19 A24: durations and counts have the values of the rulings', () => {
    const { session, otp, orders } = readEnv({});
    expect(session).toEqual({ lifeMs: 7 * 24 * 3_600_000, idleMs: 12 * 3_600_000 });
    expect(otp).toMatchObject({
      lifeMs: 600_000,
      resendMs: 60_000,
      tries: 5,
      verifiedMs: 15 * 60_000,
      countries: ['254', '234', '233'],
    });
    expect(orders).toEqual({
      holdMs: 30 * 60_000,
      keyMs: 24 * 3_600_000,
      bounds: { cashOrders: 10, cashValue: 300_000, firstCashValue: 100_000, unpaidMpesa: 3, pieces: 50 },
      untouchedMs: 48 * 3_600_000,
      unsentMs: 72 * 3_600_000,
      undeliveredMs: 14 * 24 * 3_600_000,
      riders: [],
    });
  });

  test('D7 D8 D10 Q14: M-Pesa durations and counts have the values of the rulings', () => {
    expect(readEnv({}).mpesa).toMatchObject({
      timeoutMs: 8_000,
      answerMs: 2_000,
      retryMs: 120_000,
      expireMs: 600_000,
      queriesPerMinute: 5,
      queryMs: [25, 70, 130, 300, 600, 1800, 7200, 21_600, 86_400].map((after) => after * 1000),
    });
  });

  test('simulator ports follow PORT; each provider key replaces a simulator, and the last one stops them all', () => {
    expect(readEnv({ PORT: '4000' }).simulators).toEqual({ enabled: true, isAll: true, port: 4001, mailPort: 4002 });
    expect(readEnv({ SIMULATORS_PORT: '4100', SIMULATORS_MAIL_PORT: '4200' }).mail.port).toBe(4200);
    const texts = readEnv({ TERMII_API_KEY: 'key' });
    expect([texts.simulators.enabled, texts.termii.baseUrl, texts.mpesa.baseUrl]).toEqual([
      true,
      'https://v3.api.termii.com',
      'http://127.0.0.1:3001/daraja',
    ]);
    const money = readEnv(REAL_MPESA);
    expect([money.simulators.enabled, money.termii.baseUrl, money.mpesa.baseUrl]).toEqual([
      true,
      'http://127.0.0.1:3001/termii',
      'https://sandbox.safaricom.co.ke',
    ]);
    expect(readEnv({ ...REAL_MPESA, TERMII_API_KEY: 'key' }).simulators.enabled).toBe(true);
    expect(readEnv({ ...REAL_MPESA, ...REAL_MAIL, TERMII_API_KEY: 'key' }).simulators.enabled).toBe(true);
    const all = { ...REAL_MPESA, ...REAL_MAIL, TERMII_API_KEY: 'key', GOOGLE_CLIENT_ID: 'shop' };
    expect(readEnv(all).simulators.enabled).toBe(false);
    expect([readEnv({}).simulators.isAll, texts.simulators.isAll]).toEqual([true, false]);
  });

  test('Google is simulated without a client id, and disabled in production', () => {
    expect(readEnv({ PORT: '4000' }).google).toEqual({
      clientId: SIMULATED_GOOGLE_ID,
      jwksUrl: 'http://127.0.0.1:4001/google/oauth2/v3/certs',
      issuers: ['https://accounts.google.com', 'accounts.google.com'],
      scripts: 'http://localhost:4001/google/gsi/',
      simulatedPictures: 'http://127.0.0.1:4001/google/a/',
    });
    const real = {
      clientId: 'shop',
      jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
      issuers: ['https://accounts.google.com', 'accounts.google.com'],
      scripts: 'https://accounts.google.com/gsi/',
      simulatedPictures: null,
    };
    expect(readEnv({ GOOGLE_CLIENT_ID: 'shop' }).google).toEqual(real);
    expect(readEnv({ ...PRODUCTION, GOOGLE_CLIENT_ID: 'shop' }).google).toEqual(real);
    expect(readEnv({ ...PRODUCTION, GOOGLE_CLIENT_ID: '' }).google.clientId).toBeNull();
    const own = { GOOGLE_CLIENT_ID: 'shop', GOOGLE_JWKS_URL: 'http://localhost:9/certs', GOOGLE_ISSUERS: 'a, b' };
    expect(readEnv(own).google).toMatchObject({ jwksUrl: 'http://localhost:9/certs', issuers: ['a', 'b'] });
  });

  test('mail goes to the simulator, or with a login to the given host', () => {
    expect(readEnv({}).mail).toEqual({
      host: '127.0.0.1',
      port: 3002,
      login: null,
      from: { name: 'Duka', address: 'support@duka.test' },
      contactTo: 'support@duka.test',
      alertTo: null,
    });
    expect(
      readEnv({
        ...REAL_MAIL,
        SMTP_PORT: '465',
        MAIL_FROM: 'a@b.c',
        CONTACT_MAIL: 'd@e.f',
        ALERT_MAIL: 'g@h.i',
        SIMULATORS_MAIL_PORT: '1',
      }).mail,
    ).toEqual({
      host: 'smtp.example.com',
      port: 465,
      login: { user: 'duka', password: 'secret' },
      from: { name: 'Duka', address: 'a@b.c' },
      contactTo: 'd@e.f',
      alertTo: 'g@h.i',
    });
    expect(readEnv(REAL_MAIL).mail.port).toBe(587);
    expect(getFaults({ SMTP_HOST: 'smtp.example.com' })).toMatch(/SMTP_USER is needed.*SMTP_PASSWORD is needed/s);
    expect(getFaults({ MAIL_FROM: 'a' })).toContain('MAIL_FROM must be an e-mail address');
    expect(getFaults({ CONTACT_MAIL: 'a b@c.d' })).toContain('CONTACT_MAIL must be an e-mail address');
    expect(getFaults({ ALERT_MAIL: 'a' })).toContain('ALERT_MAIL must be an e-mail address');
  });

  test("the real M-Pesa calls back to the shop's own address by default", () => {
    const { mpesa } = readEnv({ ...REAL_MPESA, MPESA_CALLBACK_ORIGIN: '', PUBLIC_ORIGIN: 'https://shop.example' });
    expect([mpesa.callbackOrigin, mpesa.partyB]).toEqual(['https://shop.example', '600100']);
    expect(
      readEnv({ ...REAL_MPESA, MPESA_CALLBACK_ADDRESSES: '196.201.214.200, 196.201.214.206' }).mpesa.callbackAddresses,
    ).toEqual(['196.201.214.200', '196.201.214.206']);
  });

  test.each([
    [{ MPESA_CONSUMER_SECRET: '' }, 'MPESA_CONSUMER_SECRET is needed with MPESA_CONSUMER_KEY'],
    [{ MPESA_SHORTCODE: '' }, 'MPESA_SHORTCODE is needed with MPESA_CONSUMER_KEY'],
    [{ MPESA_PASSKEY: '' }, 'MPESA_PASSKEY is needed with MPESA_CONSUMER_KEY'],
    [{ MPESA_CALLBACK_ORIGIN: '' }, 'MPESA_CALLBACK_ORIGIN must be a public https address'],
    [{ MPESA_CALLBACK_ORIGIN: 'http://duka.example' }, 'MPESA_CALLBACK_ORIGIN must be a public https address'],
    [{ MPESA_CALLBACK_ORIGIN: 'https://localhost' }, 'MPESA_CALLBACK_ORIGIN must be a public https address'],
    [{ MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline' }, 'MPESA_PARTY_B is needed with CustomerBuyGoodsOnline'],
    // D30: a trial shop must not accept real payments.
    [
      { MPESA_BASE_URL: 'https://api.safaricom.co.ke' },
      'MPESA_BASE_URL must be https://sandbox.safaricom.co.ke outside',
    ],
  ])('the real M-Pesa rejects %j', (change, fault) => {
    expect(getFaults({ ...REAL_MPESA, ...change })).toContain(fault);
  });

  test.each([
    [{ PORT: 'http' }, 'PORT must be a whole number'],
    [{ PORT: '70000' }, 'PORT must be at most 65535'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be development, production or test'],
    [{ RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR must be above 0'],
    [{ RATE_LIMIT_FACTOR: 'many' }, 'RATE_LIMIT_FACTOR must be a number'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a URL'],
    [{ PUBLIC_ORIGIN: 'duka.example' }, 'PUBLIC_ORIGIN must be a URL'],
    [{ TERMII_SENDER_ID: 'ab' }, 'TERMII_SENDER_ID needs 3 to 11 characters'],
    [{ MPESA_SHORTCODE: '12' }, 'MPESA_SHORTCODE needs 5 to 7 digits'],
    [{ MPESA_TRANSACTION_TYPE: 'Send' }, 'MPESA_TRANSACTION_TYPE must be CustomerPayBillOnline or'],
    [{ MPESA_QUERY_SECONDS: '25,x' }, 'must be whole numbers of seconds'],
    [{ MPESA_QUERY_SECONDS: '70,25' }, 'MPESA_QUERY_SECONDS must rise'],
    [{ MPESA_QUERY_SECONDS: ',' }, 'MPESA_QUERY_SECONDS must not be empty'],
    [{ TRUST_PROXY: '10.0.0.1, true' }, 'must be IP addresses or CIDR blocks'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'must be IP addresses or CIDR blocks'],
    [{ MPESA_CALLBACK_ADDRESSES: '196.201.214.200, safaricom' }, 'must be IP addresses or CIDR blocks'],
    [{ MPESA_SANDBOX: 'yes' }, 'MPESA_SANDBOX must be 1 or not set'],
    [{ OTP_COUNTRIES: '254, kenya' }, 'OTP_COUNTRIES must be country codes'],
    [{ OTP_COUNTRIES: ',' }, 'OTP_COUNTRIES must not be empty'],
    [{ OTP_LIFE_SECONDS: '601' }, 'OTP_LIFE_SECONDS must be at most 600'],
    [{ COD_MAX_VALUE: '-1' }, 'COD_MAX_VALUE must be a whole number'],
    [{ KEEP_MESSAGES_DAYS: '29' }, 'KEEP_MESSAGES_DAYS must be at least 30'],
    [{ KEEP_EVENTS_DAYS: '1.5' }, 'KEEP_EVENTS_DAYS must be a whole number'],
    [{ KEEP_ALARMS_DAYS: '3651' }, 'KEEP_ALARMS_DAYS must be at most 3650'],
    [{ MEDIA_MB: '99' }, 'MEDIA_MB must be at least 100'],
    [{ KEEP_CODES_DAYS: '1' }, 'KEEP_CODES_DAYS must be at least 2'],
    [{ DATABASE_READ_POOL: '0' }, 'DATABASE_READ_POOL must be at least 1'],
    [{ DATABASE_READ_POOL: 'many' }, 'DATABASE_READ_POOL must be a whole number'],
    [{ DATABASE_URL: 'postgres://db/duka', DATABASE_POOLER: 'yes' }, 'DATABASE_POOLER must be on or off'],
    [{ DATABASE_POOLER: 'on' }, 'DATABASE_POOLER needs DATABASE_URL: the embedded database has no pooler'],
    [{ COD_MAX_VALUE: '50000' }, 'COD_MAX_VALUE_FIRST must be at most COD_MAX_VALUE'],
    [{ MPESA_MAX_UNPAID: '0' }, 'MPESA_MAX_UNPAID must be at least 1'],
    [{ ORDER_MAX_PIECES: '0' }, 'ORDER_MAX_PIECES must be at least 1'],
    [{ FLOWS: 'yes' }, 'FLOWS must be on or off'],
    [{ COD_UNTOUCHED_HOURS: '2d' }, 'COD_UNTOUCHED_HOURS must be a whole number'],
  ])('rejects %j and names the setting', (source, fault) => {
    expect(getFaults(source)).toContain(fault);
  });

  test('reports all faults together, without values', () => {
    const text = getFaults({ PORT: 'x', DATABASE_URL: 'mysql://duka:s3cret@db' });
    expect(text.split('\n')).toHaveLength(3);
    expect(text).not.toContain('s3cret');
  });

  test('reports missing M-Pesa settings in their order', () => {
    const text = getFaults({
      MPESA_CONSUMER_KEY: 'k',
      MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline',
      MPESA_BASE_URL: 'https://api.example',
    });
    const named = [...text.matchAll(/^.*?(MPESA_\w+) (?:is needed|must be)/gm)].map(([, name]) => name);
    expect(named).toEqual([
      'MPESA_CONSUMER_SECRET',
      'MPESA_SHORTCODE',
      'MPESA_PASSKEY',
      'MPESA_PARTY_B',
      'MPESA_CALLBACK_ORIGIN',
      'MPESA_BASE_URL',
    ]);
  });

  test('an empty value is treated as not set', () => {
    expect(readEnv({ PORT: '', TERMII_API_KEY: ' ' })).toMatchObject({ port: 3000, simulators: { enabled: true } });
  });
});

describe('every setting', () => {
  /** Settings that accept any text of a length or any list. All other settings reject wrong values. */
  const ANY_TEXT = new Set([
    'HOST',
    'DATA_DIR',
    'BACKUP_DIR',
    'SMTP_HOST',
    'SMTP_USER',
    'SMTP_PASSWORD',
    'TERMII_API_KEY',
    'TERMII_SENDER_ID',
    'MPESA_CONSUMER_KEY',
    'MPESA_CONSUMER_SECRET',
    'MPESA_PASSKEY',
    'MPESA_INITIATOR_NAME',
    'MPESA_INITIATOR_PASSWORD',
    'GOOGLE_CLIENT_ID',
    'GOOGLE_ISSUERS',
    'RIDERS',
    'DEMO_PASSWORD',
  ]);
  const WRONG = ['s3cret nonsense, of nobody', '-7', '1e99', 'NaN'];

  test.each(Object.keys(Settings.entries).filter((name) => !ANY_TEXT.has(name)))(
    'Bad input: the error for a wrong %s names it in one sentence, without the value',
    (name) => {
      for (const value of WRONG) {
        const [title, ...faults] = getFaults({ [name]: value }).split('\n');
        expect([value, title, faults.filter((fault) => fault.includes(name))]).toEqual([
          value,
          expect.stringContaining('settings'),
          [expect.stringMatching(new RegExp(`^\\W*${name} [\\w(][^\\n]*$`))],
        ]);
        expect(faults.join('\n')).not.toContain(value);
      }
    },
  );
});
