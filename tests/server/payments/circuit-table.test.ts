// @engine postgres
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { getRowName, type Row } from 'model-testing/table/flow';
import { paymentLimits } from '../../../contract/orders.ts';
import { findTables } from '../../../server/backup/tables.ts';
import { mpesaReport } from '../../../server/cli/reports/back-office.ts';
import { showMpesaHealth } from '../../../server/control/commands.ts';
import { executeCommand } from '../../../server/control/command.ts';
import { circuits, paymentAlarms } from '../../../server/db/schema.ts';
import { createServices } from '../../../server/composition.ts';
import { hearPush } from '../../../server/modules/settlement/circuit.rules.ts';
import { UNBOUND } from '../../support/unbound.ts';
import type { TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import type { Shopper } from '../orders/ordering.ts';
import { flow, NO_EVENT } from './circuit-rows.ts';
import { enter, FAULTS, hear, HOUR, MINUTE, NO_ANSWER, readCircuit, refused, SECOND } from './circuit-steps.ts';
import { callback, closeCircuit, getAttempts, mpesaOrder, pass, payingShop, push, stopTime } from './mpesa-steps.ts';

/** The rows that the machine alone does not show: shoppers, callbacks, queries, the back office, processes. */

let shop: TestApp;
let shopper: Shopper;
let product: Awaited<ReturnType<typeof addProduct>>;
beforeAll(async () => {
  shop = await payingShop({ env: UNBOUND });
  shopper = await shop.signIn();
  product = await addProduct(shop, { price: 900, stock: 100_000 });
  // Never set back between tests, because the periodic jobs are deduplicated by their time.
  stopTime(shop);
});
beforeEach(async () => {
  await closeCircuit(shop);
  await shop.db.sql.delete(paymentAlarms);
});
afterAll(() => shop.close());

const newOrder = () => mpesaOrder(shop, shopper, product);
const alarms = () => shop.db.sql.select().from(paymentAlarms).orderBy(paymentAlarms.at);
const calls = () => shop.mpesa.prompts.length + shop.mpesa.queries.length + shop.mpesa.tokens.length;
const anotherProcess = () => createServices(shop.deps);

type Check = (row: Row) => Promise<void>;

const CHECKS: Readonly<Record<string, Check>> = {
  async 'a shopper asks for a prompt'({ from, says }) {
    const made = await newOrder();
    await enter(shop, from, from === 'probing' ? 'token' : 'push');
    const before = calls();
    const { status, body, headers } = await push(shop, shopper, made);
    if (from === 'closed') return expect(status).toBe(200);
    expect([status, body.message]).toEqual([409, says?.[0]]);
    const { retryAfter, ways } = body.data as unknown as { retryAfter: number; ways: string[] };
    expect([ways, headers['retry-after']]).toEqual([['hand', 'cod'], String(retryAfter)]);
    expect(retryAfter).toBe(from === 'backingOff' ? 40 : from === 'probing' ? 30 : 60);
    expect([calls(), await getAttempts(shop, made.id)]).toEqual([before, []]);
  },
  async 'checkout or order page asks for the ways to pay'({ from }) {
    await enter(shop, from);
    const { prompt, retryAfter } = (await shop.call(paymentLimits, {}, { token: shopper.token })).body.data;
    const expected = { closed: ['open', 0], open: ['closed', 60], probing: ['closed', 30], backingOff: ['slow', 40] };
    expect([prompt, retryAfter]).toEqual(expected[from as keyof typeof expected]);
  },
  async 'a callback of an earlier prompt arrives'({ from }) {
    const made = await newOrder();
    await push(shop, shopper, made);
    await enter(shop, from);
    expect(await callback(shop)).toBe(200);
    expect((await getAttempts(shop, made.id)).map(({ state }) => state)).toEqual(['succeeded']);
  },
  async 'a planned query is due'({ from, when, to, calls: named }) {
    await push(shop, shopper, await newOrder());
    shop.mpesa.answerQueries({ outcome: 'noResult', text: '', isAnswered: true, retryAfterMs: null });
    await enter(shop, from, when === 'the fault is of the push alone' ? 'push' : 'token');
    const before = shop.mpesa.queries.length;
    await pass(shop, 27 * SECOND);
    const isAsked = named.length > 0;
    expect(shop.mpesa.queries.length > before).toBe(isAsked);
    expect((await readCircuit(shop))?.state ?? 'closed').toBe(to);
    if (isAsked) return;
    // Its place is not used up: it goes on as soon as calls may.
    if (from === 'backingOff') await pass(shop, 15 * SECOND);
    else await closeCircuit(shop).then(() => pass(shop, 2 * MINUTE));
    expect(shop.mpesa.queries.length).toBeGreaterThan(before);
  },
  async 'a probe is due'({ from, to }) {
    await enter(shop, from);
    expect(await shop.services.circuit.claimProbe()).toBeNull();
    expect((await readCircuit(shop))?.state ?? 'closed').toBe(to);
  },
  async 'two shoppers ask for a prompt at the same moment, in two processes'() {
    const [first, second] = [await newOrder(), await newOrder()];
    await enter(shop, 'open', 'push');
    shop.clock.advance(MINUTE);
    const admitted = await Promise.all(
      [shop.services, anotherProcess()].map((services, index) =>
        shop.db.tx((tx) => services.circuit.admitPush(tx, [first, second][index]!.id, shop.clock.now())),
      ),
    );
    expect(admitted.filter((stopped) => stopped === null)).toHaveLength(1);
    expect(admitted.find((stopped) => stopped !== null)).toMatchObject({ prompt: 'closed' });
  },
  async 'it is open for more than an hour'() {
    await enter(shop, 'open');
    shop.mpesa.answerToken(...Array.from({ length: 400 }, () => REFUSED_TOKEN));
    await pass(shop, 3 * HOUR, 10 * SECOND);
    expect([(await readCircuit(shop))?.state, (await alarms()).length]).toEqual(['open', 1]);
    expect(shop.mpesa.tokens.length).toBeGreaterThan(100);
    while (shop.mpesa.tokens.at(-1)?.outcome !== 'granted') await shop.deps.mpesa.token();
  },
  async 'two processes see the fault at the same moment'() {
    const others = [shop.services, anotherProcess(), anotherProcess()];
    await Promise.all(
      others.map(({ circuit }) => shop.db.tx((tx) => circuit.hear(tx, FAULTS.signature, null, shop.clock.now()))),
    );
    expect((await readCircuit(shop))?.state).toBe('open');
    expect(await alarms()).toMatchObject([{ kind: 'badSettings', count: 3 }]);
  },
  async 'GET /api/ready'({ from }) {
    await enter(shop, from);
    const { statusCode, body } = await shop.app.inject('/api/ready');
    expect(statusCode).toBe(200);
    const { mpesa } = (JSON.parse(body) as { data: { mpesa: Record<string, unknown> } }).data;
    const isOpen = from === 'open' || from === 'probing';
    expect(mpesa['state']).toBe(from);
    expect(mpesa['code']).toBe(isOpen ? 'token.400' : from === 'backingOff' ? '429' : null);
    expect([mpesa['since'] !== null, mpesa['nextProbe'] !== null]).toEqual([isOpen, isOpen]);
    expect(mpesa['pauseUntil'] !== null).toBe(from === 'backingOff');
  },
  async 'command: npm run back-office'({ from }) {
    await enter(shop, from);
    const line = mpesaReport(await executeCommand(showMpesaHealth, shop, {}));
    const words = {
      closed: /^M-Pesa: prompts work\.$/,
      open: /prompts are stopped since .*refuses key and secret, code token\.400\. Check MPESA_CONSUMER_KEY.* the next try is at /,
      probing: /prompts are stopped since .*refuses key and secret, code token\.400\. Check MPESA_CONSUMER_KEY/,
      backingOff: /^M-Pesa: no calls until .*asked too often, code 429\. /,
    };
    expect(line).toMatch(words[from as keyof typeof words]);
  },
  async 'server killed and started again'({ from, to }) {
    await enter(shop, from);
    const before = await readCircuit(shop);
    if (from === 'probing') shop.clock.advance(30 * SECOND);
    const { state } = await anotherProcess().circuit.look();
    expect([state, await readCircuit(shop)]).toEqual([to, before]);
  },
  async 'the shop starts with other M-Pesa settings'({ from, to }) {
    await enter(shop, from);
    const before = await readCircuit(shop);
    const { mpesa } = shop.env;
    const other = createServices({ ...shop.deps, env: { ...shop.env, mpesa: { ...mpesa, passkey: 'another' } } });
    await shop.services.circuit.noteSettings();
    expect(await readCircuit(shop), 'the same settings').toEqual(before);
    await other.circuit.noteSettings();
    expect((await readCircuit(shop))?.state ?? 'closed').toBe(to);
    expect((await shop.services.circuit.claimProbe()) !== null).toBe(from === 'open');
    if (from === 'backingOff') expect(await readCircuit(shop)).toEqual(before);
  },
  async 'the clock steps back five minutes'({ from, to }) {
    await enter(shop, from);
    shop.clock.advance(-5 * MINUTE);
    const { state, retryAfterMs } = await shop.services.circuit.look();
    expect(retryAfterMs).toBeLessThanOrEqual(MINUTE);
    // Longer ago than its pause lasts, so it is over.
    expect(state).toBe(from === 'backingOff' ? 'closed' : to);
    if (from === 'open') expect(await shop.services.circuit.claimProbe()).not.toBeNull();
    shop.clock.advance(5 * MINUTE);
  },
  async 'restore of a backup'({ from }) {
    await enter(shop, from);
    // A backup leaves the table out, so a restored shop has none of its rows.
    expect((await findTables(shop.db.sql)).map(({ name }) => name)).not.toContain('circuits');
    await shop.db.sql.delete(circuits);
    expect((await shop.services.circuit.look()).state).toBe('closed');
  },
  async 'the database is away'() {
    const made = await newOrder();
    const before = calls();
    vi.spyOn(shop.db, 'tx').mockRejectedValue(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
    expect((await push(shop, shopper, made)).status).toBeGreaterThanOrEqual(500);
    vi.mocked(shop.db.tx).mockRestore();
    expect([calls(), await readCircuit(shop)]).toEqual([before, null]);
  },
};
const REFUSED_TOKEN = { outcome: 'refused', code: 'token.400', text: '', retryAfterMs: null } as const;

describe('circuit table', () => {
  // Those of the cross-check are in `cross-check.test.ts`.
  const rows = flow.rows.filter((row) => NO_EVENT.test(getRowName(row)) && !row.from.startsWith('crossCheck.'));
  test.each(rows.map((row) => [`${row.ref}: ${getRowName(row)} -> ${row.to}`, row] as const))('%s', async (_, row) => {
    const check = CHECKS[row.on];
    if (check === undefined) throw new Error(`no check for: ${row.on}`);
    await check(row);
  });

  test('the constants are those of the machine', async () => {
    const { burst, burstWithin, withoutAnswer, probeEvery, probeTimeout, alarmEvery, pause, quotaPause, pauseAtMost } =
      flow.constants as Record<string, number>;
    expect([burst, burstWithin, withoutAnswer, alarmEvery, pause]).toEqual([5, MINUTE, 3, HOUR, MINUTE]);
    expect([probeEvery, probeTimeout, quotaPause, pauseAtMost]).toEqual([
      MINUTE,
      shop.env.mpesa.timeoutMs,
      15 * MINUTE,
      10 * MINUTE,
    ]);
  });
});

describe('PAY-M2: alarms', () => {
  test('an opening has one alarm with code, meaning and fix, on which the faults of earlier calls count', async () => {
    await hear(shop, FAULTS.signature);
    await hear(shop, FAULTS.signature);
    await hear(shop, hearPush(NO_ANSWER));
    expect(await alarms()).toMatchObject([{ kind: 'badSettings', count: 3 }]);
    expect((await alarms())[0]?.detail).toMatchObject({ code: 'no-answer' });
  });

  test('an opening within the hour of the last alarm counts on it, across the end of the clock’s hour', async () => {
    shop.clock.advance(HOUR - (shop.clock.now().getTime() % HOUR) - MINUTE);
    await enter(shop, 'probing');
    await hear(shop, { type: 'answer.good' }, (await readCircuit(shop))?.probeId ?? null);
    expect((await readCircuit(shop))?.state).toBe('closed');
    shop.clock.advance(2 * MINUTE);
    await hear(shop, FAULTS.push);
    expect(await alarms()).toMatchObject([{ count: 2, detail: { code: '405.001' } }]);
    shop.clock.advance(HOUR);
    await closeCircuit(shop);
    await hear(shop, FAULTS.push);
    expect(await alarms()).toHaveLength(2);
  });

  test('the end of an opening is logged with its length and the pushes that were refused', async () => {
    const made = await newOrder();
    await enter(shop, 'open');
    expect((await push(shop, shopper, made)).status).toBe(409);
    expect((await readCircuit(shop))?.refused).toBe(1);
    await pass(shop, 90 * SECOND);
    expect((await readCircuit(shop))?.state).toBe('closed');
    expect(shop.lines().findLast(({ msg }) => msg === 'M-Pesa prompts work again')).toMatchObject({ refused: 1 });
    expect((await readCircuit(shop))?.refused).toBe(0);
    expect((await push(shop, shopper, made)).status).toBe(200);
  });

  test('PAY-M3: a pause doubles while the next follows within a minute, up to ten minutes', async () => {
    const lengths: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      await hear(shop, hearPush(refused('500.003.02')));
      const { retryAfterMs } = await shop.services.circuit.look();
      lengths.push(retryAfterMs / MINUTE);
      shop.clock.advance(retryAfterMs + SECOND);
    }
    expect(lengths).toEqual([1, 2, 4, 8, 10, 10]);
  });
});
