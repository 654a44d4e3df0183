import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { OrderDraft } from '../../contract/orders.ts';
import { fillings } from '../../demo/fillings/index.ts';
import { fill } from '../../server/db/fill.ts';
import { productStock, users } from '../../server/db/schema.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { readEnv } from '../../server/env.ts';
import { createLog } from '../../server/log.ts';
import { createSessionsService } from '../../server/modules/auth/sessions.service.ts';
import { createCatalogueService } from '../../server/modules/catalogue/catalogue.service.ts';
import { createOrderService } from '../../server/modules/orders/create-order.service.ts';
import { createDeps } from '../../server/deps.ts';
import { cashOrderOf } from './cash-order.ts';

/** Each buyer may have as many open cash orders as COD_MAX_OPEN allows, so the load is spread over many. */
const BUYERS = 60;

/** One statement as the server sends it to PostgreSQL. */
export interface Statement {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface Prepared {
  readonly tokens: readonly string[];
  readonly draft: OrderDraft;
  /** What one `GET /products?limit=12` and one `POST /orders` send; empty on PGlite. */
  readonly list: readonly Statement[];
  readonly order: readonly Statement[];
  /** The body of the list, for the server that only sends it. */
  readonly listBody: string;
}

/** Fills a database as `npm start` does, with buyers who are signed in and stock that does not run out. */
export async function prepare(settings: Readonly<Record<string, string>>): Promise<Prepared> {
  const env = readEnv(settings);
  const log = createLog('silent');
  const db = await openDatabase(env, log);
  try {
    await migrate(db);
    const deps = await createDeps({ env, db, log });
    await fill(deps, fillings);
    await db.sql.update(productStock).set({ onHand: 10_000_000 });
    const now = deps.clock.now();
    const buyers = Array.from({ length: BUYERS }, (_, index) => ({
      id: randomUUID(),
      name: `Buyer ${index}`,
      email: `buyer${index}@bench.test`,
      phone: `25470${String(index).padStart(7, '0')}`,
      phoneVerifiedAt: now,
      createdAt: now,
      updatedAt: now,
    }));
    await db.sql.insert(users).values(buyers);
    const { openSession } = createSessionsService(deps);
    const tokens: string[] = [];
    for (const { id } of buyers) tokens.push(await openSession(db.sql, { userId: id, remember: true, now }));

    const catalogue = createCatalogueService(deps);
    const request = { limit: 12 };
    await catalogue.list(request);
    const { result: page, statements: list } = await recorded(() => catalogue.list(request));
    const draft = cashOrderOf(page.products.slice(0, 2));
    const buyer = buyers[0];
    if (buyer === undefined) throw new Error('no buyers');
    const creator = createOrderService(deps);
    const user = { id: buyer.id, name: buyer.name, email: buyer.email, phone: buyer.phone, tokenHash: '' };
    const { statements: order } = await recorded(() => creator.create(user, draft, randomUUID()));
    return { tokens, draft, list, order, listBody: JSON.stringify({ success: true, data: page }) };
  } finally {
    await db.close();
  }
}

/** Notes every statement that `work` sends through the pg driver. */
async function recorded<Result>(work: () => Promise<Result>): Promise<{ result: Result; statements: Statement[] }> {
  const statements: Statement[] = [];
  const prototype = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function note(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args;
    const config = typeof first === 'string' ? { text: first } : (first as Partial<Statement>);
    if (config.text !== undefined) {
      const values = Array.isArray(second) ? second : (config.values ?? []);
      statements.push({ name: config.name, text: config.text, values });
    }
    return query.apply(this, args);
  };
  try {
    return { result: await work(), statements };
  } finally {
    prototype.query = query;
  }
}
