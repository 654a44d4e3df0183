import { createHash, randomUUID } from 'node:crypto';
import type { Difference, StatementReport } from '../../db/schema.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { assertRole, type CurrentStaff } from '../../people.ts';
import type { StatementLine } from '../../providers/mpesa-statement.rules.ts';
import { Refusal } from '../../refusal.ts';
import type { Span } from '../settlement/coverage.rules.ts';
import {
  findContradiction,
  findGap,
  findSpan,
  needsAttention,
  sortLines,
  toDifferences,
  toWhole,
  type SortedLines,
} from './comparison.rules.ts';
import type { LineSource } from './payment-line.service.ts';
import type { SentOutcome } from './sent-money.service.ts';
import { toReportLines, type ReportOf } from './report.rules.ts';
import {
  findByHash,
  findLastPull,
  findMoneyWithin,
  findOwnRefunds,
  findStatements,
  insertStatement,
  setStatement,
  type StatementRow,
} from './statement.repository.ts';
import * as texts from './statement.texts.ts';

/** A file of M-Pesa's portal, as the command has read it. */
export interface StatementFile {
  readonly name: string;
  /** The short code that the file names. `null` when it names none. */
  readonly shortcode: string | null;
  readonly lines: readonly StatementLine[];
}

/** Result of a comparison, for the terminal. */
export interface Compared {
  readonly lines: readonly string[];
  /** The same file was imported before, and this is its report. */
  readonly isRepeated: boolean;
  readonly needsAttention: boolean;
}

/** At the edges of a file, the clocks of M-Pesa and the shop may disagree on which side money is. */
const EDGE_MS = 10 * 60_000;
const FUTURE_MS = 3_600_000;
const MOST_REPORTS = 10;

interface Compare {
  readonly sorted: SortedLines;
  readonly from: LineSource;
  /** Where M-Pesa would show all money. `null`: nothing is concluded from what is not there. */
  readonly span: Span | null;
}

/** Compares the shop's payments and refunds with M-Pesa's statement (PAY-T1). */
export function createStatementService(
  deps: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs' | 'log'>,
  services: Pick<Services, 'alarms' | 'mail' | 'paymentLines' | 'sentMoney' | 'showing'>,
) {
  const { env, db, clock, jobs, log } = deps;
  const { raiseAlarm } = services.alarms;
  const { queueMail } = services.mail;
  const { showing, paymentLines, sentMoney } = services;
  const collecting = [env.mpesa.shortcode, env.mpesa.partyB];
  const own = env.mpesa.payoutShortcode === null ? collecting : [...collecting, env.mpesa.payoutShortcode];

  /** Compares a file without a change. Throws `Refusal` `invalid` for a file that is no statement of this shop. */
  async function preview(staff: CurrentStaff, file: StatementFile): Promise<Compared> {
    assertRole(staff, ['owner', 'orders']);
    const read = await readFile(file);
    const { report, refunds } = await compare(read);
    const decided = await sentMoney.decideAbsent({ name: file.name, staff }, { coverage: read.coverage, refunds });
    return toCompared({ ...read.about, report: withDecided(report, decided) });
  }

  /**
   * Imports a file: every line becomes what it is here, and refunds in doubt are decided (PAY-F3, PAY-F6). The report is
   * stored and mailed. The same file again changes nothing. After a crash it continues.
   */
  async function importFile(staff: CurrentStaff, file: StatementFile): Promise<Compared> {
    assertRole(staff, ['owner', 'orders']);
    const read = await readFile(file);
    const before = await findByHash(db.sql, read.fileHash);
    if (before !== null && before.doneAt !== null) return { ...toCompared(toReportOf(before)), isRepeated: true };
    const now = clock.now();
    const id = before?.id ?? randomUUID();
    // Missing lines are known only before the lines are stored.
    const planned = before?.report ?? (await compare(read)).report;
    const { times, isWhole, fileHash, about } = read;
    const row = {
      id,
      source: 'file' as const,
      shortcode: about.shortcode,
      name: file.name,
      fileHash,
      staffId: staff.id,
    };
    const { from: fromAt, to: toAt } = times ?? { from: null, to: null };
    const began = { ...row, fromAt, toAt, isWhole, report: planned, at: now };
    // Somebody else began to import the same file in this moment. Both finish it, as after a crash.
    if (before === null && !(await insertStatement(db.sql, began))) return importFile(staff, file);
    const report = await apply(read, planned);
    const decided = await sentMoney.decideAbsent({ name: file.name, staff }, null);
    const final = withDecided(report, decided);
    await finish(id, { ...about, report: final });
    log.info({ statement: id, lines: final.lines, missingHere: final.missingHere.count }, 'a statement was imported');
    return toCompared({ ...about, report: final });
  }

  /** Returns the stored reports, newest first. */
  async function list(): Promise<string[][]> {
    return (await findStatements(db.sql, MOST_REPORTS)).map((row) => toReportLines(toReportOf(row)));
  }

  /**
   * Compares and applies the lines of a pull. Of an incomplete one (`span` is `null`) nothing is concluded from what is
   * missing. Stores a report only when it has a difference that the last one had not, so that it is told once.
   */
  async function takePull(lines: readonly StatementLine[], span: Span | null): Promise<StatementReport> {
    const from: LineSource = { source: 'pull', shortcode: env.mpesa.shortcode };
    const what = { sorted: sortLines(lines), from, span };
    const report = await apply(what, (await compare(what)).report);
    const last = await findLastPull(db.sql);
    const known = new Set(last === null ? [] : getReceipts(last.report));
    if (getReceipts(report).every((receipt) => known.has(receipt))) return report;
    const times = span ?? findSpan(lines);
    const about = { source: 'pull' as const, name: null, shortcode: env.mpesa.shortcode };
    const id = randomUUID();
    const row = { id, ...about, fromAt: times?.from ?? null, toAt: times?.to ?? null, isWhole: false, report };
    await insertStatement(db.sql, { ...row, at: clock.now() });
    await finish(id, toReportOf(row));
    return report;
  }

  async function readFile({ name, shortcode: told, lines }: StatementFile) {
    if (lines.length === 0) throw new Refusal('invalid', texts.noLines);
    if (told !== null && !own.includes(told))
      throw new Refusal('invalid', texts.wrongShortcode(told, env.mpesa.shortcode));
    const again = findContradiction(lines);
    if (again !== null) throw new Refusal('invalid', texts.notAStatement(again, texts.otherAmountAgain));
    const latest = clock.now().getTime() + FUTURE_MS;
    const future = lines.find(({ at }) => at.getTime() > latest);
    if (future !== undefined) throw new Refusal('invalid', texts.notAStatement(future.line, texts.inFuture));
    const sorted = sortLines(lines);
    const shortcode = told ?? env.mpesa.shortcode;
    // Without a short code, only a payment that the shop knows shows that it is this account's statement.
    const isOurs = told !== null || (await paymentLines.findKnownOf(sorted.payments)).size > 0;
    const gapAt = findGap(lines);
    const isWhole = isOurs && gapAt === null;
    const span = findSpan(lines);
    const isCollecting = collecting.includes(shortcode);
    const source = 'file' as const;
    return {
      sorted,
      from: { source: 'statement' as const, shortcode },
      fileHash: createHash('sha256')
        .update(JSON.stringify([shortcode, lines]))
        .digest('hex'),
      isWhole,
      span: isWhole && isCollecting ? span : null,
      coverage: isWhole && span !== null ? { shortcode, span } : null,
      times: span,
      about: {
        source,
        name,
        shortcode,
        from: span?.from.toISOString() ?? null,
        to: span?.to.toISOString() ?? null,
        gapAt,
      },
    };
  }

  /** Compares without a change. */
  async function compare({ sorted, span }: Pick<Compare, 'sorted' | 'span'>) {
    const { sent, receipts, counts } = sorted;
    const outcomes: SentOutcome[] = [];
    for (const line of sent) outcomes.push(await sentMoney.judge(db.sql, line));
    const report: StatementReport = {
      ...counts,
      ...(await comparePayments(sorted.payments)),
      missingThere: toDifferences(span === null ? [] : await findMissingThere(span, receipts)),
      ...toSentParts(outcomes),
    };
    return { report, refunds: new Set(outcomes.flatMap(({ refunds }) => refunds)) };
  }

  async function comparePayments(payments: readonly StatementLine[]) {
    const known = await paymentLines.findKnownOf(payments);
    const ownRefunds = await findOwnRefunds(
      db.sql,
      payments.map(({ receipt }) => receipt),
    );
    const missingHere: Difference[] = [];
    const differing: Difference[] = [];
    const counter = { count: 0, cents: 0 };
    let same = 0;
    for (const line of payments) {
      const { receipt, at, cents } = line;
      const here = known.get(receipt);
      const there = toWhole(line);
      if (here?.amount === there) same += 1;
      else if (here !== undefined)
        differing.push({ receipt, there, here: here.amount, at: at.toISOString(), what: texts.amountDiffers });
      else if (!ownRefunds.has(receipt)) {
        const told = await paymentLines.tell(line);
        if (told !== null) missingHere.push(told);
        else {
          counter.count += 1;
          counter.cents += cents;
        }
      }
    }
    return { same, counter, missingHere: toDifferences(missingHere), differing: toDifferences(differing) };
  }

  async function findMissingThere({ from, to }: Span, receipts: ReadonlySet<string>): Promise<Difference[]> {
    const inner = { from: new Date(from.getTime() + EDGE_MS), to: new Date(to.getTime() - EDGE_MS) };
    return (await findMoneyWithin(db.sql, inner))
      .filter(({ receipt }) => !receipts.has(receipt))
      .map(({ receipt, amount, paidAt, shortId }) => ({
        receipt,
        there: null,
        here: amount,
        at: paidAt.toISOString(),
        what: shortId === null ? texts.notThere : `${texts.notThere}, order ${shortId.toUpperCase()}`,
      }));
  }

  /** Stores and applies every line. Returns the report with the results. */
  async function apply({ sorted, from, span }: Compare, planned: StatementReport): Promise<StatementReport> {
    const { payments, sent, receipts } = sorted;
    const byTime = (one: StatementLine, other: StatementLine) => one.at.getTime() - other.at.getTime();
    const known = await paymentLines.findKnownOf(payments);
    for (const line of payments.toSorted(byTime)) await paymentLines.take(line, from, known.get(line.receipt) ?? null);
    // Payments first: money that came and went since a backup has its refund then.
    const outcomes: SentOutcome[] = [];
    for (const line of sent.toSorted(byTime)) outcomes.push(await sentMoney.take(line));
    if (from.source === 'statement' && span !== null) await holdMissing(span, receipts);
    jobs.wake();
    const missing = new Set(planned.missingHere.some.map(({ receipt }) => receipt));
    const became: Difference[] = [];
    for (const line of payments) {
      const told = missing.has(line.receipt) ? await paymentLines.tell(line) : null;
      if (told !== null) became.push(told);
    }
    return {
      ...planned,
      missingHere: { count: planned.missingHere.count, some: became },
      ...toSentParts(outcomes),
    };
  }

  /** Holds the orders that only a confirmation paid, and whose money the statement of that time does not have (PAY-C4). */
  async function holdMissing({ from, to }: Span, receipts: ReadonlySet<string>): Promise<void> {
    const inner = { from: new Date(from.getTime() + EDGE_MS), to: new Date(to.getTime() - EDGE_MS) };
    for (const { receipt, state } of await findMoneyWithin(db.sql, inner))
      if (state === 'provisional' && !receipts.has(receipt))
        await db.tx((tx) => showing.show(tx, receipt, () => ({ is: 'differs' }), clock.now()));
  }

  /** Stores the report, mails it, and raises the one alarm about what needs a person. */
  async function finish(id: string, about: ReportOf): Promise<void> {
    const { report, source, name } = about;
    await db.tx(async (tx) => {
      const now = clock.now();
      await setStatement(tx, id, { report, doneAt: now });
      if (needsAttention(report)) {
        const { missingThere, differing, sentWithoutUs } = report;
        const counts = {
          missingThere: missingThere.count,
          differing: differing.count,
          leftWithoutRefund: sentWithoutUs.count,
        };
        const detail = { ...(name !== null && { file: name }), ...counts, fix: 'Look at npm run mpesa -- reports.' };
        await raiseAlarm(tx, { kind: 'statement.differs', orderId: null, attemptId: null, subject: id, detail }, now);
      }
      const { alertTo, from } = env.mail;
      const isNews = source === 'file' || getReceipts(report).length > 0;
      if (alertTo === null || !isNews) return;
      const text = `${toReportLines(about).join('\n')}\n`;
      await queueMail(
        tx,
        { to: alertTo, subject: `${from.name}: M-Pesa and the shop compared`, text },
        `statement ${id}`,
      );
    });
    jobs.wake();
  }

  return { preview, importFile, list, takePull };
}

function toSentParts(outcomes: readonly SentOutcome[]): Pick<StatementReport, 'sentWithoutUs' | 'decided'> {
  const of = (wanted: SentOutcome['is']) =>
    toDifferences(outcomes.flatMap(({ is, difference }) => (is === wanted ? [difference] : [])));
  return { sentWithoutUs: of('open'), decided: of('decided') };
}

function withDecided(report: StatementReport, more: readonly Difference[]): StatementReport {
  const { decided } = report;
  return { ...report, decided: toDifferences([...decided.some, ...more]) };
}

function toCompared(about: ReportOf): Compared {
  return { lines: toReportLines(about), isRepeated: false, needsAttention: needsAttention(about.report) };
}

function toReportOf({
  source,
  name,
  shortcode,
  fromAt,
  toAt,
  report,
}: Pick<StatementRow, 'source' | 'name' | 'shortcode' | 'fromAt' | 'toAt' | 'report'>): ReportOf {
  return { source, name, shortcode, from: fromAt?.toISOString() ?? null, to: toAt?.toISOString() ?? null, report };
}

/** Returns the receipts of every difference. */
function getReceipts({ missingHere, missingThere, differing, sentWithoutUs, decided }: StatementReport): string[] {
  return [missingHere, missingThere, differing, sentWithoutUs, decided].flatMap(({ some }) =>
    some.map(({ receipt }) => receipt),
  );
}
