import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { audit, receipts, refunds } from '../../../server/db/schema.ts';
import { toStableId } from '../../../server/db/ids.ts';
import { attach, refused, settle, show, type Act, type Scene } from './hand-payment-scene.ts';

/** Rows of the table `hand-payment` about money that goes back (PAY-C4, PAY-F2). */

const REASON = 'Nobody knows the payer';

export async function mark({ shop, receipt }: Scene, role: 'owner' | 'orders' | 'catalogue' = 'orders') {
  const { staff } = await shop.signInStaff({ role });
  return { staff, refund: await shop.services.unmatched.markForReturn(staff, { receipt, reason: REASON }) };
}

/** The refund of money that staff marked. */
const getRefund = (receipt: string) => toStableId('return', receipt);

async function refundRow({ shop, receipt }: Scene) {
  const [row] = await shop.db.sql
    .select()
    .from(refunds)
    .where(eq(refunds.id, getRefund(receipt)));
  return row;
}

async function useOfReceipt({ shop, receipt }: Scene) {
  const [row] = await shop.db.sql.select().from(receipts).where(eq(receipts.receipt, receipt));
  return row?.use;
}

/** M-Pesa shows the money, and an owner pays it back by hand. */
async function approve(scene: Scene): Promise<string> {
  const { refundsStaff } = scene.shop.services;
  await show(scene);
  const { staff } = await scene.shop.signInStaff();
  const id = getRefund(scene.receipt);
  await refundsStaff.payByHand(staff, id);
  await refundsStaff.noteCash(staff, id);
  return id;
}

export const RETURN_ACTS: readonly (readonly [RegExp, Act])[] = [
  [/^staff: give it back/, async (scene) => void (await settle(scene, 'refund'))],
  [
    /^staff: mark it for return/,
    async (scene, { from, to }) => {
      if (from === 'returning') {
        expect((await mark(scene)).refund).toBeNull();
        return;
      }
      if (to !== 'returning') return refused(mark(scene));
      const { staff } = await mark(scene);
      const { amount } = (await refundRow(scene)) ?? {};
      expect(await refundRow(scene)).toMatchObject({ state: 'due', orderId: null, proposerId: staff.id, note: REASON });
      expect([amount, await useOfReceipt(scene)]).toEqual([scene.order.total, 'return']);
      const entries = await scene.shop.db.sql
        .select()
        .from(audit)
        .where(eq(audit.subject, `receipt ${scene.receipt}`));
      expect(entries.map(({ action, staffId }) => [action, staffId])).toEqual([['money.return', staff.id]]);
    },
  ],
  [
    /^the refund is done/,
    async (scene) => {
      const id = await approve(scene);
      const { staff } = await scene.shop.signInStaff();
      await scene.shop.services.refundsStaff.confirmCash(staff, id);
      expect([(await refundRow(scene))?.state, await useOfReceipt(scene)]).toEqual(['done', 'return']);
    },
  ],
  [
    /^the refund is dropped/,
    async (scene) => {
      const { staff } = await scene.shop.signInStaff();
      await scene.shop.services.refundsStaff.drop(staff, getRefund(scene.receipt), 'The payer is known');
      expect(await useOfReceipt(scene)).toBe('unmatched');
      const listed = await scene.shop.services.unmatched.list();
      expect(listed.find(({ receipt }) => receipt === scene.receipt)?.why).toBe('its return was dropped');
    },
  ],
];

/** Attaches money that is no longer unmatched. */
export const attachReturned: Act = async (scene, { from, when }) => {
  if (from !== 'returning') return refused(attach(scene));
  if (when !== 'its refund is due') {
    await approve(scene);
    return refused(attach(scene));
  }
  await show(scene);
  expect(await attach(scene)).toBe('attached');
  expect(await refundRow(scene)).toMatchObject({ state: 'dropped', orderId: null });
};
