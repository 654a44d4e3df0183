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
  /** Statuses of the callbacks' answers, 0 where none came. */
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

export interface RunningSimulators {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly messages: (
    phone?: string,
  ) => Promise<readonly { to: string; text: string; code?: string; sentAt: string }[]>;
  /** Mails newest first, and the port that takes them. */
  readonly mails: (to?: string) => Promise<readonly ReceivedMail[]>;
  readonly mailPort: () => Promise<number>;
  /** `call`: only calls whose path holds this, e.g. `stkpush/`. */
  readonly fault: (provider: string, mode: string, times?: number, call?: string) => Promise<void>;
  /** Prompts newest first, and the ledger of what was really charged, oldest first. */
  readonly mpesa: (phone?: string) => Promise<{ prompts: readonly SeenPrompt[]; charges: readonly SeenCharge[] }>;
  /** What the person with the phone does; see simulators/daraja/outcomes.ts for the extras. */
  readonly answerPrompt: (id: string, action: string, extras?: object) => Promise<void>;
  /** The same for the next prompt, before or after the push is answered. */
  readonly planPrompt: (plan: object) => Promise<void>;
  /** Safaricom's limits, e.g. `{ queriesPerMinute: 1000 }`; `reset` restores them. */
  readonly rules: (change: object) => Promise<void>;
  /** The access token is good no more. */
  readonly revokeToken: () => Promise<void>;
  /** Moves the simulators' clock. */
  readonly advance: (ms: number) => Promise<void>;
  readonly requests: () => Promise<readonly { provider: string; path: string; status: number; body: unknown }[]>;
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The simulators on a free port, with their control calls as functions. */
export async function startSimulators(): Promise<RunningSimulators> {
  const app: FastifyInstance = createSimulators({});
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  };
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
    revokeToken: () => post('/control/mpesa/revoke', {}),
    advance: (advanceMs) => post('/control/clock', { advanceMs }),
    requests: async () => (await get('/control/log')).requests,
    reset: () => post('/control/reset', {}),
    close: () => app.close(),
  };
}
