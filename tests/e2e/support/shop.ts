import type { SeenRequest } from '../../../simulators/core/log.ts';
import type { ReceivedMail } from '../../../simulators/mail/mailbox.ts';

export interface Sms {
  readonly to: string;
  readonly text: string;
  readonly code?: string;
  readonly sentAt: string;
}

/** A prompt of M-Pesa on a phone. */
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

/** What has really left a phone. */
export interface Charge {
  readonly receipt: string;
  readonly checkoutRequestId: string;
  readonly phone: string;
  readonly amount: number;
  readonly accountReference: string;
}

export type PromptAction = 'pay' | 'cancel' | 'wrong-pin' | 'no-funds' | 'unreachable' | 'ignore' | 'result' | 'repeat';

/** How the callback of an answer is bent; times by the simulators' clock. */
export interface PromptExtras {
  readonly delayMs?: number;
  /** So many callbacks at once. */
  readonly times?: number;
  /** No callback. */
  readonly drop?: boolean;
  /** Queries tell nothing either, until the callback has come. */
  readonly silent?: boolean;
  /** The amount that the callback tells. */
  readonly amount?: number;
  readonly receipt?: string;
  /** Missing items of the metadata. */
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
  /** For all following prompts. */
  readonly stays?: boolean;
}

export type FaultMode = '503' | 'hang' | 'reset' | 'html' | '429' | 'lose-answer' | 'none';

export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The header, as it came. */
  readonly retryAfter: string | null;
}

/** The shop under test and the controls of its simulators (providers 1.7). */
export interface Shop {
  readonly url: string;
  /** Texts on the simulated phone, newest first. The number as `2547…`. */
  sms(phone: string): Promise<readonly Sms[]>;
  /** The newest code; waits for it. */
  smsCode(phone: string): Promise<string>;
  /** The newest mail to an address with this subject; waits for it. */
  mail(to: string, subject: string): Promise<ReceivedMail>;
  /** The newest open prompt of a phone; waits for it. */
  prompt(phone: string): Promise<Prompt>;
  /** All prompts of a phone, newest first. */
  prompts(phone?: string): Promise<readonly Prompt[]>;
  /** The ledger, oldest first: what was really charged. */
  charges(phone?: string): Promise<readonly Charge[]>;
  /** What the shopper does with the phone. Callbacks that are due have been answered when this comes back. */
  answerPrompt(id: string, action: PromptAction, extras?: PromptExtras): Promise<void>;
  /** What happens to the next prompt, before or after the push is answered. */
  planPrompt(plan: PromptPlan): Promise<void>;
  /** Safaricom's limits, e.g. `{ queriesPerMinute: 1000, sameAmountMs: 0 }`; `reset` restores them. */
  mpesaRules(rules: Readonly<Record<string, number | string>>): Promise<void>;
  /** `call`: only calls whose path holds this, e.g. `stkpush/`. */
  fault(provider: string, mode: FaultMode, times?: number, call?: string): Promise<void>;
  /** Every request that the providers saw. */
  log(): Promise<readonly SeenRequest[]>;
  /** Forgets texts, prompts, faults and log. */
  reset(): Promise<void>;
  /** Moves the clocks of the simulators and of the server, and runs what has become due. */
  advanceClock(ms: number): Promise<void>;
  /** A call of the API below `/api`, past the pages. */
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
    planPrompt: async (plan) => void (await control('/mpesa/next', plan)),
    mpesaRules: async (rules) => void (await control('/mpesa/rules', rules)),
    fault: async (provider, mode, times = 1, call = '') =>
      void (await control('/faults', { provider, mode, times, call })),
    log: async () => ((await control('/log')) as { requests: SeenRequest[] }).requests,
    reset: async () => void (await control('/reset', {})),
    // The simulators first: what they tell on the way arrives before the server looks for what is due.
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
