import { circuits } from '../../../server/db/schema.ts';
import { hearPush, hearResult, hearToken, type Heard } from '../../../server/modules/settlement/circuit.rules.ts';
import type { PushAnswer } from '../../../server/providers/mpesa.ts';
import type { TestApp } from '../../support/server.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

export const refused = (code: string, text = '', retryAfterMs: number | null = null): PushAnswer => ({
  outcome: 'refused',
  code,
  text,
  retryAfterMs,
});
export const NO_ANSWER: PushAnswer = { outcome: 'unknown', code: 'no-answer', text: 'no answer: TimeoutError' };

/** One fault for each call that probes. */
export const FAULTS = {
  token: hearToken({ outcome: 'refused', code: 'token.400', text: '', retryAfterMs: null }),
  signature: hearPush(refused('500.001.1001', 'Wrong credentials')),
  push: hearPush(refused('405.001', 'Method Not Allowed')),
  result: hearResult('2028'),
} as const satisfies Record<string, Heard>;

/** Lets the circuit hear an answer to an ordinary call. */
export function hear(shop: TestApp, heard: Heard, probe: string | null = null): Promise<void> {
  return shop.db.tx((tx) => shop.services.circuit.hear(tx, heard, probe, shop.clock.now()));
}

export async function readCircuit({ db }: TestApp) {
  const [row] = await db.sql.select().from(circuits);
  return row ?? null;
}

/** Brings a closed circuit into a state: open and probing by a fault, backingOff by 429 with a pause of 40 s. */
export async function enter(shop: TestApp, state: string, fault: keyof typeof FAULTS = 'token'): Promise<void> {
  if (state === 'backingOff') return hear(shop, hearPush(refused('429', 'Too many', 40 * SECOND)));
  if (state === 'open' || state === 'probing') await hear(shop, FAULTS[fault]);
  if (state !== 'probing') return;
  shop.clock.advance(MINUTE);
  if ((await shop.services.circuit.claimProbe()) === null) throw new Error(`no probe is due for ${fault}`);
}
