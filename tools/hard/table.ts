import type { Result } from './results.ts';
import { findRows } from './rows.ts';
import type { Row } from './rows.ts';

export interface Verdict {
  readonly text: string;
  readonly isPassed: boolean;
}

/** Formats a line for each row, and the failures. A row without a test counts as failed. */
export function formatTable(rows: readonly Row[], results: readonly Result[], seconds: number): Verdict {
  const lines = rows.map(({ id, name }) => {
    const own = results.filter(({ title }) => findRows(title).includes(id));
    const failed = own.filter(({ isPassed }) => !isPassed).length;
    const isHeld = own.length > 0 && failed === 0;
    const said = own.length === 0 ? 'no test' : failed === 0 ? 'holds' : `${failed} failed`;
    const took = own.reduce((sum, { ms }) => sum + ms, 0) / 1_000;
    return {
      isHeld,
      text: `${id.padEnd(4)} ${name.padEnd(32)} ${String(own.length).padStart(5)} ${took.toFixed(1).padStart(8)}  ${said}`,
    };
  });
  const failures = results.filter(({ isPassed }) => !isPassed);
  return {
    isPassed: failures.length === 0 && lines.every(({ isHeld }) => isHeld),
    text: [
      `${'row'.padEnd(37)} ${'tests'.padStart(5)} ${'s'.padStart(8)}`,
      ...lines.map(({ text }) => text),
      ...failures.map(({ title, path }) => `failed: ${path} ${title.split('\n', 1)[0] ?? ''}`),
      `${(seconds / 60).toFixed(1)} minutes in total. A test that names two rows counts for both.`,
    ].join('\n'),
  };
}
