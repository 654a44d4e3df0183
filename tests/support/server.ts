/**
 * Creates the complete server for tests, without a port. The vitest project selects PGlite or PostgreSQL.
 *
 *   const shop = await createTestApp();                    // beforeAll or beforeEach
 *   const reply = await shop.call(contract.login, { email, password });
 *   reply.status; reply.body; reply.headers; reply.cookies;
 *   await shop.call(contract.getProfile, {}, { token });  // headers, ip, token, cookies, as options
 *   await shop.app.inject({ … });                          // raw requests
 *   shop.clock.advance(61_000);                            // advances the only clock of the server
 *   await shop.db.sql.select()…;                           // rows, through the same query layer
 *   shop.sms.codes                                         // { to, code, text }[], newest last; verify accepts them
 *   shop.sms.texts                                         // { to, text }[], the other texts, newest last
 *   shop.sms.refuseTexts(2);                               // rejects the next two texts
 *   shop.mpesa.prompts                                     // all pushes with fake Daraja ids, newest last
 *   shop.mpesa.answerPush({ outcome: 'unknown', text: '' }, (prompt) => later);   // answers of the next pushes
 *   shop.mpesa.answerQuery({ outcome: 'result', code: '0', text: '' });           // answers of the next queries
 *   shop.mpesa.queries                                     // checkoutRequestIds of all queries
 *   shop.mail.mails                                        // all mails, newest last; shop.mail.fail('down') fails next
 *   shop.lines()                                           // log lines as objects
 *   const { token, user } = await shop.signIn();           // inserts a customer with a session into the database
 *   const { token, staff } = await shop.signInStaff();     // inserts a staff member with a session
 *   await shop.close();                                    // afterAll
 *
 * Options: `env` (settings as text, e.g. { OTP_TRIES: '3' }), `sms`, `mpesa` and `google` (other providers), `handlers`
 * (replaces all modules), `extras` (more routes, created from the deps and the services), `receiveMs` (time limit for
 * receiving a request). Rate limits by address (RATE_LIMIT_FACTOR 1000) and the cache of the catalogue
 * (CATALOGUE_KEPT_MS 0) are off unless `env` overrides them. Each call creates a separate empty database, so tests do
 * not affect each other.
 */
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type * as v from 'valibot';
import { fillPath, type Endpoint, type Schema } from '../../contract/endpoint.ts';
import { buildApp, type ExtraServices } from '../../server/app.ts';
import type { Role } from '../../contract/endpoint.ts';
import { sessions, staff as staffRows, staffSessions, users } from '../../server/db/schema.ts';
import type { Deps } from '../../server/deps.ts';
import { readEnv } from '../../server/env/env.ts';
import { createServices } from '../../server/composition.ts';
import type { Services } from '../../server/services.ts';
import { createHandlers } from '../../server/handlers.ts';
import type { Handler } from '../../server/http/handler.ts';
import { createLog } from '../../server/log.ts';
import type { MpesaAccount } from '../../server/providers/mpesa-account.ts';
import type { MpesaProvider } from '../../server/providers/mpesa.ts';
import type { GoogleProvider } from '../../server/providers/google.ts';
import type { MailProvider } from '../../server/providers/mail.ts';
import type { SmsProvider } from '../../server/providers/sms.ts';
import { createDeps } from '../../server/deps.ts';
import { STAFF_SESSION_MS } from '../../server/modules/staff/staff-sessions.service.ts';
import { createFakeMail } from './fake-mail.ts';
import { createFakeMpesa } from './fake-mpesa.ts';
import { createFakeMpesaAccount } from './fake-mpesa-account.ts';
import { createFakeSms } from './fake-sms.ts';
import { createTestDatabase } from './test-database.ts';

export { createTestDatabase } from './test-database.ts';

export interface TestOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly sms?: SmsProvider;
  readonly mpesa?: MpesaProvider;
  readonly mpesaAccount?: MpesaAccount;
  readonly mail?: MailProvider;
  readonly google?: GoogleProvider;
  readonly handlers?: (deps: Deps, services: Services) => readonly Handler[];
  readonly extras?: (deps: Deps, services: Services) => readonly ExtraServices[];
  readonly receiveMs?: number;
}

export interface CallOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly ip?: string;
}

/** Returns the dependencies with the services created from them, for functions that take both. */
export const withServices = (deps: Deps): [deps: Deps, services: Services] => [deps, createServices(deps)];

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

export async function createTestApp({
  env: settings = {},
  sms,
  mpesa,
  mpesaAccount,
  mail,
  google,
  handlers = createHandlers,
  extras,
  receiveMs,
}: TestOptions = {}) {
  const env = readEnv({
    NODE_ENV: 'test',
    PORT: '3000',
    RATE_LIMIT_FACTOR: '1000',
    CATALOGUE_KEPT_MS: '0',
    // The fake M-Pesa has no transactions to pull, which would be a difference.
    MPESA_PULL: 'off',
    ...settings,
  });
  const written: string[] = [];
  const log = createLog(env.logLevel, { write: (line: string) => void written.push(line) });
  const { db, drop } = await createTestDatabase();
  const phones = createFakeSms();
  const prompts = createFakeMpesa();
  const account = createFakeMpesaAccount();
  const mailbox = createFakeMail();
  const deps = await createDeps({
    env,
    db,
    log,
    sms: sms ?? phones,
    mpesa: mpesa ?? prompts,
    mpesaAccount: mpesaAccount ?? account,
    mail: mail ?? mailbox,
    ...(google !== undefined && { google }),
  });
  const services = createServices(deps);
  const app = await buildApp(deps, services.authenticate, handlers(deps, services), {
    extras: extras?.(deps, services) ?? [],
    getHealth: async () => ({ mpesa: await services.circuit.getHealth() }),
    ...(receiveMs !== undefined && { receiveMs }),
  });

  const call = createCall(app);

  /** Inserts a customer with an active session into the database. */
  async function signIn({
    name = 'Amina Otieno',
    email,
    phone,
  }: { name?: string; email?: string; phone?: string } = {}) {
    const now = deps.clock.now();
    const id = randomUUID();
    const user = { id, name, email: email ?? `${id.slice(0, 8)}@example.test`, phone: phone ?? newPhone() };
    const token = `cus_${randomBytes(32).toString('base64url')}`;
    await db.sql.insert(users).values({ ...user, phoneVerifiedAt: now, createdAt: now, updatedAt: now });
    await db.sql.insert(sessions).values({
      tokenHash: createHash('sha256').update(token).digest('hex'),
      userId: id,
      remember: true,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + env.session.lifeMs),
    });
    return { token, user };
  }

  /** Inserts a staff member with an active session into the database. The account has no valid password. */
  async function signInStaff({ role = 'owner', email }: { role?: Role; email?: string } = {}) {
    const now = deps.clock.now();
    const id = randomUUID();
    const staff = { id, name: 'Otieno Odhiambo', email: email ?? `${id.slice(0, 8)}@staff.test`, role };
    const token = `adm_${randomBytes(32).toString('base64url')}`;
    await db.sql.insert(staffRows).values({ ...staff, passwordHash: '', createdAt: now, updatedAt: now });
    await db.sql.insert(staffSessions).values({
      tokenHash: createHash('sha256').update(token).digest('hex'),
      staffId: id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + STAFF_SESSION_MS),
    });
    return { token, staff };
  }

  return {
    app,
    deps,
    services,
    env,
    db,
    clock: deps.clock,
    sms: phones,
    mpesa: prompts,
    mpesaAccount: account,
    mail: mailbox,
    call,
    signIn,
    signInStaff,
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
    async close() {
      await app.close();
      await deps.background.idle();
      await deps.jobs.stop();
      await drop();
    },
  };
}

/** Two statements at once on a transaction's connection: pg only warns, and pg 9 will refuse. The test run fails. */
process.on('warning', (warning) => {
  if (warning.message.startsWith('Calling client.query() when')) throw warning;
});

let phoneCount = 0;
/** Returns a phone that no text of a test has, masked or whole; masks of the next thousand phones differ. */
function newPhone(): string {
  phoneCount += 1;
  return `25476${String(randomInt(1e4)).padStart(4, '0')}${String(phoneCount % 1000).padStart(3, '0')}`;
}

/** Returns a function that calls an endpoint of this server. */
export function createCall(app: FastifyInstance) {
  return async function call<Request extends Schema, Reply extends Schema>(
    { method, path }: Endpoint<Request, Reply>,
    request: v.InferInput<Request>,
    { token, headers = {}, cookies = {}, ip = '198.51.100.1' }: CallOptions = {},
  ) {
    const { path: filled, rest } = fillPath(path, request as Record<string, unknown>);
    const query = Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
    const response = await app.inject({
      method,
      url: `/api${filled}`,
      remoteAddress: ip,
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      cookies: { ...cookies },
      ...(method === 'GET' ? { query: Object.fromEntries(query) as Record<string, string> } : { payload: rest }),
    });
    return {
      status: response.statusCode,
      /** Not parsed again: in tests, the server responds with 500 when a body violates the contract. */
      body: response.json<
        v.InferOutput<Reply> & { message?: string; fields?: Record<string, string>; requestId?: string }
      >(),
      headers: response.headers,
      cookies: response.cookies,
    };
  };
}

/** Advances the clock to the start of the next rate limit window, so that a count does not span two windows. */
export function startWindow({ clock }: Pick<TestApp, 'clock'>, windowMs: number): void {
  clock.advance(windowMs - (clock.now().getTime() % windowMs));
}
