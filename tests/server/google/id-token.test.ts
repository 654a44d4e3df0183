import { decodeJwt, exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT, type JWK } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGoogle, GoogleError } from '../../../server/providers/google.ts';
import { CLIENT_ID, PERSON, startIssuing, type Issuing } from './issuing.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let google: Issuing;
beforeAll(async () => {
  google = await startIssuing();
});
beforeEach(async () => {
  await google.simulators.reset();
  google.lines.length = 0;
});
afterAll(() => google.simulators.close());

const refusal = async (credential: string, provider = google.provider()) => {
  const error: unknown = await provider.verifyCredential(credential).catch((one: unknown) => one);
  if (!(error instanceof GoogleError)) throw new Error('was taken', { cause: error });
  return error;
};
const seconds = () => Math.floor(Date.now() / 1000);
const claims = (change: object = {}) => ({
  ...PERSON,
  iss: 'https://accounts.google.com',
  aud: CLIENT_ID,
  email_verified: true,
  iat: seconds(),
  exp: seconds() + 3600,
  ...change,
});
const publicKey = async () => {
  const { keys } = (await (await fetch(`${google.simulators.url}/google/oauth2/v3/certs`)).json()) as { keys: JWK[] };
  return keys[0] as JWK;
};

describe('R29: an ID token (providers 1.9)', () => {
  test('is accepted with either spelling of the issuer', async () => {
    const identity = { ...PERSON, picture: null, nonce: null };
    expect(await google.provider().verifyCredential(await google.credential({ picture: null }))).toEqual(identity);
    const more = await google.credential({
      iss: 'accounts.google.com',
      picture: 'https://x/y',
      nonce: 'n',
      hd: 'a.ke',
    });
    expect(await google.provider().verifyCredential(more)).toEqual({ ...identity, picture: 'https://x/y', nonce: 'n' });
  });

  test.each([
    ['another audience', { aud: 'other.apps.googleusercontent.com' }],
    ['a list of audiences', { aud: [CLIENT_ID, 'other'] }],
    ['another issuer', { iss: 'https://accounts.google.com.evil.example' }],
    ['the issuer with a slash', { iss: 'https://accounts.google.com/' }],
    ['an expiry in the past', { expired: true }],
    ['an e-mail that is not verified', { email_verified: false }],
    ['email_verified as a text', { email_verified: 'true' }],
    ['a malformed sub', { sub: 'a b' }],
  ])('is rejected with %s', async (_what, extras) => {
    expect((await refusal(await google.credential(extras))).isRefusal).toBe(true);
  });

  test('is rejected with alg none, a foreign key, or the public key as an HMAC secret', async () => {
    const jwk = await publicKey();
    const kid = jwk.kid ?? '';
    const { privateKey } = await generateKeyPair('RS256');
    const pem = await exportSPKI((await importJWK(jwk, 'RS256', { extractable: true })) as CryptoKey);
    const hmac = (secret: string) =>
      new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid }).sign(new TextEncoder().encode(secret));
    const forged = [
      new UnsecuredJWT(claims()).encode(),
      await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
      await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
      await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid: 'unknown' }).sign(privateKey),
      await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid, jwk }).sign(privateKey),
      await hmac(pem),
      await hmac(jwk.n ?? ''),
    ];
    for (const credential of forged) expect((await refusal(credential)).isRefusal).toBe(true);
  });

  test('is rejected when its parts are changed or malformed', async () => {
    const good = await google.credential();
    const [header = '', , signature = ''] = good.split('.');
    const other = Buffer.from(JSON.stringify(claims({ sub: 'victim' }))).toString('base64url');
    const bent = [`${header}.${other}.${signature}`, `${header}.${other}.`, good.slice(0, -4), `${good}.x`];
    for (const credential of [...bent, '', '..', 'nonsense', 'a.b.c', 'x'.repeat(5_000)])
      expect((await refusal(credential)).isRefusal).toBe(true);
  });

  test('is valid for its hour, with a minute of clock tolerance at both ends', async () => {
    const provider = google.provider();
    const credential = await google.credential();
    google.advance(HOUR + 58_000);
    try {
      expect(await provider.verifyCredential(credential)).toMatchObject({ sub: PERSON.sub });
      google.advance(4_000);
      expect((await refusal(credential, provider)).isRefusal).toBe(true);
    } finally {
      google.advance(-HOUR - 62_000);
    }
    google.advance(-50_000);
    try {
      expect(await provider.verifyCredential(credential)).toMatchObject({ sub: PERSON.sub });
      google.advance(-20_000);
      expect((await refusal(credential, provider)).isRefusal).toBe(true);
    } finally {
      google.advance(70_000);
    }
  });

  test('is valid for a minute after its last second, and not a second longer', async () => {
    const credential = await google.credential();
    const { exp = 0 } = decodeJwt(credential);
    const verify = (second: number) =>
      createGoogle({
        settings: {
          clientId: CLIENT_ID,
          issuers: ['https://accounts.google.com'],
          jwksUrl: `${google.simulators.url}/google/oauth2/v3/certs`,
        },
        clock: { now: () => new Date((exp + second) * 1_000) },
        log: { warn: () => undefined },
      }).verifyCredential(credential);
    expect(await verify(59)).toMatchObject({ sub: PERSON.sub });
    await expect(verify(60)).rejects.toMatchObject({ isRefusal: true });
  });

  test('is rejected without a client id, and accepted from other issuers that are configured', async () => {
    const credential = await google.credential({ iss: 'https://issuer.test' });
    expect((await refusal(credential, google.provider({ clientId: null }))).isRefusal).toBe(true);
    expect((await refusal(credential)).isRefusal).toBe(true);
    const own = google.provider({ issuers: ['https://issuer.test'] });
    expect(await own.verifyCredential(credential)).toMatchObject({ sub: PERSON.sub });
  });

  test('does not appear in its own errors and log lines', async () => {
    const error = await refusal(await google.credential({ aud: 'other' }));
    expect([error.message, error.cause]).toEqual(['ERR_JWT_CLAIM_VALIDATION_FAILED', undefined]);
    await google.simulators.fault('google', '503', 1);
    await refusal(await google.credential());
    expect(JSON.stringify(google.lines)).not.toContain(PERSON.email);
  });
});

describe('R29: Google’s keys', () => {
  test('are fetched once for concurrent calls and cached as long as Google allows', async () => {
    const provider = google.provider();
    const credential = await google.credential();
    await Promise.all(Array.from({ length: 5 }, () => provider.verifyCredential(credential)));
    google.advance(9 * MINUTE);
    await provider.verifyCredential(credential);
    expect(await google.asked()).toBe(1);
    google.advance(2 * MINUTE);
    await provider.verifyCredential(credential);
    google.advance(-11 * MINUTE);
    expect(await google.asked()).toBe(2);
  });

  test('are fetched again for a new key id, and old signatures stay valid', async () => {
    const provider = google.provider();
    const old = await google.credential();
    await provider.verifyCredential(old);
    await google.rotate();
    google.advance(31_000);
    expect(await provider.verifyCredential(await google.credential())).toMatchObject({ sub: PERSON.sub });
    expect(await provider.verifyCredential(old)).toMatchObject({ sub: PERSON.sub });
    google.advance(-31_000);
  });

  test('are not fetched for every unknown key id', async () => {
    const provider = google.provider();
    await provider.verifyCredential(await google.credential());
    const { privateKey } = await generateKeyPair('RS256');
    for (let n = 0; n < 5; n += 1) {
      const forged = await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid: `no-${n}` }).sign(privateKey);
      await refusal(forged, provider);
    }
    expect(await google.asked()).toBe(1);
  });

  test.each(['503', 'html', 'reset', '429', 'lose-answer'])(
    'stay in use when a fetch fails (%s), with a warning in the log',
    async (mode) => {
      const provider = google.provider();
      const credential = await google.credential();
      await provider.verifyCredential(credential);
      google.advance(11 * MINUTE);
      await google.simulators.fault('google', mode, 1);
      try {
        expect(await provider.verifyCredential(credential)).toMatchObject({ sub: PERSON.sub });
        expect(google.lines).toHaveLength(1);
        expect(await google.asked()).toBe(2);
        await provider.verifyCredential(credential);
        expect(await google.asked()).toBe(2);
      } finally {
        google.advance(-11 * MINUTE);
      }
    },
  );

  test('that were never fetched give an outage error until the fetch succeeds', async () => {
    const provider = google.provider();
    const credential = await google.credential();
    await google.simulators.fault('google', '503', 2);
    for (let n = 0; n < 2; n += 1) expect((await refusal(credential, provider)).isRefusal).toBe(false);
    expect(await provider.verifyCredential(credential)).toMatchObject({ sub: PERSON.sub });
  });
});
