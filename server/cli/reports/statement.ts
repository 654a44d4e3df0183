import { formatKsh } from '../../../contract/rules/money.ts';
import { formatTime } from './time.ts';

const MOST_FAULTS = 20;

/** Returns the output of `npm run mpesa -- statement` for a file with bad lines. */
export function faultsReport(faults: readonly { readonly line: number; readonly reason: string }[]): string[] {
  const more = faults.length > MOST_FAULTS ? [`  and ${faults.length - MOST_FAULTS} more`] : [];
  return [
    ...faults
      .slice(0, MOST_FAULTS)
      .map(({ line, reason }) => `  Line ${line} is not a line of an M-Pesa statement: ${plain(reason)}.`),
    ...more,
    'Nothing was imported. Download the file again and do not change it in a spreadsheet.',
  ];
}

/** Returns the output of `npm run mpesa -- statement`. */
export function statementReport(
  { lines, isRepeated }: { readonly lines: readonly string[]; readonly isRepeated: boolean },
  isImport: boolean,
): string[] {
  if (isRepeated) return ['This file was imported before. Nothing was changed. Its report:', ...lines];
  return [...lines, isImport ? 'Imported.' : 'Nothing was changed. To import it, run the same command with --yes.'];
}

interface SentMoney {
  readonly receipt: string;
  readonly kind: string;
  readonly amount: number | null;
  readonly reverses: string | null;
  readonly at: string;
}

/** Returns the output of `npm run mpesa -- reports`. */
export function reportsReport({
  reports,
  sent,
}: {
  readonly reports: readonly (readonly string[])[];
  readonly sent: readonly SentMoney[];
}): string[] {
  const open = sent.map(({ receipt, kind, amount, reverses, at }) => {
    const sum = amount === null ? 'an unknown amount' : formatKsh(amount);
    return `  ${receipt}  ${formatTime(at)}  ${kind}${reverses === null ? '' : ` of ${reverses}`}, ${sum}`;
  });
  return [
    ...(reports.length === 0 ? ['No statement was compared yet.'] : reports.flat()),
    ...(open.length === 0 ? [] : ['', 'Money that left, and nobody knows which refund it is:', ...open]),
  ];
}

/** Returns what Safaricom answered, without control characters. */
export function answerReport(code: string, text: string): string {
  return `Safaricom answered: ${code === '' ? '' : `${code} `}${plain(text)}`;
}

function plain(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
