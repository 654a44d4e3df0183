import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Row } from 'model-testing/table/flow';
import { cancelOrder } from '../../../contract/orders.ts';
import { orders } from '../../../server/db/schema.ts';
import { newReceipt } from '../by-hand/by-hand-steps.ts';
import { lookAt, questionsOf, send, tell, type Act, type Scene } from './claim-scene.ts';

/** Comparisons of the table `claim`, and steps that several acts share. */

/** Compares a reply with the row: its status, and the text that the shopper reads. */
export async function expectReply(row: Row, reply: { status: number; body: unknown }): Promise<void> {
  const said = row.says?.[0] ?? '';
  const named = [...row.does, said].map((words) => /^(?:4\d\d)/.exec(words)?.[0]).find((it) => it !== undefined);
  expect(reply.status).toBe(Number(named ?? 200));
  if (said === '' || /^\d{3}$/.test(said)) return;
  const body = reply.body as { message?: string; data?: { claim?: { text: string } } };
  expect(plain(reply.status === 200 ? body.data?.claim?.text : body.message)).toBe(plain(said));
}

/** Texts of the tables have normal spaces and name the shop's phone in words. */
export function plain(text: string | undefined): string {
  return (text ?? '').replaceAll('\u00a0', ' ').replaceAll(/\+254 700 123 456|0700 123 456|\{shop phone\}/g, 'PHONE');
}

/** Expects the row's text on the order's page. */
export async function expectSaid(scene: Scene, { says }: Row): Promise<void> {
  if (says == null || says.length === 0) return;
  expect(plain((await lookAt(scene)).claim?.text)).toBe(plain(says[0]));
}

export const sendAs =
  (text: (scene: Scene) => string): Act =>
  async (scene, row) => {
    scene.shop.clock.advance(1_000);
    const before = questionsOf(scene).length;
    await expectReply(row, await send(scene, text(scene)));
    await scene.shop.deps.jobs.runDue();
    if (row.does.some((words) => words.includes('no call'))) expect(questionsOf(scene)).toHaveLength(before);
    if (row.calls.length > 0) expect(questionsOf(scene)).toHaveLength(before + 1);
  };
export const sendReceipt = sendAs(({ receipt }) => receipt);
export const sendAnother = sendAs(() => newReceipt());

/** An answer of M-Pesa, and what the shopper reads then. */
export const telling =
  (words: (scene: Scene) => Parameters<typeof tell>[1]): Act =>
  async (scene, row) => {
    await tell(scene, words(scene));
    await expectSaid(scene, row);
  };

export const setOrder = ({ shop, order }: Scene, change: Partial<typeof orders.$inferInsert>) =>
  shop.db.sql.update(orders).set(change).where(eq(orders.id, order.id));

export async function cancel({ shop, order }: Pick<Scene, 'shop' | 'order'>): Promise<void> {
  expect((await shop.call(cancelOrder, { id: order.id }, { token: order.shopper.token })).status).toBe(200);
}

/** Runs the check of the order's expiry, whatever the time of its job. */
export async function expire({ shop, order }: Scene): Promise<void> {
  await shop.db.tx((tx) => shop.services.expiry.scheduleExpiry(tx, order.id, shop.clock.now(), { from: randomUUID() }));
  await shop.deps.jobs.runDue();
}
