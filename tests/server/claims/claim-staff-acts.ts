import { expect, vi } from 'vitest';
import type { Row } from 'model-testing/table/flow';
import { orderPayment } from '../../../contract/order-payment.ts';
import { askClaimsAgain } from '../../../server/modules/settlement/claims.repository.ts';
import { accountOf, answer, booksOf, resultOf, unpaidOrder } from '../by-hand/by-hand-steps.ts';
import { claimsOf, MINUTE, questionOf, questionsOf, type Act, type Scene } from './claim-scene.ts';
import { expectSaid } from './claim-expectations.ts';

const staffOf = async ({ shop }: Scene, role: 'owner' | 'orders' | 'catalogue' = 'orders') =>
  (await shop.signInStaff({ role })).staff;
const handleOf = async (scene: Scene) => (await claimsOf(scene))[0]?.id.slice(0, 8) ?? 'ffffffff';
const attach = async (scene: Scene, role: 'owner' | 'orders' | 'catalogue' = 'orders', reason = 'The SMS was shown') =>
  scene.shop.services.claimsStaff.attach(await staffOf(scene, role), await handleOf(scene), reason);
const refuse = async (scene: Scene) =>
  scene.shop.services.claimsStaff.refuse(await staffOf(scene), await handleOf(scene), 'Another shop was paid');

async function expectRefusal(done: Promise<unknown>, { says }: Row): Promise<void> {
  const text = says?.[0] ?? '';
  await expect(done).rejects.toMatchObject({
    kind: text === '400' ? 'invalid' : /401/.test(text) ? 'forbidden' : 'conflict',
    ...(!/^\d{3}/.test(text) && text !== '' && { message: text }),
  });
}

/** Acts of staff, readers and restarts. */
export const STAFF_ACTS: readonly (readonly [RegExp, Act])[] = [
  // staff
  [/^staff: attach it, by the role/, async (scene, row) => expectRefusal(attach(scene, 'catalogue'), row)],
  [
    /^staff: attach it, with a shopper's token/,
    async (scene) => {
      // Staff decide by a command with their own login: there is no call that takes a token.
      expect(scene.shop.app.hasRoute({ method: 'POST', url: '/api/admin/claims' })).toBe(false);
    },
  ],
  [
    /^staff: attach it to the order \(without a reason/,
    async (scene, row) => expectRefusal(attach(scene, 'orders', ' '), row),
  ],
  [
    /^staff: attach it to the order \(Olga/,
    async (scene) => expect([await attach(scene), await attach(scene, 'owner')]).toEqual(['noted', 'attached']),
  ],
  [
    /^staff: attach it to the order/,
    async (scene, row) => {
      const when = row.when ?? '';
      if (when.includes('got a use'))
        await scene.shop.services.unmatched.attach(await staffOf(scene), {
          receipt: scene.receipt,
          order: accountOf(await unpaidOrder(scene.shop)),
          reason: 'It is of the other order',
        });
      if (row.from !== 'forStaff' || /got a use|never answered/.test(when)) return expectRefusal(attach(scene), row);
      expect(await attach(scene)).toBe(when.includes('10,001') ? 'noted' : 'attached');
    },
  ],
  [
    /^staff: refuse the claim/,
    async (scene, row) => {
      if (row.from !== 'forStaff') return expectRefusal(refuse(scene), row);
      expect(await refuse(scene)).toBe('refused');
      await expectSaid(scene, row);
    },
  ],
  [
    /^staff: ask M-Pesa again/,
    async (scene) => {
      const asked = questionsOf(scene).length;
      await scene.shop.services.claimsStaff.ask(await staffOf(scene), await handleOf(scene));
      await scene.shop.deps.jobs.runDue();
      expect(questionsOf(scene)).toHaveLength(asked + 1);
    },
  ],
  // reading
  [/^GET .* by its owner/, async (scene, row) => expectSaid(scene, row)],
  [
    /^GET .* by another shopper/,
    async ({ shop, order }) => {
      const { token } = await shop.signIn();
      expect((await shop.call(orderPayment, { id: order.id }, { token })).status).toBe(403);
    },
  ],
  // restarts
  [
    /^server killed before, in or after the call/,
    async (scene) => {
      // The result never comes, and the next step is that of a new process.
      scene.shop.clock.advance(MINUTE);
      await scene.shop.services.claimQuestions.step((await claimsOf(scene))[0]?.id ?? '');
    },
  ],
  [/^server killed and started again/, async ({ shop }) => void (await shop.deps.jobs.runDue())],
  [
    /^the answer comes while the database is away/,
    async (scene) => {
      const { shop, receipt } = scene;
      vi.spyOn(shop.db, 'tx').mockRejectedValueOnce(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
      const url = new URL(String(questionOf(scene).asked['resultUrl'])).pathname;
      const reply = await shop.app.inject({ method: 'POST', url, payload: resultOf(shop, receipt, {}) });
      expect(reply.statusCode).toBe(503);
    },
  ],
  [
    /^two answers at the same moment/,
    async (scene) => {
      const { shop, order, receipt } = scene;
      const words = { amount: order.total, phone: order.shopper.user.phone };
      await Promise.all([answer(shop, receipt, words), answer(shop, receipt, words)]);
      expect((await booksOf(shop, order.id)).payments).toHaveLength(1);
    },
  ],
  [/^restore of a backup/, async ({ shop }) => shop.db.tx((tx) => askClaimsAgain(tx, shop.clock.now()))],
];
