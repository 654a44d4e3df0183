// @engine pglite
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isNotNull } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as contract from '../../../contract/google.ts';
import * as auth from '../../../contract/auth.ts';
import { users } from '../../../server/db/schema.ts';
import { fetchAvatar } from '../../../server/media/fetch-avatar.ts';
import { createFileCache } from '../../../server/media/file-cache.ts';
import { createFileSource } from '../../../server/media/originals.ts';
import { createPictures } from '../../../server/media/pictures.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { PERSON, startIssuing, type Issuing } from './issuing.ts';

describe('H20: fetching an avatar', () => {
  const asked: string[] = [];
  const fetched = (url: string, simulatedPictures: string | null = null) =>
    fetchAvatar(url, {
      simulatedPictures,
      resolveAddress: async (host) => {
        asked.push(host);
        throw new Error('would be asked');
      },
    });

  test('accepts only Google’s hosts', async () => {
    for (const host of ['lh3.googleusercontent.com', 'lh3-eu.googleusercontent.com'])
      await expect(fetched(`https://${host}/a/x=s96-c`)).rejects.toThrow('would be asked');
    for (const url of [
      'https://googleusercontent.com.evil.example/a',
      'https://evilgoogleusercontent.com/a',
      'https://evil.example/lh3.googleusercontent.com',
      'https://169.254.169.254/latest',
      'https://127.0.0.1/a',
    ])
      await expect(fetched(url)).rejects.toThrow('is not on a host of Google');
    expect(asked).toEqual(['lh3.googleusercontent.com', 'lh3-eu.googleusercontent.com']);
  });

  test('requires https, except for the simulator', async () => {
    const simulated = 'http://127.0.0.1:3001/google/a/';
    await expect(fetched('http://lh3.googleusercontent.com/a')).rejects.toThrow('is not https');
    await expect(fetched(`${simulated}1`)).rejects.toThrow('is not https');
    await expect(fetched(`${simulated}../../control/sms`, simulated)).rejects.toThrow('is not https');
    await expect(fetched('http://127.0.0.1:3001/control/sms', simulated)).rejects.toThrow('is not https');
  });
});

describe('H20: a person who signs up with Google', () => {
  let google: Issuing;
  let shop: TestApp;
  let dataDir: string;
  beforeAll(async () => {
    google = await startIssuing();
    dataDir = mkdtempSync(path.join(tmpdir(), 'duka-avatar-'));
    const port = new URL(google.simulators.url).port;
    shop = await createTestApp({ env: { SIMULATORS_PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'info' } });
  });
  afterAll(async () => {
    await shop.close();
    await google.simulators.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Signs up over the real protocols, except for the SMS. */
  async function join(phone: string, extras: object) {
    const credential = await google.credential(extras);
    const started = await shop.call(contract.googleLogin, { credential });
    const userId = 'requirePhoneVerification' in started.body ? started.body.data.userId : '';
    await shop.call(contract.verifyGooglePhone, { userId, phone });
    const sent = await shop.call(auth.sendOtp, { phone, userName: 'Achieng' });
    const pin = shop.sms.codes.at(-1)?.code ?? '';
    const { body } = await shop.call(auth.verifyOtp, { pinId: sent.body.data.pinId, pin });
    const done = await shop.call(contract.completeGooglePhoneVerification, {
      userId,
      phone,
      verificationData: body.data as object,
    });
    await shop.deps.background.idle();
    const again = await shop.call(contract.googleLogin, { credential });
    const user = 'token' in again.body.data ? again.body.data.user : null;
    return { done, user };
  }

  test('gets the picture as one of the shop’s pictures, in every size', async () => {
    const { done, user } = await join('0712345678', {});
    expect(done).toMatchObject({ status: 200, body: { data: { user: { avatar: null } } } });
    expect(user?.avatar).toMatch(/^\/media\/own-[\da-f]{24}-1$/);
    const pictures = createPictures({
      source: createFileSource(path.join(dataDir, 'pictures')),
      kept: createFileCache(path.join(dataDir, 'media'), 1_000_000),
    });
    const made = await pictures.render(user?.avatar?.replace('/media/', '') ?? '', { width: 320, format: 'webp' });
    expect(await sharp(made ?? Buffer.alloc(0)).metadata()).toMatchObject({ width: 320, format: 'webp' });
    const { path: asked } = (await google.simulators.requests()).find((one) => one.path.includes('/a/')) ?? {};
    expect(asked).toBe(`/google/a/${PERSON.sub}`);
  });

  test.each([
    ['none', null, '0712000001'],
    ['on another host', 'https://evil.example/a.png', '0712000002'],
    ['a path of a local file', '../../etc/passwd', '0712000003'],
    ['a file of another type', 'simulator', '0712000004'],
  ])('gets the default icon when the picture is %s', async (_what, given, phone) => {
    const brought = () => {
      const folder = path.join(dataDir, 'pictures');
      return existsSync(folder) ? readdirSync(folder) : [];
    };
    const withPicture = () => shop.db.sql.$count(users, isNotNull(users.avatar));
    const before = [brought(), await withPicture()];
    const picture = given === 'simulator' ? `${google.simulators.url}/google/a/../gsi/client` : given;
    const { done, user } = await join(phone, { sub: phone, email: `a${phone}@gmail.com`, picture });
    expect([done.status, user?.avatar]).toEqual([200, null]);
    expect([brought(), await withPicture()]).toEqual(before);
  });
});
