// @engine postgres
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  accountLinks,
  addresses,
  jobs,
  otpChallenges,
  pendingRegistrations,
  phoneChanges,
  sessions,
  users,
} from '../../../server/db/schema.ts';
import { foreignKey, hostileFlag, hostileText, noObject, unreadableText, withField, withKey } from './hostile.ts';
import { FORM, signUp } from './steps.ts';
import { describeShop, type Answer, type Browser, type World } from './world.ts';

const PIN = { pinId: 'x'.repeat(43), pin: '123456' };
const ADDRESS = {
  type: 'Home',
  name: 'Wanjiku',
  address: 'Moi Avenue 12',
  city: 'Nairobi',
  country: 'Kenya',
  postalCode: '00100',
  phone: '0712345678',
};
const PROOF = { verified: true, msisdn: '254712345678', verificationToken: 'x'.repeat(43) };

interface FuzzedCall {
  readonly path: string;
  /** Defaults to POST. */
  readonly method?: 'post' | 'put';
  readonly request: Record<string, unknown>;
  readonly texts: readonly string[];
}

/** The calls with a body that passes the schema, and their text fields. */
const CALLS: readonly FuzzedCall[] = [
  {
    path: '/auth/login',
    request: { email: FORM.email, password: 'Wrong123', remember: true },
    texts: ['email', 'password'],
  },
  {
    path: '/auth/register',
    request: { ...FORM, email: 'new@example.com' },
    texts: ['name', 'email', 'password', 'phone'],
  },
  { path: '/auth/send-otp', request: { phone: '0733000111', userName: 'W' }, texts: ['phone', 'userName'] },
  { path: '/auth/verify-termii-otp', request: PIN, texts: ['pinId', 'pin'] },
  { path: '/auth/complete-registration', request: { phone: FORM.phone, verificationData: PROOF }, texts: ['phone'] },
  { path: '/auth/google-login', request: { credential: 'x.y.z' }, texts: ['credential'] },
  { path: '/auth/verify-google-phone', request: { userId: 'x', phone: '0733000111' }, texts: ['userId', 'phone'] },
  {
    path: '/auth/complete-google-phone-verification',
    request: { userId: 'x', phone: FORM.phone, verificationData: PROOF },
    texts: ['userId', 'phone'],
  },
  { path: '/auth/logout', request: {}, texts: [] },
  {
    path: '/auth/addresses',
    request: ADDRESS,
    texts: ['type', 'name', 'address', 'city', 'country', 'postalCode', 'phone'],
  },
  {
    path: '/auth/addresses/7c7e1b0e-6a0a-4a53-9a49-1f3f2c9b1a11',
    method: 'put',
    request: ADDRESS,
    texts: ['type', 'name', 'address', 'city', 'country', 'postalCode', 'phone'],
  },
  { path: '/auth/forgot-password', request: { email: FORM.email }, texts: ['email'] },
  { path: '/auth/reset-password/x', method: 'put', request: { password: 'Nairobi2026' }, texts: ['password'] },
  { path: '/auth/confirm-email', request: { token: 'x' }, texts: ['token'] },
  { path: '/auth/confirm-phone', request: { phone: FORM.phone, verificationData: PROOF }, texts: ['phone'] },
  {
    path: '/auth/change-password',
    method: 'put',
    request: { currentPassword: 'Wrong123', newPassword: 'Nairobi2026' },
    texts: ['currentPassword', 'newPassword'],
  },
  {
    path: '/auth/profile',
    method: 'put',
    request: {
      name: 'Njeri',
      email: FORM.email,
      phone: FORM.phone,
      address: { street: '', city: '', state: '', zipCode: '', country: '' },
    },
    texts: ['name', 'email', 'phone', 'address'],
  },
];
const RUNS = { numRuns: 150 };

async function everything({ rows }: World): Promise<unknown> {
  return [
    await rows(users),
    await rows(pendingRegistrations),
    await rows(otpChallenges),
    await rows(addresses),
    await rows(sessions),
    await rows(accountLinks),
    await rows(phoneChanges),
    await rows(jobs),
  ];
}

/** Expects a 4xx with a message for the shopper, not the library's, and no 401 that would log the shopper out (D14). */
function expectRefusal({ status, body }: Answer, sent: string): void {
  const seen = `${status} ${JSON.stringify(body)} for ${sent.slice(0, 300)}`;
  expect(status >= 400 && status < 500 && status !== 401, seen).toBe(true);
  expect(body.success === false && typeof body.message === 'string' && body.message !== '', seen).toBe(true);
}

describeShop(
  'Bad input',
  (world) => {
    /** Runs the attack as a signed-in customer and compares all tables before and after. */
    async function nothingChanges(attack: (browser: Browser) => Promise<void>): Promise<void> {
      const browser = world().browser();
      await signUp(world(), browser);
      const before = await everything(world());
      await attack(browser);
      expect(await everything(world())).toEqual(before);
      expect((await browser.get('/auth/profile')).status).toBe(200);
    }

    test.each(CALLS.flatMap(({ texts, ...call }) => texts.map((field) => ({ ...call, field }))))(
      'Bad input: $path $field rejects wrong types, NUL, lone surrogates, huge and deep values',
      ({ path, method = 'post', request, field }) =>
        nothingChanges((browser) =>
          fc.assert(
            fc.asyncProperty(hostileText, async (json) => {
              const sent = withField(request, field, json);
              expectRefusal(await browser[method](path, sent), sent);
            }),
            RUNS,
          ),
        ),
    );

    test.each([
      ['/auth/login', { email: FORM.email, password: FORM.password, remember: true }, 'remember'],
      ['/auth/addresses', { ...ADDRESS, isDefault: true }, 'isDefault'],
    ] as const)('Bad input: %s accepts only true and false in its flag', (path, request, field) =>
      nothingChanges((browser) =>
        fc.assert(
          fc.asyncProperty(hostileFlag, async (json) => {
            const sent = withField(request, field, json);
            expectRefusal(await browser.post(path, sent), sent);
          }),
          RUNS,
        ),
      ),
    );

    test('Bad input: no content of verificationData proves or breaks anything (D1)', () =>
      nothingChanges((browser) =>
        fc.assert(
          fc.asyncProperty(
            fc.constantFrom('verified', 'msisdn', 'verificationToken'),
            fc.oneof(hostileText, fc.constantFrom('true', '"True"', '"x"')),
            async (field, json) => {
              const sent = withField(
                { phone: FORM.phone, verificationData: null },
                'verificationData',
                withField(PROOF, field, json),
              );
              expectRefusal(await browser.post('/auth/complete-registration', sent), sent);
            },
          ),
          RUNS,
        ),
      ));

    test.each(CALLS)(
      'Bad input: $path rejects unknown and prototype keys (R25)',
      ({ path, method = 'post', request }) =>
        nothingChanges((browser) =>
          fc.assert(
            fc.asyncProperty(foreignKey, async (pair) => {
              const sent = withKey(request, pair);
              expectRefusal(await browser[method](path, sent), sent);
            }),
            RUNS,
          ),
        ),
    );

    test.each(CALLS.filter(({ texts }) => texts.length > 0))(
      'Bad input: $path rejects a body that is not a JSON object',
      ({ path, method = 'post' }) =>
        nothingChanges((browser) =>
          fc.assert(
            fc.asyncProperty(noObject, async (sent) => expectRefusal(await browser[method](path, sent), sent)),
            RUNS,
          ),
        ),
    );

    test('Bad input: an invalid address id is rejected', () =>
      nothingChanges((browser) =>
        fc.assert(
          fc.asyncProperty(
            fc.oneof(
              unreadableText.map((text) => encodeURIComponent(Buffer.from(text).toString())),
              fc.constantFrom(
                '%',
                '%E0%A4%A',
                '%00',
                '..%2f..',
                "'%20or%201=1",
                '0',
                '-1',
                'null',
                'a'.repeat(299),
                'a'.repeat(400),
              ),
              fc.uuid().map((id) => `${id}%00`),
            ),
            async (id) => expectRefusal(await browser.put(`/auth/addresses/${id}/default`, {}), id),
          ),
          RUNS,
        ),
      ));

    test('Bad input: a flow cookie with any content is treated as a wrong one (D1)', () =>
      nothingChanges((browser) =>
        fc.assert(
          fc.asyncProperty(
            fc.oneof(fc.string({ maxLength: 400 }), fc.constantFrom('%E0%A4%A', '%00', 'x'.repeat(4000), '""')),
            async (flow) => {
              browser.flow = flow;
              const answer = await browser.post('/auth/complete-registration', {
                phone: FORM.phone,
                verificationData: PROOF,
              });
              expectRefusal(answer, flow);
            },
          ),
          RUNS,
        ),
      ));

    test('Bad input: any text as a password is treated as a wrong one', () =>
      nothingChanges((browser) =>
        fc.assert(
          fc.asyncProperty(
            fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), unreadableText),
            async (password) => {
              const answer = await browser.post('/auth/login', { email: FORM.email, password });
              expect(answer).toMatchObject({ status: 400, body: { success: false } });
            },
          ),
          { numRuns: 40 },
        ),
      ));
  },
  { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'silent' },
);
