// @engine pglite
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommandLine } from '../../support/command.ts';
import { commandedShop, OWNER_LOGIN, type CommandedShop } from '../../support/commanded-shop.ts';
import { accountOf, confirm, handShop, orderRow, unpaidOrder, type HandShop } from './by-hand-steps.ts';

let commanded: CommandedShop<HandShop>;

beforeAll(async () => {
  commanded = await commandedShop(handShop);
});
afterAll(() => commanded.close());

const run = (args: readonly string[], typed?: string) => runCommandLine('mpesa', args, commanded.settings, typed);

describe('npm run mpesa', () => {
  test('PAY-C4: lists money that fits no order, and attaches it after a staff login', async () => {
    const { shop } = commanded;
    expect(await run([])).toEqual({ code: 0, output: 'No money waits for a decision.\n' });
    const order = await unpaidOrder(shop);
    const receipt = await confirm(shop, { account: 'rent' });
    const listed = await run([]);
    expect(listed.code).toBe(0);
    expect(listed.output).toContain(receipt);
    expect(listed.output).toContain('Ksh 3,000, account rent: no open order fits');
    const attach = ['attach', receipt, accountOf(order), '--note', 'The shopper showed the SMS'];
    expect((await run(attach, 'otto@duka.example\nwrong password\n')).code).toBe(1);
    expect((await orderRow(shop, order.id)).money).toBe('unpaid');
    const attached = await run(attach, OWNER_LOGIN);
    expect([attached.code, attached.output]).toEqual([0, expect.stringContaining(`${receipt} pays order`) as string]);
    expect((await orderRow(shop, order.id)).money).toBe('paid');
  });

  test('PAY-C2: registers addresses, and names no secret', async () => {
    const registered = await run(['register']);
    expect(registered.output).not.toContain(commanded.shop.secret);
    expect(registered.output).not.toMatch(/[0-9a-f]{64}/);
    expect((await run(['finish'])).code).toBe(0);
  });

  test('without a note or with too many words it changes nothing and says what is missing', async () => {
    expect(await run(['attach', 'SFX0000001', '12345678'])).toEqual({
      code: 1,
      output: expect.stringContaining('--note TEXT is missing') as string,
    });
    expect(await run(['list', 'all', 'more', 'words'])).toMatchObject({ code: 1 });
  });
});
