import { createServices } from '../../server/composition.ts';
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { OrderDraft } from '../../contract/orders.ts';
import { mpesaRefusal } from '../../contract/rules/mpesa-limit.ts';
import { readDemo } from '../../demo/data.ts';
import { getSeeds } from '../../demo/seeds/index.ts';
import { bookOnHand, SYSTEM } from '../../server/modules/stock/stock.repository.ts';
import { seed } from '../../server/db/seed.ts';
import { products, users } from '../../server/db/schema.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { readEnv } from '../../server/env/env.ts';
import { createLog } from '../../server/log.ts';
import { createDeps } from '../../server/deps.ts';
import { createCashOrder } from './cash-order.ts';
import { recordStatements, recordReads, type RecordedRead, type Statement } from './record-statements.ts';

/** Orders of one buyer wait for each other, so the load uses many buyers. */
const BUYERS = 60;

/** The measured list. */
export const LIST = '/api/products?limit=12';

export interface PreparedShop {
  readonly tokens: readonly string[];
  readonly draft: OrderDraft;
  readonly reads: readonly RecordedRead[];
  /** Statements of one `POST /orders`; empty on PGlite. */
  readonly order: readonly Statement[];
}

/** Seeds a database like `npm start`, with signed-in buyers and unlimited stock. */
export async function prepare(settings: Readonly<Record<string, string>>): Promise<PreparedShop> {
  // A cached value would send no statement.
  const env = readEnv({ ...settings, CATALOGUE_KEPT_MS: '0' });
  const log = createLog('silent');
  const db = await openDatabase(env, log);
  try {
    await migrate(db);
    const deps = await createDeps({ env, db, log });
    await seed(deps, getSeeds(readDemo()));
    const now = deps.clock.now();
    const goods = await db.sql.select({ productId: products.id }).from(products);
    const received = { difference: 10_000_000, reason: 'received', at: now, ...SYSTEM } as const;
    await db.tx((tx) =>
      bookOnHand(
        tx,
        goods.map(({ productId }) => ({ productId, ...received })),
      ),
    );
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
    const { sessions, catalogue, newOrders } = createServices(deps);
    const tokens: string[] = [];
    for (const { id } of buyers)
      tokens.push((await sessions.signIn(db.sql, { userId: id, remember: true, now })).token);

    const reads = await recordReads(deps, [LIST]);
    // The cheapest products, because M-Pesa limits the amount of one payment (A51).
    const { products: cheapest } = await catalogue.list(
      await catalogue.askedOfList({ limit: 12, sortBy: 'price_low' }),
    );
    const draft = createCashOrder(cheapest.slice(0, 2));
    const refusal = mpesaRefusal(draft.totalPrice);
    if (refusal !== null) throw new Error(`bench: ${refusal}`);
    const buyer = buyers[0];
    if (buyer === undefined) throw new Error('no buyers');
    const user = { id: buyer.id, name: buyer.name, email: buyer.email, phone: buyer.phone, tokenHash: '' };
    const { statements: order } = await recordStatements(() =>
      newOrders.create(user, v.parse(OrderDraft, draft), randomUUID()),
    );
    return { tokens, draft, reads, order };
  } finally {
    await db.close();
  }
}
