import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { AccountPlan } from './account-requests.ts';
import { HandPayment, PortalPayout } from './c2b-requests.ts';
import type { HandPayments } from './c2b.ts';
import { newReceipt, type Ledger, type Transaction } from './ledger.ts';
import { MERCHANT } from './merchant.ts';
import type { Operations } from './operations.ts';
import { writeStatement } from './statement.ts';

interface MoneyDeps {
  readonly now: () => number;
  /** Money in the short code that pays refunds, before all transactions. */
  readonly float: () => number;
  readonly ledger: Ledger;
  readonly operations: Operations;
  readonly hand: HandPayments;
  readonly plan: (plan: AccountPlan) => void;
}

/**
 * Controls the money beside the prompts: `GET /mpesa/ledger`, `GET /mpesa/statement`, `GET /mpesa/receipts`, `POST
 * /mpesa/pay`, `POST /mpesa/send`, `POST /mpesa/plan`, `POST /mpesa/unregister`.
 */
export function moneyControl(app: FastifyInstance, { now, float, ledger, operations, hand, plan }: MoneyDeps): void {
  app.get<{ Querystring: { phone?: string } }>('/mpesa/ledger', async ({ query: { phone = '' } }) => ({
    balances: ledger.balances(),
    transactions: ledger
      .all()
      .filter(({ from, to }) => phone === '' || from === phone || to === phone)
      .map((it) => ({ ...it, at: toIso(it.at), confirmations: hand.confirmations(it.receipt) })),
    operations: operations.all().map((it) => ({ ...it, at: toIso(it.at) })),
    registration: hand.registration(),
  }));

  app.get<{ Querystring: { shortcode?: string; from?: string; to?: string } }>(
    '/mpesa/statement',
    async ({ query: { shortcode = MERCHANT.shortcode, from, to } }, reply) => {
      const times = { from: from === undefined ? 0 : Date.parse(from), to: to === undefined ? now() : Date.parse(to) };
      const start = shortcode === MERCHANT.payoutShortcode ? float() : 0;
      return reply.type('text/csv; charset=utf-8').send(writeStatement(ledger, { shortcode, start, ...times }));
    },
  );

  app.get<{ Querystring: { phone?: string } }>('/mpesa/receipts', async ({ query: { phone = '' } }) => ({
    messages: ledger
      .all()
      .map((it) => ({ to: getOwner(it), text: tell(it), sentAt: toIso(it.at) }))
      .filter(({ to }) => phone === '' || to === phone)
      .reverse(),
  }));

  app.post('/mpesa/pay', async ({ body }, reply) => {
    const parsed = v.safeParse(HandPayment, body);
    if (!parsed.success) return reply.code(400).send({ success: false, message: v.summarize(parsed.issues) });
    const paid = await hand.pay(parsed.output);
    const confirmations = paid.receipt === null ? [] : hand.confirmations(paid.receipt);
    return { success: true, ...paid, confirmations };
  });

  app.post('/mpesa/send', async ({ body }, reply) => {
    const parsed = v.safeParse(PortalPayout, body);
    if (!parsed.success) return reply.code(400).send({ success: false, message: v.summarize(parsed.issues) });
    const { phone, amount, name } = parsed.output;
    const receipt = newReceipt();
    const from = MERCHANT.payoutShortcode;
    ledger.add({ receipt, kind: 'payout', at: now(), amount, from, to: phone, name, account: '' });
    return { success: true, receipt };
  });

  app.post('/mpesa/plan', async ({ body }, reply) => {
    const parsed = v.safeParse(AccountPlan, body);
    if (!parsed.success) return reply.code(400).send({ success: false, message: v.summarize(parsed.issues) });
    plan(parsed.output);
    return { success: true };
  });

  app.post('/mpesa/unregister', async () => {
    hand.register(null);
    return { success: true };
  });
}

function toIso(at: number): string {
  return new Date(at).toISOString();
}

function isReceived({ kind }: Transaction): boolean {
  return kind === 'reversal' || kind === 'payout';
}

function getOwner(it: Transaction): string {
  return isReceived(it) ? it.to : it.from;
}

/** The SMS of M-Pesa to the phone's owner. */
function tell(it: Transaction): string {
  const { receipt, kind, amount, account, to, at, reverses } = it;
  const sum = `Ksh${amount.toLocaleString('en-US')}.00`;
  const when = new Date(at).toLocaleString('en-GB', {
    timeZone: 'Africa/Nairobi',
    day: 'numeric',
    month: 'numeric',
    year: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  });
  const said = {
    prompt: `${sum} sent to ${MERCHANT.name} for account ${account}`,
    paybill: `${sum} sent to ${MERCHANT.name} for account ${account}`,
    till: `${sum} paid to ${MERCHANT.name}, till ${to}`,
    reversal: `Reversal of transaction ${reverses ?? ''} has been successful. ${sum} is credited to your M-PESA account`,
    payout: `You have received ${sum} from ${MERCHANT.name}`,
  };
  return `${receipt} Confirmed. ${said[kind]} on ${when.replace(', ', ' at ')}.`;
}
