import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findWarnings } from '../../../server/env/faults.ts';
import { readEnv } from '../../../server/env/env.ts';
import { SIMULATED_MPESA } from '../../../server/env/settings.ts';
import { getFaults, PRODUCTION, REAL_MPESA } from './production.ts';

/** Settings of M-Pesa beside the prompt (providers 1.11). */

const pem = (type: 'rsa' | 'ec') =>
  (type === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  ).publicKey
    .export({ type: 'spki', format: 'pem' })
    .toString();
const RSA = pem('rsa');
const INITIATOR = {
  MPESA_INITIATOR_NAME: 'api-user',
  MPESA_INITIATOR_PASSWORD: 'Pa#sword1',
  MPESA_CERTIFICATE: RSA.trim(),
};

let dir: string;
beforeAll(() => void (dir = mkdtempSync(path.join(tmpdir(), 'certificate-'))));
afterAll(() => rmSync(dir, { recursive: true }));

describe('providers 1.11: the initiator', () => {
  test('providers 1.11: simulated M-Pesa has all settings', () => {
    const { mpesa } = readEnv({});
    expect(mpesa).toMatchObject({
      initiator: {
        name: 'simulated-initiator',
        password: 'simulated-password',
        certificate: SIMULATED_MPESA.initiator.certificate,
      },
      payoutShortcode: '600998',
      c2bVersion: 'v2',
      passwordEndsAt: null,
      merchantName: 'Duka',
    });
    expect(createPublicKey(SIMULATED_MPESA.initiator.certificate).asymmetricKeyType).toBe('rsa');
    expect(readEnv({ ...INITIATOR, MPESA_B2C_SHORTCODE: '600900' }).mpesa).toMatchObject({
      initiator: { name: 'api-user', password: 'Pa#sword1', certificate: RSA },
      payoutShortcode: '600900',
    });
  });

  test('providers 1.11: real M-Pesa needs none of them', () => {
    expect(readEnv(REAL_MPESA).mpesa).toMatchObject({ initiator: null, payoutShortcode: null, c2bVersion: 'v2' });
    expect(readEnv({ ...REAL_MPESA, ...INITIATOR, MPESA_C2B_VERSION: 'v1' }).mpesa).toMatchObject({
      initiator: { name: 'api-user', password: 'Pa#sword1', certificate: RSA },
      c2bVersion: 'v1',
    });
  });

  test.each([
    ['MPESA_INITIATOR_NAME', 'MPESA_INITIATOR_PASSWORD'],
    ['MPESA_INITIATOR_PASSWORD', 'MPESA_INITIATOR_NAME'],
    ['MPESA_CERTIFICATE', 'MPESA_INITIATOR_NAME'],
  ])('providers 1.11: %s is needed with %s', (missing, given) => {
    expect(getFaults({ ...REAL_MPESA, ...INITIATOR, [missing]: '' })).toContain(`${missing} is needed with ${given}`);
  });

  test('providers 1.11: the certificate is a file, or its text with or without line ends', () => {
    const file = path.join(dir, 'key.pem');
    writeFileSync(file, RSA);
    for (const MPESA_CERTIFICATE of [file, RSA, RSA.trim().replaceAll('\n', String.raw`\n`)]) {
      const env = readEnv({ ...REAL_MPESA, ...INITIATOR, MPESA_CERTIFICATE });
      expect(env.mpesa.initiator?.certificate).toBe(RSA);
      expect(env.odd).toEqual([]);
    }
  });

  test('providers 1.11: a text, a missing file or a key of another kind is no certificate', () => {
    const file = path.join(dir, 'text.pem');
    writeFileSync(file, 'text');
    for (const MPESA_CERTIFICATE of [file, path.join(dir, 'none'), dir, pem('ec'), '-----BEGIN CERTIFICATE-----'])
      expect(getFaults({ ...INITIATOR, MPESA_CERTIFICATE })).toContain(
        'MPESA_CERTIFICATE must be the file, or the text',
      );
    const elliptic = 'tests/server/media/pictures.example.pem';
    expect(getFaults({ MPESA_CERTIFICATE: elliptic })).toContain('MPESA_CERTIFICATE must be');
  });

  test('providers 1.11: the password ends 90 days after its date, at midnight in Nairobi', () => {
    expect(readEnv({ MPESA_INITIATOR_PASSWORD_DATE: '2026-11-29' }).mpesa.passwordEndsAt).toEqual(
      new Date('2027-02-26T21:00:00Z'),
    );
    for (const wrong of ['29.11.2026', '2026-13-01', '2026-11-32'])
      expect(getFaults({ MPESA_INITIATOR_PASSWORD_DATE: wrong })).toContain('must be a date, e.g. 2026-12-31');
  });

  test('providers 1.11: warns at the start when the date of the password is not set', () => {
    const right = { ...PRODUCTION, BACKUP_HOUR: '3', TRUST_PROXY: '10.0.0.0/8', ALERT_MAIL: 'owner@duka.example' };
    expect(findWarnings(readEnv({ ...right, ...INITIATOR }))).toEqual([
      expect.stringContaining('MPESA_INITIATOR_PASSWORD_DATE is not set'),
    ]);
    const dated = { ...right, ...INITIATOR, MPESA_INITIATOR_PASSWORD_DATE: '2026-11-29' };
    expect(findWarnings(readEnv(dated))).toEqual([]);
  });
});

test.each([
  ['MPESA_INITIATOR_PASSWORD', SIMULATED_MPESA.initiator.password],
  ['MPESA_CERTIFICATE', SIMULATED_MPESA.initiator.certificate],
])('providers 1.11: production refuses the simulator’s %s', (name, value) => {
  expect(getFaults({ ...PRODUCTION, ...INITIATOR, [name]: value })).toContain(`${name} is the simulator’s`);
});
