import pg from 'pg';
import { DEMO_SHOPPER } from '../../../demo/account.ts';

/** A payment by hand, with the status of each reply to its message. */
export interface HandPaid {
  readonly receipt: string | null;
  readonly confirmations: readonly number[];
}

/** Money that really moved, by the simulated M-Pesa. */
export interface LedgerRow {
  readonly receipt: string;
  readonly kind: 'prompt' | 'paybill' | 'till' | 'reversal' | 'payout';
  readonly amount: number;
  readonly from: string;
}

interface HandPayment {
  readonly phone: string;
  readonly amount: number;
  readonly account: string;
  readonly drop: boolean;
  readonly times: number;
}

/** Pays in the phone's M-PESA menu. */
export async function payByHand(simulators: string, payment: HandPayment): Promise<HandPaid> {
  const response = await fetch(`${simulators}/control/mpesa/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payment),
  });
  if (!response.ok) throw new Error(`paying by hand answers ${response.status}: ${await response.text()}`);
  return (await response.json()) as HandPaid;
}

/** Without the orders of the demo, whose payments M-Pesa never saw. */
const BOUGHT = `user_id <> (select id from users where email = '${DEMO_SHOPPER.email}')`;

/**
 * Compares the shop's books with M-Pesa's ledger. Each receipt has one use, with its amount, and each order keeps its price
 * at most: what was paid beyond it is a refund.
 */
export async function findWrongShillings(
  simulators: string,
  databaseUrl: string,
): Promise<{ readonly transactions: readonly LedgerRow[]; readonly wrong: readonly string[] }> {
  const reply = await fetch(`${simulators}/control/mpesa/ledger`);
  const { transactions } = (await reply.json()) as { transactions: readonly LedgerRow[] };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const booked = await client.query<{ receipt: string; amount: number | null }>(
      `select receipt, payments.amount from payments join orders on orders.id = order_id
          where receipt is not null and ${BOUGHT}
        union all select receipt, amount from received_money where state <> 'paid' and state <> 'provisional'`,
    );
    const uses = await client.query<{ receipt: string; use: string }>('select receipt, use from receipts');
    const unnumbered = await client.query<{ id: string }>(
      `select payments.id from payments join orders on orders.id = order_id where receipt is null and ${BOUGHT}`,
    );
    const orders = await client.query<{ id: string; total: number; paid: number; back: number; money: string }>(
      `select orders.id, total_price as total, money,
          (select coalesce(sum(amount), 0)::int from payments where order_id = orders.id) as paid,
          (select coalesce(sum(amount), 0)::int from refunds where order_id = orders.id and state <> 'dropped') as back
        from orders where payment_method = 'mpesa' and ${BOUGHT}`,
    );
    return {
      transactions,
      wrong: [
        ...transactions.flatMap(({ receipt, amount, kind }) => {
          const rows = booked.rows.filter((it) => it.receipt === receipt);
          const used = uses.rows.filter((it) => it.receipt === receipt).map(({ use }) => use);
          const isRight = rows.length === 1 && rows[0]?.amount === amount && used.length === 1;
          return isRight ? [] : [`${kind} ${receipt} of ${amount}: ${JSON.stringify(rows)}, ${used.join(' and ')}`];
        }),
        ...booked.rows
          .filter(({ receipt }) => transactions.every((it) => it.receipt !== receipt))
          .map(({ receipt }) => `${receipt} is booked and was never paid`),
        ...unnumbered.rows.map(({ id }) => `payment ${id} has no receipt`),
        ...orders.rows.flatMap(({ id, total, paid, back, money }) => {
          const kept = paid - back;
          const isRight =
            paid >= total ? kept === total || kept === 0 : back === paid || money === 'partPaid' || paid === 0;
          return isRight ? [] : [`order ${id} of ${total} (${money}): paid ${paid}, ${back} of it goes back`];
        }),
      ],
    };
  } finally {
    await client.end();
  }
}
