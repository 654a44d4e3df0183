import type { SeenRequest } from '../../../simulators/core/log.ts';
import type { ReceivedMail } from '../../../simulators/mail/mailbox.ts';

export interface Sms {
  readonly to: string;
  readonly text: string;
  readonly code?: string;
  readonly sentAt: string;
}

/** An M-Pesa prompt on a phone. */
export interface Prompt {
  readonly checkoutRequestId: string;
  readonly phone: string;
  /** Whole shillings. */
  readonly amount: number;
  readonly accountReference: string;
  readonly callbackUrl: string;
  readonly state: 'open' | 'paid' | 'cancelled' | 'wrong-pin' | 'no-funds' | 'unreachable' | 'expired' | 'failed';
  readonly receivedAt: string;
}

/** A charge of a phone. */
export interface Charge {
  readonly receipt: string;
  readonly checkoutRequestId: string;
  readonly phone: string;
  readonly amount: number;
  readonly accountReference: string;
}

export type PromptAction = 'pay' | 'cancel' | 'wrong-pin' | 'no-funds' | 'unreachable' | 'ignore' | 'result' | 'repeat';

/** Changes to the callback of a prompt. Times use the simulators' clock. */
export interface PromptExtras {
  readonly delayMs?: number;
  /** The number of simultaneous callbacks. */
  readonly times?: number;
  /** Sends no callback. */
  readonly drop?: boolean;
  /** Queries return no result either, until the callback has arrived. */
  readonly silent?: boolean;
  /** The amount in the callback. */
  readonly amount?: number;
  readonly receipt?: string;
  /** Metadata items to leave out. */
  readonly without?: readonly string[];
  readonly textDates?: boolean;
  readonly prefix?: boolean;
  /** With `result`: any other code of providers 1.5. */
  readonly code?: string;
  readonly text?: string;
}

export interface PromptPlan extends PromptExtras {
  readonly action: PromptAction;
  /** Only for this phone. */
  readonly phone?: string;
  readonly when?: 'before-reply' | 'after-reply';
  /** Applies to all following prompts. */
  readonly stays?: boolean;
}

export type FaultMode = '503' | 'hang' | 'reset' | 'html' | '429' | 'lose-answer' | 'none';

export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The raw header. */
  readonly retryAfter: string | null;
}

/** The shop under test and the controls of its simulators (providers 1.7). */
export interface Shop {
  readonly url: string;
  /** Returns the texts on the simulated phone, newest first. The number has the format `2547…`. */
  sms(phone: string): Promise<readonly Sms[]>;
  /** Waits for a code and returns the newest one. */
  smsCode(phone: string): Promise<string>;
  /** Waits for a mail to an address with this subject, and returns the newest one. */
  mail(to: string, subject: string): Promise<ReceivedMail>;
  /** Waits for an open prompt of a phone, and returns the newest one. */
  prompt(phone: string): Promise<Prompt>;
  /** Returns all prompts of a phone, newest first. */
  prompts(phone?: string): Promise<readonly Prompt[]>;
  /** Returns the ledger of charges, oldest first. */
  charges(phone?: string): Promise<readonly Charge[]>;
  /** Answers a prompt on the phone. Resolves when due callbacks have a response. */
  answerPrompt(id: string, action: PromptAction, extras?: PromptExtras): Promise<void>;
  /** Pays in the M-PESA menu of a phone, and lets M-Pesa tell the shop nothing. Returns the receipt. */
  payUntold(payment: { readonly phone: string; readonly amount: number; readonly account: string }): Promise<string>;
  /** Plans the action for the next prompt, before or after the response to the push. */
  planPrompt(plan: PromptPlan): Promise<void>;
  /** Safaricom's limits, for example `{ queriesPerMinute: 1000, sameAmountMs: 0 }`. `reset` restores them. */
  mpesaRules(rules: Readonly<Record<string, number | string>>): Promise<void>;
  /** `call` limits the fault to calls whose path contains it, for example `stkpush/`. */
  fault(provider: string, mode: FaultMode, times?: number, call?: string): Promise<void>;
  /** Returns every request that the providers received. */
  log(): Promise<readonly SeenRequest[]>;
  /** Clears texts, prompts, faults and the log. */
  reset(): Promise<void>;
  /** Moves the clocks of the simulators and of the server, and runs due jobs. */
  advanceClock(ms: number): Promise<void>;
  /** Calls the API below `/api` without a page. */
  api(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ApiAnswer>;
}

const WAIT_MS = 10_000;
const ASK_EVERY_MS = 50;

export function connectShop(url: string, simulators: string): Shop {
  const control = (path: string, body?: unknown) => answer(`${simulators}/control${path}`, body);
  const sms: Shop['sms'] = async (phone) => ((await control(`/sms?phone=${phone}`)) as { messages: Sms[] }).messages;
  const mpesa = async (phone: string) =>
    (await control(`/mpesa?phone=${phone}`)) as { prompts: Prompt[]; charges: Charge[] };
  return {
    url,
    sms,
    smsCode: (phone) =>
      awaited(
        `no code came to ${phone}`,
        async () => (await sms(phone)).find((message) => message.code !== undefined)?.code,
      ),
    mail: (to, subject) =>
      awaited(`no mail '${subject}' came to ${to}`, async () =>
        ((await control(`/mail?to=${to}`)) as { messages: ReceivedMail[] }).messages.find(
          (mail) => mail.subject === subject,
        ),
      ),
    prompt: (phone) =>
      awaited(`no prompt came to ${phone}`, async () =>
        (await mpesa(phone)).prompts.find(({ state }) => state === 'open'),
      ),
    prompts: async (phone = '') => (await mpesa(phone)).prompts,
    charges: async (phone = '') => (await mpesa(phone)).charges,
    answerPrompt: async (id, action, extras = {}) => void (await control(`/mpesa/${id}`, { action, ...extras })),
    payUntold: async (payment) =>
      String(((await control('/mpesa/pay', { ...payment, drop: true })) as { receipt: string }).receipt),
    planPrompt: async (plan) => void (await control('/mpesa/next', plan)),
    mpesaRules: async (rules) => void (await control('/mpesa/rules', rules)),
    fault: async (provider, mode, times = 1, call = '') =>
      void (await control('/faults', { provider, mode, times, call })),
    log: async () => ((await control('/log')) as { requests: SeenRequest[] }).requests,
    reset: async () => void (await control('/reset', {})),
    // The simulators go first: their callbacks arrive before the server runs its due jobs.
    advanceClock: async (advanceMs) => {
      await control('/clock', { advanceMs });
      await answer(`${url}/api/dev/clock`, { advanceMs });
    },
    api: async (method, path, body, headers = {}) => {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json(), retryAfter: response.headers.get('retry-after') };
    },
  };
}

async function awaited<Found>(complaint: string, look: () => Promise<Found | undefined>): Promise<Found> {
  const until = performance.now() + WAIT_MS;
  while (performance.now() < until) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  throw new Error(`${complaint} within ${WAIT_MS / 1000} s`);
}

async function answer(address: string, body?: unknown): Promise<unknown> {
  const response = await fetch(
    address,
    body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
  );
  if (!response.ok) throw new Error(`${address} answers ${response.status}: ${await response.text()}`);
  return response.json();
}
