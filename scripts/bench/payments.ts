import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { OrderDraft } from '../../contract/orders.ts';
import { measured } from './load.ts';
import type { Measured } from './load.ts';
import type { Prepared } from './prepare.ts';

export interface Addresses {
  readonly shop: string;
  readonly simulators: string;
}

export interface PaymentLoad extends Measured {
  /** What `payment-status` takes, of every payment that was paid. */
  readonly paid: readonly Paid[];
}

interface Paid {
  readonly token: string;
  readonly checkoutRequestId: string;
}

/** Nobody waits longer than that for a payment that was paid. */
const PATIENCE_MS = 10_000;

/**
 * Whole payments, `buyers` at a time for `seconds`: the order, the prompt, the PIN, the callback, and the shop that
 * says paid. Each buyer has a phone of its own, as each phone takes one prompt at a time.
 */
export async function loadPayments(at: Addresses, { tokens, draft }: Prepared, buyers: number, seconds: number): Promise<PaymentLoad> {
  const order: OrderDraft = { ...draft, paymentMethod: 'mpesa' };
  const until = performance.now() + seconds * 1_000;
  const took: number[] = [];
  const paid: Paid[] = [];
  let failed = 0;
  let phone = 0;
  await Promise.all(
    Array.from({ length: buyers }, async (_, buyer) => {
      const token = tokens[buyer % tokens.length] ?? '';
      while (performance.now() < until) {
        const started = performance.now();
        const checkoutRequestId = await payOnce(at, token, order, `25471${String(phone++).padStart(7, '0')}`).catch(() => null);
        if (checkoutRequestId === null) failed += 1;
        else {
          took.push(performance.now() - started);
          paid.push({ token, checkoutRequestId });
        }
      }
    }),
  );
  took.sort((one, other) => one - other);
  const percentile = (share: number) => Math.round(took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0);
  return { perSecond: Math.round(took.length / seconds), p50: percentile(0.5), p99: percentile(0.99), failed, paid };
}

/** `buyers` pages that ask every 3 s (§4) how their payment stands. */
export async function loadPolling({ shop }: Addresses, paid: readonly Paid[], buyers: number, seconds: number): Promise<Measured> {
  let turn = 0;
  const result = await autocannon({
    url: shop,
    connections: 100,
    overallRate: Math.round(buyers / 3),
    duration: seconds,
    requests: [
      {
        method: 'GET',
        setupRequest: (request) => {
          const { token, checkoutRequestId } = paid[turn++ % paid.length] as Paid;
          return { ...request, path: `/api/mpesa/payment-status/${checkoutRequestId}`, headers: { ...request.headers, authorization: `Bearer ${token}` } };
        },
      },
    ],
  });
  return measured(result, seconds);
}

/** Calls that Daraja has seen. The simulator keeps the last thousand requests, so ask for few of them. */
export async function darajaCalls({ simulators }: Addresses): Promise<number> {
  const { requests } = (await (await fetch(`${simulators}/control/log`)).json()) as { requests: { provider: string }[] };
  return requests.filter(({ provider }) => provider === 'daraja').length;
}

export async function forgetCalls({ simulators }: Addresses): Promise<void> {
  await fetch(`${simulators}/control/reset`, { method: 'POST' });
}

async function payOnce({ shop, simulators }: Addresses, token: string, draft: OrderDraft, phoneNumber: string): Promise<string> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const post = (path: string, body: unknown, more = {}) =>
    answerOf(fetch(`${shop}/api${path}`, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) }));
  const { order } = await post('/orders', draft, { 'idempotency-key': randomUUID() });
  const push = { phoneNumber, amount: draft.totalPrice, orderId: order._id, accountReference: order._id.slice(0, 8) };
  const { checkoutRequestId } = await post('/mpesa/stkpush', push);
  const acted = await fetch(`${simulators}/control/mpesa/${checkoutRequestId}`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ action: 'pay' }),
  });
  if (!acted.ok) throw new Error(`the phone could not pay: ${acted.status}`);
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const { status } = await answerOf(fetch(`${shop}/api/mpesa/payment-status/${checkoutRequestId}`, { headers }));
    if (status === 'completed') return checkoutRequestId;
  }
  throw new Error('paid, and the shop does not know');
}

interface Answer {
  readonly order: { readonly _id: string };
  readonly checkoutRequestId: string;
  readonly status: string;
}

async function answerOf(asked: Promise<Response>): Promise<Answer> {
  const response = await asked;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: Answer }).data;
}
