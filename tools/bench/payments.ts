import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { OrderDraft } from '../../contract/orders.ts';
import { toLoadResult } from './load.ts';
import type { LoadResult } from './load.ts';
import type { PreparedShop } from './prepare.ts';

export interface Addresses {
  readonly shop: string;
  readonly simulators: string;
}

/** Values of a polling page. */
interface WaitingPage {
  readonly token: string;
  readonly checkoutRequestId: string;
}

/** Longest wait for the result of a completed payment. */
const PATIENCE_MS = 10_000;

/**
 * Whole payments, `buyers` at a time for `seconds`: the order, the prompt, the PIN, the callback, and the shop's status
 * paid. Each buyer has a separate phone, because a phone accepts one prompt at a time.
 */
export async function loadPayments(
  at: Addresses,
  { tokens, draft }: PreparedShop,
  buyers: number,
  seconds: number,
): Promise<LoadResult> {
  const until = performance.now() + seconds * 1_000;
  const took: number[] = [];
  let failed = 0;
  let phone = 0;
  await Promise.all(
    Array.from({ length: buyers }, async (_, buyer) => {
      const token = tokens[buyer % tokens.length] ?? '';
      while (performance.now() < until) {
        const started = performance.now();
        const isPaid = await payOnce(at, token, draft, createPhone(1, phone++)).then(
          () => true,
          () => false,
        );
        if (isPaid) took.push(performance.now() - started);
        else failed += 1;
      }
    }),
  );
  took.sort((one, other) => one - other);
  const percentile = (share: number) =>
    Math.round(took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0);
  return { perSecond: Math.round(took.length / seconds), p50: percentile(0.5), p99: percentile(0.99), failed };
}

/** Leaves `count` prompts unanswered. */
export async function leaveWaiting(
  at: Addresses,
  { tokens, draft }: PreparedShop,
  count: number,
): Promise<WaitingPage[]> {
  const waiting: WaitingPage[] = [];
  while (waiting.length < count) {
    const token = tokens[waiting.length % tokens.length] ?? '';
    waiting.push({ token, checkoutRequestId: await prompt(at, token, draft, createPhone(2, waiting.length)) });
  }
  return waiting;
}

/** `buyers` pages that query their payment every 3 s (§4). */
export async function loadPolling(
  { shop }: Addresses,
  waiting: readonly WaitingPage[],
  buyers: number,
  seconds: number,
): Promise<LoadResult> {
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
          const { token, checkoutRequestId } = waiting[turn++ % waiting.length] as WaitingPage;
          return {
            ...request,
            path: `/api/mpesa/payment-status/${checkoutRequestId}`,
            headers: { ...request.headers, authorization: `Bearer ${token}` },
          };
        },
      },
    ],
  });
  return toLoadResult(result, seconds);
}

/** Number of calls to Daraja. The simulator keeps only the last thousand requests. */
export async function darajaCalls({ simulators }: Addresses): Promise<number> {
  const { requests } = (await (await fetch(`${simulators}/control/log`)).json()) as {
    requests: { provider: string }[];
  };
  return requests.filter(({ provider }) => provider === 'daraja').length;
}

export async function forgetCalls({ simulators }: Addresses): Promise<void> {
  await fetch(`${simulators}/control/reset`, { method: 'POST' });
}

async function payOnce(at: Addresses, token: string, draft: OrderDraft, phoneNumber: string): Promise<void> {
  const checkoutRequestId = await prompt(at, token, draft, phoneNumber);
  const acted = await fetch(`${at.simulators}/control/mpesa/${checkoutRequestId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'pay' }),
  });
  if (!acted.ok) throw new Error(`the phone could not pay: ${acted.status}`);
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const { status } = await parseAnswer(
      fetch(`${at.shop}/api/mpesa/payment-status/${checkoutRequestId}`, { headers: createHeaders(token) }),
    );
    if (status === 'completed') return;
  }
  throw new Error('paid, but the shop does not show it');
}

/** Places an order and sends its prompt. Returns Daraja's id of the prompt. */
async function prompt({ shop }: Addresses, token: string, draft: OrderDraft, phoneNumber: string): Promise<string> {
  const post = (path: string, body: unknown, more = {}) =>
    parseAnswer(
      fetch(`${shop}/api${path}`, {
        method: 'POST',
        headers: { ...createHeaders(token), ...more },
        body: JSON.stringify(body),
      }),
    );
  const { order } = await post('/orders', { ...draft, paymentMethod: 'mpesa' }, { 'idempotency-key': randomUUID() });
  const push = { phoneNumber, amount: draft.totalPrice, orderId: order._id, accountReference: order._id.slice(0, 8) };
  return (await post('/mpesa/stkpush', push)).checkoutRequestId;
}

function createHeaders(token: string) {
  return { 'content-type': 'application/json', authorization: `Bearer ${token}` };
}

/** Each prompt goes to a separate phone. */
function createPhone(series: number, index: number): string {
  return `2547${series}${String(index).padStart(7, '0')}`;
}

interface Answer {
  readonly order: { readonly _id: string };
  readonly checkoutRequestId: string;
  readonly status: string;
}

async function parseAnswer(asked: Promise<Response>): Promise<Answer> {
  const response = await asked;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: Answer }).data;
}
