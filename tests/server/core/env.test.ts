import { describe, expect, test } from 'vitest';
import { DEFAULT_DEMO_PASSWORD, EnvError, readEnv, SIMULATED_KEY } from '../../../server/env.ts';

const PRODUCTION = {
  NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://duka.example', TERMII_BASE_URL: 'https://v3.api.termii.com',
  TERMII_API_KEY: 'a-real-key', TERMII_SENDER_ID: 'Duka',
};
const faultsOf = (source: Record<string, string>) => {
  try {
    readEnv(source);
    return '';
  } catch (error) {
    return error instanceof EnvError ? error.message : String(error);
  }
};

describe('settings', () => {
  test('nothing is needed: the embedded database, the simulators and the demo shop', () => {
    expect(readEnv({})).toMatchObject({
      mode: 'development', host: '127.0.0.1', port: 3000, databaseUrl: null, publicOrigin: 'http://localhost:3000', isSecure: false,
      trustProxy: [], rateLimitFactor: 1, simulators: { enabled: true, port: 3001 }, seedDemo: true, demoPassword: DEFAULT_DEMO_PASSWORD,
      termii: { baseUrl: 'http://127.0.0.1:3001/termii', apiKey: SIMULATED_KEY },
    });
  });

  test('D1 D3 D4 D12 D13 D19 A24: durations and counts have the rulings’ values', () => {
    const { session, otp, orders } = readEnv({});
    expect(session).toEqual({ lifeMs: 7 * 24 * 3_600_000, idleMs: 12 * 3_600_000 });
    expect(otp).toMatchObject({ lifeMs: 600_000, resendMs: 60_000, tries: 5, verifiedMs: 15 * 60_000, countries: ['254', '234', '233'] });
    expect(orders).toMatchObject({ holdMs: 30 * 60_000, maxOpenCod: 10, keyMs: 24 * 3_600_000 });
  });

  test('the simulators follow the port, and credentials switch them off', () => {
    expect(readEnv({ PORT: '4000' }).simulators).toEqual({ enabled: true, port: 4001 });
    const real = readEnv({ TERMII_API_KEY: 'key' });
    expect([real.simulators.enabled, real.termii.baseUrl]).toEqual([false, 'https://v3.api.termii.com']);
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
    [{ OTP_LIFE_SECONDS: '601' }, 'OTP_LIFE_SECONDS must be at most 600'],
  ])('%j is refused by name', (source, fault) => {
    expect(faultsOf(source)).toContain(fault);
  });

  test('all faults are told at once, and never a value', () => {
    const text = faultsOf({ PORT: 'x', DATABASE_URL: 'mysql://duka:s3cret@db' });
    expect(text.split('\n')).toHaveLength(3);
    expect(text).not.toContain('s3cret');
  });

  test('an empty value counts as not set', () => {
    expect(readEnv({ PORT: '', TERMII_API_KEY: ' ' })).toMatchObject({ port: 3000, simulators: { enabled: true } });
  });
});

describe('H16: production', () => {
  test('starts with real providers, without simulators, demo shop or demo account', () => {
    expect(readEnv(PRODUCTION)).toMatchObject({
      isProduction: true, isSecure: true, simulators: { enabled: false }, seedDemo: false, demoPassword: null,
    });
  });

  test.each([
    ['no provider', { TERMII_API_KEY: '' }, 'TERMII_API_KEY is needed'],
    ['no provider address', { TERMII_BASE_URL: '' }, 'TERMII_BASE_URL is needed'],
    ['the simulator’s address', { TERMII_BASE_URL: 'http://127.0.0.1:3001/termii' }, 'TERMII_BASE_URL must be the real provider'],
    ['the simulator by another name', { TERMII_BASE_URL: 'http://localhost:3001' }, 'TERMII_BASE_URL must be the real provider'],
    ['the simulator’s key', { TERMII_API_KEY: SIMULATED_KEY }, 'TERMII_API_KEY is the simulator'],
    ['a simulators’ port', { SIMULATORS_PORT: '3001' }, 'SIMULATORS_PORT is not allowed'],
    ['the published demo password', { DEMO_PASSWORD: DEFAULT_DEMO_PASSWORD }, 'DEMO_PASSWORD is the published default'],
    ['no origin', { PUBLIC_ORIGIN: '' }, 'PUBLIC_ORIGIN is needed'],
    ['plain http', { PUBLIC_ORIGIN: 'http://duka.example' }, 'PUBLIC_ORIGIN must be https'],
  ])('refuses to start with %s', (_what, change, fault) => {
    expect(faultsOf({ ...PRODUCTION, ...change })).toContain(fault);
  });
});
