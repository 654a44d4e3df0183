import { formatKsh } from '../../../contract/rules/money.ts';

interface ListedMoney {
  readonly receipt: string;
  readonly state: string;
  readonly amount: number | null;
  readonly account: string;
  readonly why: string;
  readonly since: string;
  readonly claimedFor: readonly string[];
}

/** Returns the output of `npm run mpesa`. */
export function receivedReport(all: readonly ListedMoney[]): string[] {
  if (all.length === 0) return ['No money waits for a decision.'];
  return all.map(({ receipt, state, amount, account, why, since, claimedFor }) => {
    const sum = amount === null ? 'an unknown amount' : formatKsh(amount).replace('\u00a0', ' ');
    const typed = account === '' ? 'no account' : `account ${account.replaceAll(/\p{Cc}/gu, ' ')}`;
    const claimed = claimedFor.length === 0 ? '' : `, claimed for order ${claimedFor.join(' and ').toUpperCase()}`;
    return `${receipt}  ${since.slice(0, 16).replace('T', ' ')}  ${state}  ${sum}, ${typed}: ${why}${claimed}`;
  });
}

interface ListedClaim {
  readonly claim: string;
  readonly receipt: string;
  readonly order: string;
  readonly problem: 'unclear' | 'noAnswer';
  readonly since: string;
  readonly money: {
    readonly state: string;
    readonly amount: number | null;
    readonly payer: string | null;
    readonly name: string | null;
  } | null;
}

/** Returns the output of `npm run mpesa -- claims`. */
export function claimsReport(all: readonly ListedClaim[]): string[] {
  if (all.length === 0) return ['No claim waits for a decision.'];
  return all.map(({ claim, receipt, order, problem, since, money }) => {
    const why = problem === 'unclear' ? 'M-Pesa does not tell who paid whom' : 'M-Pesa gave no answer';
    const said = [
      money?.amount == null ? '' : formatKsh(money.amount).replace('\u00a0', ' '),
      money?.payer,
      money?.name,
    ]
      .filter((it) => it != null && it !== '')
      .join(', ')
      .replaceAll(/\p{Cc}/gu, ' ');
    const seen = money === null ? 'not seen' : `${money.state}: ${said}`;
    return `${claim}  ${since.slice(0, 16).replace('T', ' ')}  ${receipt} for order ${order.toUpperCase()}  ${why}; ${seen}`;
  });
}

/** Returns the output of `npm run mpesa -- claims attach` and the other verbs. */
export function decidedReport(claim: string, done: 'attached' | 'noted' | 'refused' | 'asked'): string {
  const said = {
    attached: 'Its money pays the order.',
    noted: 'It is noted. Another person must run the same command to confirm it.',
    refused: 'It is refused, and the shopper is told.',
    asked: 'M-Pesa is asked. Its answer shows here.',
  };
  return `Claim ${claim}: ${said[done]}`;
}

/** Returns the output of `npm run mpesa -- attach`. */
export function attachedReport(receipt: string, order: string, done: 'attached' | 'noted'): string {
  return done === 'attached'
    ? `${receipt} pays order ${order}.`
    : `${receipt} is noted for order ${order}. Another person must run the same command to confirm it.`;
}

/** Returns the output of `npm run mpesa -- return`. `refund` is `null` for money that was marked before. */
export function returnedReport(receipt: string, refund: string | null): string {
  return refund === null
    ? `${receipt} was marked for return before.`
    : `${receipt} goes back. Approve it: npm run refunds -- approve ${refund}`;
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
