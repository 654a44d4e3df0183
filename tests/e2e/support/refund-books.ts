import pg from 'pg';

/** A refund in the shop's database. */
export interface KeptRefund {
  readonly id: string;
  readonly state: string;
  readonly amount: number;
  readonly receipt: string | null;
  /** The receipt of the payment. */
  readonly paid: string;
}

interface LedgerAnswer {
  readonly transactions: readonly { readonly receipt: string; readonly kind: string; readonly reverses?: string }[];
  readonly operations: readonly {
    readonly call: string;
    readonly originatorConversationId: string;
    readonly receipt: string;
  }[];
}

export async function readRefunds(databaseUrl: string): Promise<readonly KeptRefund[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<KeptRefund>(
      `select refunds.id, state, refunds.amount, refunds.receipt, payments.receipt as paid
        from refunds join payments on payments.id = refunds.payment_id`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** Returns the receipts of the money that really went back for each refund, by the ledger of the simulated M-Pesa. */
export async function readSent(
  simulators: string,
  refunds: readonly KeptRefund[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const response = await fetch(`${simulators}/control/mpesa/ledger`);
  const { transactions, operations } = (await response.json()) as LedgerAnswer;
  return new Map(
    refunds.map(({ id, paid }) => [
      id,
      [
        ...transactions.flatMap(({ receipt, reverses }) => (reverses === paid ? [receipt] : [])),
        ...operations.flatMap(({ call, originatorConversationId: ours, receipt }) =>
          call === 'payout' && receipt !== '' && ours.startsWith(id) ? [receipt] : [],
        ),
      ],
    ]),
  );
}

/**
 * Returns refunds that were sent twice, that the shop calls done or not sent against the ledger, and that are not
 * finished. A reversal whose answer was lost may stay unknown: the statement decides.
 */
export async function findWrongRefunds(simulators: string, databaseUrl: string): Promise<readonly string[]> {
  const refunds = await readRefunds(databaseUrl);
  const sent = await readSent(simulators, refunds);
  return refunds.flatMap(({ id, state, receipt }) => {
    const receipts = sent.get(id) ?? [];
    const isRight =
      receipts.length <= 1 &&
      (state === 'unknown' || (state === 'done' && receipts.length === 1 && [null, receipts[0]].includes(receipt)));
    return isRight
      ? []
      : [`refund ${id} is ${state} with ${receipt ?? 'no receipt'}; really sent: ${receipts.join(' ')}`];
  });
}
