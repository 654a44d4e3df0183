import { formatKsh } from '../../../contract/rules/money.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { takeUnreportedAlarms, takeUnreportedRefunds } from './alerts.repository.ts';
import { formatAlarm, formatAlarmKind } from './alarm-texts.rules.ts';

const EVERY_MS = 10 * 60_000;
/** The next mail contains the rest. */
const MOST_TOLD = 500;
const MOST_NAMED = 5;

/** Mails new back office items to the configured address, each once (D29). */
export function registerAlerts(
  deps: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs'>,
  { mail }: Pick<Services, 'mail'>,
): void {
  const { env, db, clock, jobs } = deps;
  const { queueMail } = mail;

  jobs.schedule('desk.alerts', EVERY_MS, async () => {
    const { alertTo } = env.mail;
    if (alertTo === null) return;
    await db.tx(async (tx) => {
      const now = clock.now();
      const lines = [
        ...(await takeUnreportedRefunds(tx, MOST_TOLD, now)).map(
          ({ amount, shortId }) =>
            `${formatKsh(amount)} must be refunded${shortId === null ? ', money that matched no order' : ` for order ${shortId.toUpperCase()}`}.`,
        ),
        ...alarmLines(await takeUnreportedAlarms(tx, MOST_TOLD, now)),
      ];
      if (lines.length === 0) return;
      const subject =
        lines.length === 1 ? 'One item waits in the back office' : `${lines.length} items wait in the back office`;
      const text = `${[...lines, '', 'To handle them, run: npm run back-office'].join('\n')}\n`;
      await queueMail(tx, { to: alertTo, subject: `${env.mail.from.name}: ${subject}`, text });
    });
  });
}

/**
 * Returns one line per alarm about the shop, and one line per kind of alarm about orders with some of the order
 * numbers.
 */
function alarmLines(untold: Awaited<ReturnType<typeof takeUnreportedAlarms>>): string[] {
  const shopAlarms = untold.filter(({ shortId }) => shortId === null).map((alarm) => toSentence(formatAlarm(alarm)));
  const orderAlarms = new Map<string, string[]>();
  for (const { kind, shortId } of untold)
    if (shortId !== null) orderAlarms.set(kind, [...(orderAlarms.get(kind) ?? []), shortId.toUpperCase()]);
  return [
    ...shopAlarms,
    ...[...orderAlarms].map(([kind, ids]) => `${formatAlarmKind(kind)}: ${formatOrders([...new Set(ids)])}.`),
  ];
}

function formatOrders(ids: readonly string[]): string {
  const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : '';
  return `${ids.length === 1 ? 'order' : 'orders'} ${ids.slice(0, MOST_NAMED).join(', ')}${more}`;
}

function toSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}
