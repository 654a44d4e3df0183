import type { FastifyInstance } from 'fastify';
import type { ReceivedMail } from '../../../simulators/mail/mailbox.ts';
import { createSimulators } from '../../../simulators/app.ts';

export interface SeenPrompt {
  readonly checkoutRequestId: string;
  readonly merchantRequestId: string;
  readonly phone: string;
  readonly amount: number;
  readonly accountReference: string;
  readonly callbackUrl: string;
  readonly state: string;
  readonly isIgnored: boolean;
  readonly resultCode: string | null;
  readonly receipt: string | null;
  /** Statuses of the responses to callbacks, 0 for no response. */
  readonly callbacks: readonly number[];
  readonly receivedAt: string;
}

export interface SeenCharge {
  readonly receipt: string;
  readonly checkoutRequestId: string;
  readonly phone: string;
  readonly amount: number;
  readonly accountReference: string;
  readonly at: string;
}

export interface HandPaid {
  readonly state: 'paid' | 'rejected';
  readonly receipt: string | null;
  readonly answer: string | null;
  readonly confirmations: readonly number[];
}

export interface SeenLedger {
  readonly balances: Readonly<Record<string, number>>;
  readonly transactions: readonly {
    readonly receipt: string;
    readonly kind: string;
    readonly amount: number;
    readonly from: string;
    readonly to: string;
    readonly account: string;
    readonly reverses?: string;
    readonly at: string;
    /** Statuses of the responses to confirmations, 0 for no response. */
    readonly confirmations: readonly number[];
  }[];
  readonly operations: readonly {
    readonly call: string;
    readonly conversationId: string;
    readonly originatorConversationId: string;
    readonly receipt: string;
    readonly state: string;
    readonly replies: readonly number[];
  }[];
  readonly registration: Readonly<Record<string, string>> | null;
}

export interface RunningSimulators {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly messages: (
    phone?: string,
  ) => Promise<readonly { to: string; text: string; code?: string; sentAt: string }[]>;
  /** Received mails, newest first, and the port of the mail server. */
  readonly mails: (to?: string) => Promise<readonly ReceivedMail[]>;
  readonly mailPort: () => Promise<number>;
  /** `call` limits the fault to calls whose path contains it, e.g. `stkpush/`. */
  readonly fault: (provider: string, mode: string, times?: number, call?: string) => Promise<void>;
  /** Prompts newest first, and the ledger of real charges, oldest first. */
  readonly mpesa: (phone?: string) => Promise<{ prompts: readonly SeenPrompt[]; charges: readonly SeenCharge[] }>;
  /** Acts as the phone's owner; see simulators/daraja/outcomes.ts for the extras. */
  readonly answerPrompt: (id: string, action: string, extras?: object) => Promise<void>;
  /** The same for the next prompt, before or after the response to the push. */
  readonly planPrompt: (plan: object) => Promise<void>;
  /** Sets Safaricom's limits, e.g. `{ queriesPerMinute: 1000 }`; `reset` restores them. */
  readonly rules: (change: object) => Promise<void>;
  /** Pays by hand from the phone's menu; see simulators/daraja/c2b-requests.ts. */
  readonly payByHand: (payment: object) => Promise<HandPaid>;
  /** Plans the next Transaction Status, Reversal, payout or balance; see simulators/daraja/account-requests.ts. */
  readonly planCall: (plan: object) => Promise<void>;
  /** All money that moved, oldest first, and the calls that asked for it. */
  readonly ledger: (phone?: string) => Promise<SeenLedger>;
  /** Sends money in M-Pesa's portal, without the shop. Returns the receipt. */
  readonly sendByPortal: (payout: object) => Promise<string>;
  /** Deletes the addresses for payments by hand. */
  readonly unregister: () => Promise<void>;
  /** Revokes the access token. */
  readonly revokeToken: () => Promise<void>;
  /** Advances the simulators' clock. */
  readonly advance: (ms: number) => Promise<void>;
  readonly requests: () => Promise<readonly { provider: string; path: string; status: number; body: unknown }[]>;
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts the simulators on a free port, with functions for their control calls. */
export async function startSimulators(): Promise<RunningSimulators> {
  const app: FastifyInstance = createSimulators({});
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const send = async (path: string, body: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const post = async (path: string, body: unknown) => void (await send(path, body));
  const get = async (path: string) => (await fetch(`${url}${path}`)).json();
  return {
    url,
    messages: async (phone) => (await get(`/control/sms${phone === undefined ? '' : `?phone=${phone}`}`)).messages,
    mails: async (to = '') => (await get(`/control/mail?to=${to}`)).messages,
    mailPort: async () => (await get('/control/mail/port')).port,
    fault: (provider, mode, times = 1, call = '') => post('/control/faults', { provider, mode, times, call }),
    mpesa: (phone = '') => get(`/control/mpesa?phone=${phone}`),
    answerPrompt: (id, action, extras = {}) => post(`/control/mpesa/${id}`, { action, ...extras }),
    planPrompt: (plan) => post('/control/mpesa/next', plan),
    rules: (change) => post('/control/mpesa/rules', change),
    payByHand: async (payment) => send('/control/mpesa/pay', payment),
    planCall: (plan) => post('/control/mpesa/plan', plan),
    ledger: async (phone = '') => get(`/control/mpesa/ledger?phone=${phone}`),
    sendByPortal: async (payout) => (await send('/control/mpesa/send', payout)).receipt,
    unregister: () => post('/control/mpesa/unregister', {}),
    revokeToken: () => post('/control/mpesa/revoke', {}),
    advance: (advanceMs) => post('/control/clock', { advanceMs }),
    requests: async () => (await get('/control/log')).requests,
    reset: () => post('/control/reset', {}),
    close: () => app.close(),
  };
}
