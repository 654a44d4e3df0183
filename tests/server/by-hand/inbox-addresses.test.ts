// @engine postgres
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { inboxSecrets } from '../../../server/db/schema.ts';
import { registeredReport } from '../../../server/cli/reports/mpesa.ts';
import { findForbiddenWord } from '../../../server/modules/by-hand/address-words.rules.ts';
import { accountOf, confirmationBody, handShop, post, unpaidOrder } from './by-hand-steps.ts';

let shop: Awaited<ReturnType<typeof handShop>>;
beforeAll(async () => {
  shop = await handShop({ env: { MPESA_VALIDATION: 'on' } });
  await shop.db.sql.delete(inboxSecrets);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => shop.close());

/** Registers addresses and returns the secret that Safaricom got. */
async function register(isRotation: boolean): Promise<string> {
  shop.clock.advance(1000);
  expect((await shop.services.inboxAddresses.register(isRotation)).outcome).toBe('registered');
  const asked = shop.mpesaAccount.calls.findLast(({ name }) => name === 'registerUrls')?.asked;
  return String(asked?.['confirmation']).split('/').at(-1) ?? '';
}
const statusOf = async (secret: string) =>
  (await post(shop, `confirm/${secret}`, confirmationBody(shop, { account: 'nothing' }))).statusCode;

describe('PAY-C2: addresses', () => {
  test('are registered once, with secrets that the database only knows as hashes', async () => {
    const first = await register(false);
    const asked = shop.mpesaAccount.calls.findLast(({ name }) => name === 'registerUrls')?.asked;
    const base = `${shop.env.mpesa.callbackOrigin}/api/pay-in`;
    expect(asked).toEqual({
      confirmation: `${base}/confirm/${first}`,
      validation: `${base}/check/${first}`,
      responseType: 'Completed',
      version: 'v2',
    });
    expect(JSON.stringify(await shop.db.sql.select().from(inboxSecrets))).not.toContain(first);
    await expect(shop.services.inboxAddresses.register(false)).rejects.toThrow('--rotate registers others');
  });

  test('of two secrets are valid during a change, and the older one ends with it', async () => {
    const second = await register(true);
    const third = shop.services.inboxAddresses.register(true);
    await expect(third).rejects.toThrow('Two secrets are valid already');
    const [older] = await shop.db.sql.select().from(inboxSecrets).orderBy(inboxSecrets.createdAt);
    expect(older?.endedAt).toBeNull();
    expect(await statusOf(second)).toBe(200);
    expect(await shop.services.inboxAddresses.finish()).toBe(1);
    expect(await statusOf(second)).toBe(200);
    const next = await register(true);
    expect([await statusOf(second), await statusOf(next)]).toEqual([200, 200]);
    expect(await shop.services.inboxAddresses.finish()).toBe(1);
    expect([await statusOf(second), await statusOf(next)]).toEqual([404, 200]);
  });

  test('that Safaricom refuses are not valid, and the command says what to do', async () => {
    const before = (await shop.db.sql.select().from(inboxSecrets)).length;
    const text = 'URLs are already registered';
    shop.mpesaAccount.script('registerUrls', { outcome: 'refused', code: '500.003.1001', text });
    const done = await shop.services.inboxAddresses.register(true);
    const rows = await shop.db.sql.select().from(inboxSecrets).orderBy(inboxSecrets.createdAt);
    expect([rows.length, rows.at(-1)?.endedAt === null]).toEqual([before + 1, false]);
    const lines = registeredReport(done);
    expect(lines[0]).toBe(`Safaricom answered: 500.003.1001 ${text}`);
    expect(lines[1]).toMatch(/self-service|portal/i);
  });

  test('without an answer stay valid, and the next try ends them', async () => {
    shop.mpesaAccount.script('registerUrls', { outcome: 'unknown', text: 'no answer' });
    shop.clock.advance(1000);
    const done = await shop.services.inboxAddresses.register(true);
    expect([done.outcome, done.fix]).toEqual(['unknown', expect.stringContaining('register --rotate')]);
    const lost = String(shop.mpesaAccount.calls.at(-1)?.asked['confirmation']).split('/').at(-1) ?? '';
    const next = await register(true);
    expect([await statusOf(lost), await statusOf(next)]).toEqual([404, 200]);
    await shop.services.inboxAddresses.finish();
  });

  test.each([
    ['https://duka.example/api/pay-in', null],
    ['https://mpesa.duka.example/api/pay-in', 'mpesa'],
    ['https://duka.example/Query', 'query'],
  ])('%s contains %s', (address, word) => expect(findForbiddenWord(address)).toBe(word));
});

describe('PAY-C2: a validation', () => {
  const check = async (words: Parameters<typeof confirmationBody>[1]) =>
    (await post(shop, `check/${secret}`, confirmationBody(shop, words))).json<{ ResultCode: string }>().ResultCode;
  let secret = '';
  beforeAll(async () => {
    secret = await register(true);
  });

  test('accepts every amount and spelling of an open account, and refuses an unknown and a closed one', async () => {
    const [open, closed] = [await unpaidOrder(shop), await unpaidOrder(shop)];
    const account = accountOf(open);
    const spelled = [account, account.toLowerCase(), `#${account.slice(0, 4)} ${account.slice(4)}`, `DUKA${account}`];
    for (const it of spelled) expect(await check({ account: it, amount: 1 })).toBe('0');
    expect(await check({ account, amount: 250_000 })).toBe('0');
    expect(await check({ account: 'rent' })).toBe('C2B00012');
    expect(await check({ account: 'ffffffff' })).toBe('C2B00012');
    const { staff } = await shop.signInStaff();
    await shop.services.staffOrders.move(staff, { id: closed.id, status: 'cancelled', trackingNumber: undefined });
    expect(await check({ account: accountOf(closed) })).toBe('C2B00012');
    expect(await check({ account: '', kind: 'Buy Goods' })).toBe('0');
  });

  test('is accepted while the database is away', async () => {
    vi.spyOn(shop.db.sql, 'select').mockImplementation(() => {
      throw new Error('away');
    });
    expect(await check({ account: 'rent' })).toBe('0');
  });

  test('with a wrong secret gets 404', async () => {
    expect((await post(shop, `check/${'0'.repeat(64)}`, confirmationBody(shop, {}))).statusCode).toBe(404);
  });
});
