import { formatKsh } from '../../../contract/rules/money.ts';

interface ListedMoney {
  readonly receipt: string;
  readonly state: string;
  readonly amount: number | null;
  readonly account: string;
  readonly why: string;
  readonly since: string;
}

/** Returns the output of `npm run mpesa`. */
export function receivedReport(all: readonly ListedMoney[]): string[] {
  if (all.length === 0) return ['No money waits for a decision.'];
  return all.map(({ receipt, state, amount, account, why, since }) => {
    const sum = amount === null ? 'an unknown amount' : formatKsh(amount).replace('\u00a0', ' ');
    const typed = account === '' ? 'no account' : `account ${account.replaceAll(/\p{Cc}/gu, ' ')}`;
    return `${receipt}  ${since.slice(0, 16).replace('T', ' ')}  ${state}  ${sum}, ${typed}: ${why}`;
  });
}

/** Returns the output of `npm run mpesa -- attach`. */
export function attachedReport(receipt: string, order: string, done: 'attached' | 'noted'): string {
  return done === 'attached'
    ? `${receipt} pays order ${order}.`
    : `${receipt} is noted for order ${order}. Another person must run the same command to confirm it.`;
}

interface Registered {
  readonly outcome: 'registered' | 'refused' | 'unknown';
  readonly code: string;
  readonly text: string;
  readonly fix: string;
  readonly confirmation: string;
}

/** Returns the output of `npm run mpesa -- register`. */
export function registeredReport({ outcome, code, text, fix, confirmation }: Registered): string[] {
  const said = `Safaricom answered: ${code === '' ? '' : `${code} `}${text.replaceAll(/\p{Cc}/gu, ' ')}`;
  if (outcome === 'registered')
    return [said, `Confirmations arrive at ${confirmation}.`, 'After a change: npm run mpesa -- finish'];
  return [said, fix];
}

/** Returns the output of `npm run mpesa -- finish`. */
export function finishedReport(ended: number): string {
  return ended === 0 ? 'Only one secret was valid.' : `${ended} older ${ended === 1 ? 'secret' : 'secrets'} ended.`;
}
