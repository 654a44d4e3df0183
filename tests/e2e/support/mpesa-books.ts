import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Owing, Pay } from './books.ts';
import { bearer, getData } from './customers.ts';
import type { SignedIn } from './customers.ts';
import type { Prompt, Shop } from './shop.ts';

export interface MoneyFaults {
  /** Orders with more than one prompt, charge or payment. */
  readonly twice: readonly string[];
  /** Orders whose amount differs between the shop and the ledger, and receipts that are missing in the ledger. */
  readonly wrongMoney: readonly string[];
  /** Orders that are paid without a charge, or unpaid with one. */
  readonly wrongOrders: readonly string[];
}

const LOOK_AGAIN_MS = 100;
const MOST_LOOKS = 20;

/**
 * Buyers who pay by M-Pesa: one prompt each, paid on the phone, every fifth without a callback. A page that gets no
 * result after a while stops; the shop has to find the payment.
 */
export function mpesaBuyers(): { readonly pay: Pay; counts(): { readonly paid: number; readonly dropped: number } } {
  let paid = 0;
  let dropped = 0;
  async function pay({ buyer, orderId, total }: Owing, shopNow: () => Promise<Shop>): Promise<void> {
    const shop = await shopNow();
    const push = { phoneNumber: buyer.phone, amount: total, orderId, accountReference: orderId.slice(0, 8) };
    const pushed = await shop.api('POST', '/mpesa/stkpush', push, bearer(buyer));
    // The phone still shows the prompt of an earlier order that was abandoned.
    if (pushed.status === 400 || pushed.status === 409) return;
    const { checkoutRequestId } = getData<{ checkoutRequestId: string }>(pushed);
    const open = await promptOn(shop, buyer);
    // The process was killed before it called Daraja: there is no prompt and no charge.
    if (open === undefined) return;
    paid += 1;
    // If the shop did not get the id of a prompt, only the callback identifies it, so the callback is not dropped.
    const isDropped = paid % 5 === 0 && open.checkoutRequestId === checkoutRequestId;
    if (isDropped) dropped += 1;
    await shop.answerPrompt(open.checkoutRequestId, 'pay', { drop: isDropped });
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      const reply = await shop.api('GET', `/mpesa/payment-status/${checkoutRequestId}`, undefined, bearer(buyer));
      if (getData<{ status: string }>(reply).status === 'completed') return;
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

/** Compares the shop's rows for these buyers with the charges on their phones. */
export async function compareMoney(shop: Shop, databaseUrl: string, buyers: readonly SignedIn[]): Promise<MoneyFaults> {
  const [prompts, charges] = [await shop.prompts(), await shop.charges()];
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const phones = [buyers.map(({ msisdn }) => msisdn)];
    const kept = await client.query<{ reference: string; receipt: string | null; amount: number }>(
      `select upper(left('DUKA' || short_id, 12)) as reference, receipt, payments.amount from payments
        join orders on orders.id = payments.order_id join users on users.id = user_id where users.phone = any($1)`,
      phones,
    );
    const orders = await client.query<{ reference: string; is_paid: boolean }>(
      `select upper(left('DUKA' || short_id, 12)) as reference, is_paid from orders
        join users on users.id = user_id where users.phone = any($1) and payment_method = 'mpesa'`,
      phones,
    );
    const ledger = new Map(charges.map(({ accountReference, amount }) => [accountReference, amount]));
    const booked = new Map(kept.rows.map(({ reference, amount }) => [reference, amount]));
    const receipts = new Set(charges.map(({ receipt }) => receipt));
    return {
      twice: [...moreThanOne(prompts), ...moreThanOne(charges), ...moreThanOne(kept.rows)],
      wrongMoney: [
        ...[...new Set([...ledger.keys(), ...booked.keys()])].filter((it) => ledger.get(it) !== booked.get(it)),
        // A query returns the payment without its receipt.
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
