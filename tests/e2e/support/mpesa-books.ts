import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Owing, Pay } from './books.ts';
import { bearer, dataOf } from './customers.ts';
import type { SignedIn } from './customers.ts';
import type { Prompt, Shop } from './shop.ts';

export interface MoneyFaults {
  /** Orders that more than one prompt, or more than one charge, was for. */
  readonly twice: readonly string[];
  /** Orders whose money in the shop's book is another than in the ledger, and receipts that the ledger has not. */
  readonly wrongMoney: readonly string[];
  /** Orders that are paid without money, or unpaid with it. */
  readonly wrongOrders: readonly string[];
}

const LOOK_AGAIN_MS = 100;
const MOST_LOOKS = 20;

/**
 * Buyers who pay by M-Pesa: one prompt each, paid on the phone, every fifth with its callback lost. A page that has not
 * heard of its money after a while goes away; the shop has to find it.
 */
export function mpesaBuyers(): { readonly pay: Pay; counts(): { readonly paid: number; readonly dropped: number } } {
  let paid = 0;
  let dropped = 0;
  async function pay({ buyer, orderId, total }: Owing, shopNow: () => Promise<Shop>): Promise<void> {
    const shop = await shopNow();
    const push = { phoneNumber: buyer.phone, amount: total, orderId, accountReference: orderId.slice(0, 8) };
    const pushed = await shop.api('POST', '/mpesa/stkpush', push, bearer(buyer));
    // The phone still shows the prompt of an order before, which came when nobody waited for it any more.
    if (pushed.status === 400 || pushed.status === 409) return;
    const { checkoutRequestId } = dataOf<{ checkoutRequestId: string }>(pushed);
    const open = await promptOn(shop, buyer);
    // The process was killed before it asked Daraja: there is no prompt, and no money.
    if (open === undefined) return;
    paid += 1;
    // A prompt whose id the shop never heard is known by its callback alone, which Daraja does not lose as well.
    const isDropped = paid % 5 === 0 && open.checkoutRequestId === checkoutRequestId;
    if (isDropped) dropped += 1;
    await shop.answerPrompt(open.checkoutRequestId, 'pay', { drop: isDropped });
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      const reply = await shop.api('GET', `/mpesa/payment-status/${checkoutRequestId}`, undefined, bearer(buyer));
      if (dataOf<{ status: string }>(reply).status === 'completed') return;
      await pause(LOOK_AGAIN_MS);
    }
  }
  return { pay, counts: () => ({ paid, dropped }) };
}

async function promptOn(shop: Shop, { msisdn }: SignedIn): Promise<Prompt | undefined> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const open = (await shop.prompts(msisdn)).find(({ state }) => state === 'open');
    if (open !== undefined) return open;
    await pause(LOOK_AGAIN_MS);
  }
  return undefined;
}

/** Compares the shop's rows about these buyers with what has really left their phones. */
export async function compareMoney(shop: Shop, databaseUrl: string, buyers: readonly SignedIn[]): Promise<MoneyFaults> {
  const [prompts, charges] = [await shop.prompts(), await shop.charges()];
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const phones = [buyers.map(({ msisdn }) => msisdn)];
    const kept = await client.query<{ reference: string; receipt: string | null; amount: number }>(
      `select upper(left('DUKA' || short_id, 12)) as reference, receipt, payments.amount from payments
        join orders on orders.id = payments.order_id join users on users.id = user_id where phone = any($1)`,
      phones,
    );
    const orders = await client.query<{ reference: string; is_paid: boolean }>(
      `select upper(left('DUKA' || short_id, 12)) as reference, is_paid from orders
        join users on users.id = user_id where phone = any($1) and payment_method = 'mpesa'`,
      phones,
    );
    const ledger = new Map(charges.map(({ accountReference, amount }) => [accountReference, amount]));
    const booked = new Map(kept.rows.map(({ reference, amount }) => [reference, amount]));
    const receipts = new Set(charges.map(({ receipt }) => receipt));
    return {
      twice: [...moreThanOne(prompts), ...moreThanOne(charges), ...moreThanOne(kept.rows)],
      wrongMoney: [
        ...[...new Set([...ledger.keys(), ...booked.keys()])].filter((it) => ledger.get(it) !== booked.get(it)),
        // A query tells of the money without its receipt.
        ...kept.rows.flatMap(({ receipt }) => (receipt === null || receipts.has(receipt) ? [] : [receipt])),
      ],
      wrongOrders: orders.rows
        .filter(({ reference, is_paid }) => is_paid !== ledger.has(reference))
        .map(({ reference }) => reference),
    };
  } finally {
    await client.end();
  }
}

function moreThanOne(
  all: readonly ({ readonly accountReference: string } | { readonly reference: string })[],
): string[] {
  const references = all.map((it) => ('reference' in it ? it.reference : it.accountReference));
  return references.filter((reference, index) => references.indexOf(reference) !== index);
}
