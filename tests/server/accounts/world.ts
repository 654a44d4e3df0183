import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import type { User } from '../../../contract/user.ts';
import type { Database } from '../../../server/db/client.ts';
import {
  accountLinks,
  addresses,
  jobs,
  googleSignIns,
  otpChallenges,
  pendingRegistrations,
  phoneChanges,
  limitUses,
  loginFailures,
  knownBrowsers,
  loginCodes,
  sessions,
  users,
} from '../../../server/db/schema.ts';
import type { Services } from '../../../server/services.ts';
import type { Deps } from '../../../server/deps.ts';
import { registerLinks } from '../../../server/modules/links/links.worker.ts';
import { registerLoginCodes } from '../../../server/modules/login/login-codes.worker.ts';
import { registerNotices } from '../../../server/modules/messages/notices.worker.ts';
import { registerMails } from '../../../server/modules/messages/mail.worker.ts';
import type { Mail } from '../../../server/providers/mail.ts';
import type { SmsProvider } from '../../../server/providers/sms.ts';
import { createTestApp, startWindow, type TestApp } from '../../support/server.ts';
import { createFakeSms, type FakeSms } from './fake-sms.ts';
import { createFakeGoogle, type FakeGoogle } from './google-world.ts';

/** The fields that the responses of these calls can have. */
export interface Body {
  readonly success?: boolean;
  readonly message?: string;
  readonly requestId?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly requirePhoneVerification?: boolean;
  readonly data?: {
    readonly token?: string;
    readonly user?: User;
    readonly pinId?: string;
    readonly balance?: number | null;
    readonly phone?: string;
    readonly verificationToken?: string;
    readonly pending?: readonly string[];
    readonly userId?: string;
    readonly email?: string;
    readonly name?: string;
  };
}

export interface Answer {
  readonly status: number;
  readonly body: Body;
  /** Seconds. `null` without the header. */
  readonly retryAfter: number | null;
  /** The flow cookie (D1). */
  readonly setCookie: string | null;
}

/** A browser with its flow cookie, token and address. */
export interface Browser {
  flow: string | null;
  /** The cookie of a browser that logged in or signed up before (D26). */
  known: string | null;
  /** The cookie that the page sets itself. */
  nonce: string | null;
  token: string | null;
  post(path: string, body: unknown): Promise<Answer>;
  put(path: string, body: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  get(path: string): Promise<Answer>;
}

export interface World {
  readonly sms: FakeSms;
  /** Sends all due mails and returns those to an address, newest last. */
  mailsTo(address: string): Promise<readonly Mail[]>;
  /** Makes the next mails fail. */
  failMails(...how: readonly ('down' | 'refused')[]): void;
  readonly google: FakeGoogle;
  readonly db: Database;
  readonly deps: Deps;
  readonly services: Services;
  /** For raw requests. */
  readonly app: TestApp['app'];
  /** Each browser gets a unique address unless one is given. */
  browser(ip?: string): Browser;
  advance(ms: number): void;
  /** Moves the clock to the start of the next window, so that a count does not span two windows. */
  align(windowMs: number): void;
  rows<Table extends PgTable>(table: Table): Promise<Table['$inferSelect'][]>;
  lines(): readonly Record<string, unknown>[];
}

const TABLES = [
  googleSignIns,
  sessions,
  addresses,
  accountLinks,
  phoneChanges,
  otpChallenges,
  pendingRegistrations,
  limitUses,
  loginFailures,
  knownBrowsers,
  loginCodes,
  jobs,
  users,
];

/** One shop per file and clean tables per test. Limits are those of production unless `env` changes them. */
export function describeShop(
  title: string,
  tests: (world: () => World) => void,
  env: Readonly<Record<string, string>> = {},
  provider?: () => SmsProvider,
): void {
  describe(title, () => {
    let shop: TestApp;
    let world: World;
    let sms: FakeSms;
    let google: FakeGoogle;

    beforeAll(async () => {
      const forward: SmsProvider = {
        sendCode: (message) => sms.sendCode(message),
        checkCode: (id, code) => sms.checkCode(id, code),
        sendText: (to, text) => sms.sendText(to, text),
      };
      shop = await createTestApp({
        env: { RATE_LIMIT_FACTOR: '1', LOG_LEVEL: 'info', ...env },
        sms: provider?.() ?? forward,
        google: { verifyCredential: (credential) => google.verifyCredential(credential) },
      });
      registerMails(shop.deps, shop.services);
      registerLinks(shop.deps, shop.services);
      registerLoginCodes(shop.deps, shop.services);
      registerNotices(shop.deps, shop.services);
    });
    beforeEach(async () => {
      sms = createFakeSms();
      google = createFakeGoogle();
      for (const table of TABLES) await shop.db.sql.delete(table);
      shop.mail.mails.length = 0;
      world = getWorld(shop, sms, google);
    });
    afterAll(() => shop.close());
    tests(() => world);
  });
}

function getWorld(shop: TestApp, sms: FakeSms, google: FakeGoogle): World {
  let browsers = 0;
  return {
    sms,
    async mailsTo(address) {
      await shop.deps.jobs.runDue();
      return shop.mail.mails.filter(({ to }) => to === address);
    },
    failMails: shop.mail.fail,
    google,
    db: shop.db,
    deps: shop.deps,
    services: shop.services,
    app: shop.app,
    browser(ip) {
      browsers += 1;
      return getBrowser(shop, ip ?? `10.9.${Math.floor(browsers / 250)}.${(browsers % 250) + 1}`);
    },
    advance: (ms) => shop.clock.advance(ms),
    align: (windowMs) => startWindow(shop, windowMs),
    async rows<Table extends PgTable>(table: Table) {
      const found: unknown[] = await shop.db.sql.select().from(table as PgTable);
      return found as Table['$inferSelect'][];
    },
    lines: () => shop.lines(),
  };
}

function getBrowser({ app }: TestApp, ip: string): Browser {
  async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer> {
    const response = await app.inject({
      method,
      url: `/api${path}`,
      remoteAddress: ip,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(browser.token !== null && { authorization: `Bearer ${browser.token}` }),
      },
      cookies: {
        ...(browser.flow !== null && { flow: browser.flow }),
        ...(browser.known !== null && { browser: browser.known }),
        ...(browser.nonce !== null && { 'google-nonce': browser.nonce }),
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const cookie = response.cookies.find(({ name }) => name === 'flow');
    if (cookie !== undefined) browser.flow = cookie.value;
    const known = response.cookies.find(({ name }) => name === 'browser');
    if (known !== undefined) browser.known = known.value;
    const retryAfter = response.headers['retry-after'];
    return {
      status: response.statusCode,
      body: response.json<Body>(),
      retryAfter: retryAfter === undefined ? null : Number(retryAfter),
      setCookie: [response.headers['set-cookie'] ?? []].flat().find((line) => /^(?:__Host-)?flow=/.test(line)) ?? null,
    };
  }

  const browser: Browser = {
    flow: null,
    known: null,
    nonce: null,
    token: null,
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    delete: (path) => call('DELETE', path),
    get: (path) => call('GET', path),
  };
  return browser;
}
