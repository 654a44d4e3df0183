// @engine pglite
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../../scripts/free-ports.ts';
import { createLog } from '../../../server/log.ts';
import { createDarajaAccount } from '../../../server/providers/daraja-account.ts';
import { createDarajaToken } from '../../../server/providers/daraja-token.ts';
import type { MpesaAccount } from '../../../server/providers/mpesa-account.ts';
import { accountOf, handShop, orderRow, unpaidOrder, type HandShop } from '../by-hand/by-hand-steps.ts';
import { startSimulators, type RunningSimulators } from '../simulators/running.ts';
import { claim, findState, lookAt, send, type Scene } from './claim-scene.ts';

/** The simulated Daraja and its phone, over HTTP: what a shopper's own SMS leads to. */

let simulators: RunningSimulators;
let shop: HandShop;

beforeAll(async () => {
  simulators = await startSimulators();
  const port = await findFreePort();
  let account: MpesaAccount | undefined;
  const real = () => {
    const { env, db, clock } = shop;
    const tokens = createDarajaToken({ settings: env.mpesa, db, clock });
    const log = createLog('silent', { write: () => undefined });
    return (account ??= createDarajaAccount({ settings: env.mpesa, tokens, log }));
  };
  const asked = { transactionStatus: (ask) => real().transactionStatus(ask) } as Partial<MpesaAccount> as MpesaAccount;
  shop = await handShop({
    env: {
      LOG_LEVEL: 'silent',
      MPESA_BASE_URL: `${simulators.url}/daraja`,
      MPESA_CALLBACK_ORIGIN: `http://127.0.0.1:${port}`,
      MPESA_TIMEOUT_SECONDS: '3',
    },
    mpesaAccount: asked,
  });
  await shop.app.listen({ host: '127.0.0.1', port });
});
afterAll(async () => {
  await shop.close();
  await simulators.close();
});

/** Results arrive over the network in real time. */
const PATIENCE = { timeout: 10_000 };

/** Pays by hand on the simulated phone while the shop is told nothing. Returns the scene, and the SMS. */
async function pay(change: { amount?: number; phone?: string; account?: string } = {}) {
  const order = await unpaidOrder(shop);
  const phone = change.phone ?? order.shopper.user.phone;
  const account = change.account ?? accountOf(order);
  const paid = await simulators.payByHand({ phone, amount: change.amount ?? order.total, account, drop: true });
  const response = await fetch(`${simulators.url}/control/mpesa/receipts?phone=${phone}`);
  const { messages } = (await response.json()) as { messages: readonly { text: string }[] };
  const scene: Scene = { shop, order, receipt: paid.receipt ?? '' };
  return { scene, sms: messages[0]?.text ?? '' };
}

async function expectState(scene: Scene, state: string): Promise<void> {
  await expect
    .poll(async () => {
      await shop.deps.jobs.runDue();
      return findState(scene);
    }, PATIENCE)
    .toBe(state);
}

describe('PAY-S1: a payment of which the shop was not told', () => {
  test('pays its order by the shopper’s SMS', async () => {
    const { scene, sms } = await pay();
    expect(sms).toContain(scene.receipt);
    expect((await orderRow(shop, scene.order.id)).isPaid).toBe(false);
    expect((await send(scene, sms)).body.data.claim.state).toBe('asking');
    await expectState(scene, 'accepted');
    expect(await lookAt(scene)).toMatchObject({
      paid: 3000,
      due: 0,
      receipts: [{ receipt: scene.receipt, amount: 3000 }],
      claim: { state: 'accepted', text: 'Payment received. Thank you!' },
    });
  });

  test('of another phone is refused', async () => {
    const { scene } = await pay({ phone: '254733111222', account: 'rent' });
    await claim(scene);
    await expectState(scene, 'refused');
    expect((await orderRow(shop, scene.order.id)).isPaid).toBe(false);
  });

  test('is not there, and is refused', async () => {
    const { scene } = await pay();
    await claim({ ...scene, receipt: 'SNOSUCH123' });
    await expectState(scene, 'refused');
  });

  test('sent by the shop itself is refused', async () => {
    const order = await unpaidOrder(shop);
    const receipt = await simulators.sendByPortal({ phone: order.shopper.user.phone, amount: 3000 });
    const scene: Scene = { shop, order, receipt };
    await claim(scene);
    await expectState(scene, 'refused');
    expect((await orderRow(shop, order.id)).isPaid).toBe(false);
  });

  test('has no result after a queue time-out, then pays', async () => {
    const { scene } = await pay();
    await simulators.planCall({ call: 'status', tells: 'timeout' });
    await claim(scene);
    await expectState(scene, 'waiting');
    shop.clock.advance(60_000);
    await simulators.advance(60_000);
    await expectState(scene, 'accepted');
  });

  test('is for the staff where M-Pesa names both parties alike', async () => {
    const { scene } = await pay();
    await simulators.planCall({ call: 'status', sameParties: true, bend: { DebitAccountType: null } });
    await claim(scene);
    await expectState(scene, 'forStaff');
  });
});
