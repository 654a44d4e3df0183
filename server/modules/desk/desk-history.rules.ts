import { ksh } from '../../../contract/rules/money.ts';
import { alarmWords } from './desk-words.rules.ts';
import { handleOf } from './desk-handle.rules.ts';
import type { historyOf, notesOn } from './desk.repository.ts';

/** One line of an item's history. */
export interface DeskLine {
  readonly at: string;
  readonly text: string;
}

/** Returns the history of an order, oldest first. */
export function historyLines(history: Awaited<ReturnType<typeof historyOf>>): DeskLine[] {
  const settled = (at: Date | null) => (at === null ? '' : ', settled');
  return [
    ...history.attempts.map(({ id, state, amount, phone, failureReason, crossCheck, createdAt, receipt, received }) =>
      line(
        createdAt,
        [
          `prompt ${id.slice(0, 8)} for ${ksh(amount)} to ${phone}: ${state}`,
          ...(received === null ? [] : [`${ksh(received)} received`]),
          ...(receipt === null ? [] : [`receipt ${receipt}`]),
          ...(crossCheck === null ? [] : [`cross-check ${crossCheck}`]),
          ...(failureReason === null ? [] : [failureReason]),
        ].join(', '),
      ),
    ),
    ...history.events.map(({ type, at }) => line(at, `order: ${type}`)),
    ...history.alarms.map(({ id, kind, at, settledAt }) =>
      line(at, `${handleOf('alarm', id)}: ${alarmWords(kind)}${settled(settledAt)}`),
    ),
    ...history.refunds.map(({ id, amount, at, settledAt }) =>
      line(at, `${handleOf('refund', id)}: refund of ${ksh(amount)}${settled(settledAt)}`),
    ),
  ].sort((one, other) => one.at.localeCompare(other.at));
}

/** Formats an action of the staff with its note. */
export function noteLine({ at, actor, action, after }: Awaited<ReturnType<typeof notesOn>>[number]): DeskLine {
  const said = Object.entries(after ?? {}).map(([name, value]) => `${name}: ${String(value)}`);
  return line(at, [`${actor}, ${action}`, ...said].join('; '));
}

function line(at: Date, text: string): DeskLine {
  return { at: at.toISOString(), text };
}
