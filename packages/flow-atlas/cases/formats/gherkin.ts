import type { Case } from '../case.ts';
import { oneLine } from './text.ts';

/** One feature for each flow. */
export function formatGherkin(cases: readonly Case[]): string {
  return [...groupByFlow(cases)].map(([flow, own]) => formatFeature(flow, own)).join('\n');
}

/** Groups cases by their flow, in their order. */
export function groupByFlow(cases: readonly Case[]): Map<string, Case[]> {
  const groups = new Map<string, Case[]>();
  for (const one of cases) groups.set(one.flow, [...(groups.get(one.flow) ?? []), one]);
  return groups;
}

/** Returns a `.feature` file. Each scenario has its id as a tag, by which step definitions find its values. */
export function formatFeature(flow: string, cases: readonly Case[]): string {
  return `${[`Feature: ${flow}`, ...cases.map(formatScenario)].join('\n\n')}\n`;
}

function formatScenario({ id, title, preconditions, steps, tags }: Case): string {
  const data = [...new Set(steps.flatMap((step) => step.data))].map((one) => `    ${escapeDescription(oneLine(one))}`);
  const start = preconditions.map((one) => `    Before: ${oneLine(one)}`);
  const lines: [string, string][] = [];
  for (const { keyword, action, expected } of steps) {
    lines.push([keyword === 'given' ? 'Given' : 'When', action]);
    // Expectations of the steps that lead there belong to other cases.
    if (keyword === 'when') lines.push(...expected.map(({ words }): [string, string] => ['Then', words]));
  }
  const description = [...start, ...data];
  return [
    `  ${[id, ...tags].map((tag) => `@${tag.replaceAll(/\s+/g, '-')}`).join(' ')}`,
    `  Scenario: ${oneLine(title)} (${id})`,
    ...description,
    ...(description.length === 0 ? [] : ['']),
    ...lines.map(([word, text], index) => `    ${word === lines[index - 1]?.[0] ? 'And' : word} ${oneLine(text)}`),
  ].join('\n');
}

/** A line of a description must not begin like a step, a table or a text block. */
function escapeDescription(line: string): string {
  return /^(?:[|#@*"]|Given |When |Then |And |But )/.test(line) ? `- ${line}` : line;
}
