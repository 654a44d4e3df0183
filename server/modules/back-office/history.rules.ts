import { formatKsh } from '../../../contract/rules/money.ts';
import { formatAlarmKind } from './alarm-texts.rules.ts';
import { formatHandle } from './handle.rules.ts';
import type { findHistory, findNotes } from './back-office.repository.ts';

/** One line of an item's history. */
export interface BackOfficeLine {
  readonly at: string;
  readonly text: string;
}

/** Returns the history of an order, oldest first. */
export function formatHistory(history: Awaited<ReturnType<typeof findHistory>>): BackOfficeLine[] {
  const settled = (at: Date | null) => (at === null ? '' : ', settled');
  return [
    ...history.attempts.map(({ id, state, amount, phone, failureReason, crossCheck, createdAt, receipt, received }) =>
      line(
        createdAt,
        [
          `prompt ${id.slice(0, 8)} for ${formatKsh(amount)} to ${phone}: ${state}`,
          ...(received === null ? [] : [`${formatKsh(received)} received`]),
          ...(receipt === null ? [] : [`receipt ${receipt}`]),
          ...(crossCheck === null ? [] : [`cross-check ${crossCheck}`]),
          ...(failureReason === null ? [] : [failureReason]),
        ].join(', '),
      ),
    ),
    ...history.events.map(({ type, at }) => line(at, `order: ${type}`)),
    ...history.alarms.map(({ id, kind, at, settledAt }) =>
      line(at, `${formatHandle('alarm', id)}: ${formatAlarmKind(kind)}${settled(settledAt)}`),
    ),
    ...history.refunds.map(({ id, amount, at, settledAt }) =>
      line(at, `${formatHandle('refund', id)}: refund of ${formatKsh(amount)}${settled(settledAt)}`),
    ),
  ].sort((one, other) => one.at.localeCompare(other.at));
}

/** Formats an action of the staff with its note. */
export function formatNote({
  at,
  actor,
  action,
  after,
}: Awaited<ReturnType<typeof findNotes>>[number]): BackOfficeLine {
  const said = Object.entries(after ?? {}).map(([name, value]) => `${name}: ${String(value)}`);
  return line(at, [`${actor}, ${action}`, ...said].join('; '));
}

function line(at: Date, text: string): BackOfficeLine {
  return { at: at.toISOString(), text };
}
