import { tag, text } from '../cases/formats/xml.ts';
import { findFailure, getVerdict } from './result.ts';
import type { LeftOut, Result, Run } from './result.ts';

/** Formats a run as JUnit's XML: a suite for each flow. Cases without a check, and left out ones, are skipped. */
export function formatJunit({ results, leftOut, started, ms }: Run): string {
  const flows = new Set([...results.map((one) => one.case.flow), ...leftOut.map(({ flow }) => flow)]);
  const suites = [...flows].map((flow) => {
    const own = results.filter((one) => one.case.flow === flow);
    const without = leftOut.filter((one) => one.flow === flow);
    const cases = [...own.map(formatCase), ...without.map(formatLeftOut)];
    return tag('testsuite', `\n${cases.join('\n')}\n`, {
      name: flow,
      ...count(own, without),
      time: formatTime(own.reduce((sum, one) => sum + one.ms, 0)),
      timestamp: new Date(started).toISOString().slice(0, 19),
    });
  });
  const all = { name: 'paths', ...count(results, leftOut), time: formatTime(ms) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag('testsuites', `\n${suites.join('\n')}\n`, all)}\n`;
}

function count(results: readonly Result[], leftOut: readonly LeftOut[]) {
  const of = (verdict: string) => results.filter((one) => getVerdict(one) === verdict).length;
  return {
    tests: results.length + leftOut.length,
    failures: of('failed'),
    errors: 0,
    skipped: of('unchecked') + leftOut.length,
  };
}

function formatCase(result: Result): string {
  const { id, title, flow } = result.case;
  const failed = findFailure(result);
  const inner =
    failed === null
      ? getVerdict(result) === 'unchecked'
        ? tag('skipped', '', { message: 'Nothing that it says could be checked' })
        : ''
      : formatFailure(result, failed);
  return tag('testcase', inner, { name: `${title} (${id})`, classname: flow, time: formatTime(result.ms) });
}

function formatFailure(
  { case: { steps } }: Result,
  { step, words }: { readonly step: number; readonly words: string },
) {
  const action = steps[step - 1]?.action ?? '';
  const [first = ''] = words.split('\n');
  return tag('failure', text(`Step ${step}: ${action}\n${words}`), { message: first, type: 'expectation' });
}

function formatLeftOut({ id, title, flow, why }: LeftOut): string {
  return tag('testcase', tag('skipped', '', { message: `Left out: ${why}` }), {
    name: `${title} (${id})`,
    classname: flow,
    time: '0',
  });
}

function formatTime(ms: number): string {
  return (ms / 1_000).toFixed(3);
}
