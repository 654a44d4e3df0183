import type { MutantResult } from './mutant-result.ts';

export interface CountedResult extends MutantResult {
  readonly kind: string;
  readonly name: string;
  readonly seconds: number;
}

interface Run {
  readonly seed: number;
  readonly gate: number;
  readonly moduleGate: number;
  readonly seconds: number;
}

const WIDTHS = [14, 22, 14, 9, 9, 8, 7, 8];

/** Formats a line for each name, a sum for each kind, and the survivors. */
export function formatTable(counted: readonly CountedResult[], { seed, gate, moduleGate, seconds }: Run): string {
  const kinds = [...new Set(counted.map(({ kind }) => kind))];
  const sorted = [...counted].sort((a, b) => a.name.localeCompare(b.name));
  return [
    line(['kind', 'name', 'mutants', 'noticed', 'timeout', '%', 's', 'MB']),
    ...kinds.flatMap((kind) => {
      const all = sorted.filter((one) => one.kind === kind);
      return [...all.map(row), row(sumUp(all, kind))];
    }),
    '',
    ...sorted.flatMap(notes),
    `${(seconds / 60).toFixed(1)} minutes. Names with many mutants (--most) are sampled with seed ${seed} (--seed). Required: ${100 * gate} % of each kind and ${100 * moduleGate} % of each name noticed.`,
    'Judges: all tests below the browser that run the mutated code, without the checked-in charts in docs/machines.',
  ].join('\n');
}

function row({ kind, name, all, judged, survivors, timeouts, seconds, peakBytes }: CountedResult): string {
  const noticed = judged - survivors.length;
  return line([
    kind,
    name,
    judged < all ? `${judged} of ${all}` : String(judged),
    String(noticed),
    String(timeouts.length),
    judged === 0 ? '–' : ((100 * noticed) / judged).toFixed(1),
    seconds.toFixed(0),
    (peakBytes / 1e6).toFixed(0),
  ]);
}

function sumUp(all: readonly CountedResult[], kind: string): CountedResult {
  const sum = (count: (one: CountedResult) => number) => all.reduce((total, one) => total + count(one), 0);
  return {
    kind,
    name: '= total',
    all: sum((one) => one.all),
    judged: sum((one) => one.judged),
    survivors: all.flatMap(({ survivors }) => survivors),
    timeouts: all.flatMap(({ timeouts }) => timeouts),
    equivalents: {},
    dropped: all.flatMap(({ dropped }) => dropped),
    peakBytes: Math.max(...all.map(({ peakBytes }) => peakBytes)),
    problems: [],
    seconds: sum((one) => one.seconds),
  };
}

function notes({ kind, name, survivors, timeouts, equivalents, dropped, problems }: CountedResult): string[] {
  const reasons = Object.entries(equivalents);
  if (survivors.length + timeouts.length + reasons.length + dropped.length + problems.length === 0) return [];
  return [
    `${kind} ${name}`,
    ...problems.map((one) => `  WRONG     ${one}`),
    ...survivors.map((one) => `  survived  ${one}`),
    ...timeouts.map((one) => `  timeout   ${one}`),
    ...dropped.map((one) => `  dropped   ${one}`),
    ...reasons.map(([one, reason]) => `  equal     ${one}: ${reason}`),
    '',
  ];
}

function line(cells: readonly string[]): string {
  return cells
    .map((cell, index) => (index < 2 ? cell.padEnd(WIDTHS[index] ?? 0) : cell.padStart(WIDTHS[index] ?? 0)))
    .join(' ');
}
