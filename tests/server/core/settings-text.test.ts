import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Settings, SIMULATED_MPESA } from '../../../server/env/settings.ts';
import { EnvError, readEnv } from '../../../server/env/env.ts';
import { getFaults, PRODUCTION, REAL_PROVIDERS } from './production.ts';

/** Each setting accepts at least one of these values. A setting of a new kind needs its own value here. */
const VALUES = [
  'key',
  'on',
  'info',
  'development',
  '1',
  '30',
  '100',
  '254',
  '174379',
  '300000',
  '10.0.0.0/8',
  'owner@duka.example',
  'https://sandbox.safaricom.co.ke',
  'https://duka.example',
  'postgres://duka:secret@database/duka',
  'CustomerPayBillOnline',
  'v2',
  'second',
  '2026-11-29',
  SIMULATED_MPESA.initiator.certificate.trim(),
];
const INITIATOR = {
  MPESA_INITIATOR_NAME: 'name',
  MPESA_INITIATOR_PASSWORD: 'password',
  MPESA_CERTIFICATE: SIMULATED_MPESA.initiator.certificate.trim(),
};
const BASE = { ...REAL_PROVIDERS, ...INITIATOR, DATABASE_URL: 'postgres://duka:secret@database/duka' };
const names = Object.keys(Settings.entries);

/** Reads the settings and separates the notices about their texts. */
function read(source: Readonly<Record<string, string>>) {
  try {
    const { trimmed, odd, ...env } = readEnv(source);
    return { env, trimmed, odd, fault: '' };
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return { env: null, trimmed: [], odd: [], fault: error.message };
  }
}

const getValue = (name: string) => VALUES.find((value) => read({ ...BASE, [name]: value }).env !== null);

const unseen = fc.constantFrom(' ', '\t', '\n', '\r\n', '\u{A0}', '\u{200B}', '\u{FEFF}', '\u{2060}', '\u{202E}', '\0');
const blanks = fc.array(unseen, { maxLength: 3 }).map((all) => all.join(''));
const quotes = fc.constantFrom(['', ''], ['"', '"'], ["'", "'"], ['`', '`'], ['“', '”'], ['‘', '’']);
const wrapped = fc.tuple(blanks, quotes, blanks, blanks);

describe('setting texts', () => {
  test('X15: every setting has a value for this test', () => {
    expect(names.filter((name) => getValue(name) === undefined)).toEqual([]);
  });

  test.each(names)('X15: %s ignores surrounding blanks, quotes and invisible characters', (name) => {
    const value = getValue(name) ?? '';
    const plain = read({ ...BASE, [name]: value });
    expect(plain).toMatchObject({ trimmed: [], odd: [] });
    fc.assert(
      fc.property(wrapped, ([before, [open = '', close = ''], inside, after]) => {
        const text = `${before}${open}${inside}${value}${inside}${close}${after}`;
        const found = read({ ...BASE, [name]: text });
        expect(found).toEqual({ ...plain, trimmed: text === value ? [] : [name] });
      }),
      { numRuns: 40 },
    );
    const unset = read(Object.fromEntries(Object.entries(BASE).filter(([key]) => key !== name)));
    for (const nothing of ['  ', '""', '\u{200B}']) expect(read({ ...BASE, [name]: nothing })).toEqual(unset);
  });

  test.each(['MPESA_BASE_URL', 'TERMII_BASE_URL'])(
    'X1, X15: %s is rejected at the start when no path can follow it',
    (name) => {
      for (const wrong of [
        'https://api.example/a b',
        'https://api.example?x=1',
        'https://api.example#x',
        'https://me:pass@api.example',
        'https://api.exa\u{200B}mple',
      ])
        expect(getFaults({ ...PRODUCTION, [name]: wrong })).toContain(`${name} must be`);
      for (const right of ['https://api.example', 'https://api.example:8443/daraja/', 'https://[2001:db8::1]/v1'])
        expect(getFaults({ ...PRODUCTION, [name]: right })).toBe('');
    },
  );
});
