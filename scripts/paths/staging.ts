import { ApiError } from '../../contract/errors.ts';
import type { Beginning, Reply } from '../../model-testing/browser/play.ts';
import type { Move, Staging } from '../../model-testing/browser/script.ts';
import { fill, press } from '../../model-testing/view/act.ts';
import type { Act } from '../../model-testing/view/act.ts';
import { credentials } from '../../tests/models/account.samples.ts';
import { ORDER, START } from '../../tests/models/payment.samples.ts';
import { o1 } from '../../tests/models/order.samples.ts';
import { jane, phoneLine, stored } from '../../tests/models/shop.samples.ts';

/** How paths begin on the pages of the shop, and how its server says what machines are told. */

/** §7: a call is given up after this. */
const TIME_OUT_MS = 10_000;
/** The cart's service asks only for ids that the shop can know. */
const PHONE = '11111111-1111-4111-8111-111111111111';

type Stage = NonNullable<ReturnType<Staging['begin']>>;

const act = (one: Act): Move => ({ do: 'act', with: [one] });
const good = (data: unknown) => ({ success: true, data });
const shopper = { token: 'T', user: JSON.stringify(jane) };
const known = { 'GET /auth/profile': good({ user: jane }) };

const atCheckout: Beginning = {
  path: '/checkout',
  time: START,
  storage: { ...shopper, cart: stored({ ...phoneLine(2), id: PHONE }) },
  replies: {
    ...known,
    'POST /cart/check': good({ lines: [{ product: PHONE, name: 'Phone A', was: 1500, now: 1500, stock: 3 }] }),
    'POST /orders': good({ order: { ...o1, _id: ORDER } }),
    'GET /mpesa/open-payment': good({ payment: null }),
  },
};
const paying = [
  act(press('button', 'Pay with M-Pesa')),
  act(press('button', 'Confirm', { role: 'dialog', name: /./ })),
];

const page = (path: string) => (): Stage => ({ at: { path } });
const login = (input: unknown): Stage | null => {
  const { origin, notice } = input as { origin: string | null; notice: string | null };
  return origin === null && notice === null ? { at: { path: '/auth/login' } } : null;
};

const STAGES: Readonly<Record<string, (input: unknown) => Stage | null>> = {
  contact: page('/contact'),
  'forgot-password': page('/auth/forgot-password'),
  login,
  'mpesa-payment': (input) => {
    const { prompt } = input as { prompt: { readonly times: object | null } | null };
    if (prompt === null) return { at: atCheckout, next: paying };
    if (prompt.times === null) return null;
    const pushed: Move = {
      do: 'answer',
      with: ['POST /mpesa/stkpush', reply('POST /mpesa/stkpush', { checkoutRequestId: 'ws_1' })],
    };
    return { at: atCheckout, next: [...paying, pushed] };
  },
  'phone-verification': () => ({
    at: {
      path: '/auth/login',
      replies: {
        'POST /auth/login': {
          success: true,
          requirePhoneVerification: true,
          data: { phone: '254712345678', name: 'Wanjiku' },
        },
      },
    },
    next: [act(fill('Email', 'wanjiku@example.com')), act(fill('Password', 'Secret12')), act(press('button', 'Login'))],
  }),
  'sign-up': page('/auth/signup'),
};

/** By call: what the service makes its output of. */
const REPLIES: Readonly<Record<string, (output: never) => unknown>> = {
  'POST /auth/login': ({ credentials: data, phone, userName }: Login) =>
    data === null ? { success: true, requirePhoneVerification: true, data: { phone, name: userName } } : good(data),
  'GET /mpesa/payment-status': ({ phone, pushedAt, startedAt, orderStatus, ...rest }: Report) =>
    good({
      ...rest,
      checkoutRequestId: 'ws_1',
      phoneNumber: phone,
      pushedAt: new Date(pushedAt).toISOString(),
      startedAt: new Date(startedAt).toISOString(),
      ...(orderStatus !== '' && { orderStatus }),
    }),
};

interface Login {
  readonly credentials: object | null;
  readonly phone: string;
  readonly userName: string;
}

interface Report {
  readonly phone: string;
  readonly pushedAt: number;
  readonly startedAt: number;
  readonly orderStatus: string;
}

function reply(call: string, output: unknown): Reply {
  const json = REPLIES[call]?.(output as never) ?? good(output ?? {});
  return { status: 200, json };
}

function failure(error: Error): Reply | null | number {
  if (!(error instanceof ApiError)) throw error;
  const { kind, status, message, fields, requestId, retryAfter, data } = error;
  if (kind === 'offline') return null;
  if (kind === 'timeout') return TIME_OUT_MS;
  const headers = {
    ...(requestId !== null && { 'x-request-id': requestId }),
    ...(retryAfter !== null && { 'retry-after': String(retryAfter / 1_000) }),
  };
  return { status, headers, json: kind === 'broken' ? {} : { success: false, message, fields, data } };
}

const elsewhere = (entries: Readonly<Record<string, string | null>>): Move => ({
  do: 'elsewhere',
  with: ['/terms-of-service', entries],
});

export const staging: Staging = {
  begin: (flow, input) => STAGES[flow]?.(input) ?? null,
  reply,
  failure,
  events: {
    'clock.tick': ({ now }) => [{ do: 'reach', with: [now] }],
    'network.back': () => [{ do: 'network', with: [true] }],
    'network.lost': () => [{ do: 'network', with: [false] }],
    'page.hidden': () => [{ do: 'turn', with: [false] }],
    'page.visible': () => [{ do: 'turn', with: [true] }],
    'window.focused': () => [{ do: 'turn', with: [true] }],
    'session.authenticated': () => [elsewhere({ user: JSON.stringify(credentials.user), token: credentials.token })],
    'session.ended': () => [elsewhere({ user: null, token: null })],
  },
};

/** Flows whose paths can be walked in a browser. */
export const stagedFlows: readonly string[] = Object.keys(STAGES);
