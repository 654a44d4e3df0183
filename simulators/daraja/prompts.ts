import { randomBytes, randomInt } from 'node:crypto';
import type { SimulatedClock } from '../core/clock.ts';
import { callbackBody, deliver, formatNairobiTime } from './callback.ts';
import { newReceipt } from './ledger.ts';
import type { Rules } from './merchant.ts';
import { EXPIRED, toOutcome, type Act, type Outcome } from './outcomes.ts';

/** Money that was really taken from a phone. */
export interface Charge {
  readonly receipt: string;
  readonly checkoutRequestId: string;
  readonly phone: string;
  /** Whole shillings. */
  readonly amount: number;
  readonly accountReference: string;
  readonly at: number;
}

export interface ChargeWatch {
  charged(charge: Charge): void;
  told(charge: Charge): Promise<void>;
}

export interface NewPrompt {
  readonly phone: string;
  readonly amount: number;
  readonly accountReference: string;
  readonly description: string;
  readonly callbackUrl: string;
}

export interface Prompt extends NewPrompt {
  readonly merchantRequestId: string;
  readonly checkoutRequestId: string;
  readonly receivedAt: number;
  outcome: Outcome | null;
  charge: Charge | null;
  /** Whether queries may return the outcome. */
  isTold: boolean;
  /** Dismissed by the phone's owner. Expires later. */
  isIgnored: boolean;
  /** Deviations of the callback, also used for expiry and repetition. */
  act: Act;
  /** Status of each callback's reply, 0 without one. */
  readonly callbacks: number[];
}

export interface Prompts {
  make(asked: NewPrompt): Prompt;
  find(checkoutRequestId: string): Prompt | undefined;
  /** Returns the prompt that a phone shows or will show. */
  openOn(phone: string): Prompt | undefined;
  /** When this phone last got a prompt for this amount, in epoch milliseconds. */
  lastAsked(phone: string, amount: number): number | undefined;
  /** Newest first. */
  all(): readonly Prompt[];
  /** Oldest first. */
  charges(): readonly Charge[];
  /**
   * Returns false when the prompt already has an outcome, or for `repeat` when it has none. Waits for immediate
   * callbacks.
   */
  act(prompt: Prompt, act: Act): Promise<boolean>;
  settle(prompt: Prompt, outcome: Outcome): Promise<void>;
  reset(): void;
}

const KEPT = 20_000;
const PLAIN: Act = {
  action: 'ignore',
  text: '',
  delayMs: 0,
  times: 1,
  drop: false,
  silent: false,
  without: [],
  textDates: false,
  prefix: false,
};

/** @param watch learns of the money: `charged` when it is taken, `told` after the callback */
export function createPrompts(clock: SimulatedClock, rules: () => Rules, watch: ChargeWatch): Prompts {
  const byId = new Map<string, Prompt>();
  const open = new Map<string, Prompt>();
  const asked = new Map<string, number>();
  /** Functions that cancel the expiry of an open prompt. */
  const deaths = new Map<Prompt, () => void>();
  let charges: Charge[] = [];

  function make(it: NewPrompt): Prompt {
    const now = clock.now();
    const prompt: Prompt = {
      ...it,
      merchantRequestId: merchantId(),
      checkoutRequestId: checkoutId(now, it.phone, (id) => byId.has(id)),
      receivedAt: now,
      outcome: null,
      charge: null,
      isTold: false,
      isIgnored: false,
      act: PLAIN,
      callbacks: [],
    };
    byId.set(prompt.checkoutRequestId, prompt);
    open.set(it.phone, prompt);
    asked.set(`${it.phone} ${it.amount}`, now);
    const [oldest] = byId.keys();
    if (byId.size > KEPT && oldest !== undefined) byId.delete(oldest);
    deaths.set(
      prompt,
      clock.at(now + rules().promptMs, () => settle(prompt, EXPIRED)),
    );
    return prompt;
  }

  async function settle(prompt: Prompt, outcome: Outcome): Promise<void> {
    prompt.outcome = outcome;
    deaths.get(prompt)?.();
    deaths.delete(prompt);
    if (open.get(prompt.phone) === prompt) open.delete(prompt.phone);
    if (outcome.code === '0') {
      const { phone, amount, accountReference, checkoutRequestId } = prompt;
      prompt.charge = { receipt: newReceipt(), checkoutRequestId, phone, amount, accountReference, at: clock.now() };
      charges.push(prompt.charge);
      watch.charged(prompt.charge);
    }
    prompt.isTold = !prompt.act.silent;
    await callBack(prompt, prompt.act);
    if (prompt.charge !== null) await watch.told(prompt.charge);
  }

  async function callBack(prompt: Prompt, act: Act): Promise<void> {
    if (act.drop) return;
    const body = callbackBody(prompt, act);
    const send = async () => {
      prompt.isTold = true;
      await Promise.all(
        Array.from({ length: act.times }, async () => prompt.callbacks.push(await deliver(prompt.callbackUrl, body))),
      );
    };
    if (act.delayMs === 0) await send();
    else clock.at(clock.now() + act.delayMs, send);
  }

  async function act(prompt: Prompt, how: Act): Promise<boolean> {
    if (how.action === 'repeat') {
      if (prompt.outcome !== null) await callBack(prompt, how);
      return prompt.outcome !== null;
    }
    if (prompt.outcome !== null) return false;
    prompt.act = how;
    prompt.isIgnored = how.action === 'ignore';
    const outcome = toOutcome(how);
    if (outcome !== undefined) await settle(prompt, outcome);
    return true;
  }

  return {
    make,
    find: (id) => byId.get(id),
    openOn: (phone) => open.get(phone),
    lastAsked: (phone, amount) => asked.get(`${phone} ${amount}`),
    all: () => [...byId.values()].reverse(),
    charges: () => charges,
    act,
    settle,
    reset() {
      byId.clear();
      open.clear();
      asked.clear();
      deaths.clear();
      charges = [];
    },
  };
}

/** Format: `2654-4b64-97ff-b827b542881d3130` */
function merchantId(): string {
  return randomBytes(14)
    .toString('hex')
    .replace(/^(.{4})(.{4})(.{4})/, '$1-$2-$3-');
}

/** Format: `ws_CO_`, time in Nairobi as DDMMYYYYHHmmss, three digits, nine digits of the phone. */
function checkoutId(now: number, phone: string, isTaken: (id: string) => boolean): string {
  const [, year = '', month = '', day = '', time = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d{6})$/.exec(formatNairobiTime(now)) ?? [];
  const id = `ws_CO_${day}${month}${year}${time}${randomInt(100, 1000)}${phone.slice(-9)}`;
  return isTaken(id) ? checkoutId(now, phone, isTaken) : id;
}
