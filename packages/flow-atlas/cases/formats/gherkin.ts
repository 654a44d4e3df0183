import { groupByFlow } from '../case.ts';
import type { Case } from '../case.ts';
import { oneLine, toTag } from './plain.ts';

/** A `.feature` file has one feature, so several flows are its rules. */
export function formatGherkin(cases: readonly Case[]): string {
  const flows = groupByFlow(cases);
  if (flows.size === 1) return [...flows].map(([flow, own]) => formatFeature(flow, own)).join('');
  const rules = [...flows].map(([flow, own]) => [`Rule: ${flow}`, ...own.map(formatScenario)].join('\n\n'));
  return `${[`Feature: ${flows.size} flows`, ...rules].join('\n\n')}\n`;
}

/** Returns the `.feature` file of one flow. Each scenario has its id as a tag, by which step definitions find it. */
export function formatFeature(flow: string, cases: readonly Case[]): string {
  return `${[`Feature: ${flow}`, ...cases.map(formatScenario)].join('\n\n')}\n`;
}

function formatScenario({ id, title, preconditions, steps, tags }: Case): string {
  // Without a word before it, a line of the description could read as a step, a table or a comment.
  const data = [...new Set(steps.flatMap((step) => step.data))].map((one) => `    Data: ${oneLine(one)}`);
  const start = preconditions.map((one) => `    Before: ${oneLine(one)}`);
  const lines: [string, string][] = [];
  for (const { keyword, action, expected } of steps) {
    lines.push([keyword === 'given' ? 'Given' : 'When', action]);
    // Expectations of the steps that lead there belong to other cases.
    if (keyword === 'when') lines.push(...expected.map(({ words }): [string, string] => ['Then', words]));
  }
  const description = [...start, ...data];
  return [
    `  ${[id, ...tags].map((tag) => `@${toTag(tag)}`).join(' ')}`,
    `  Scenario: ${oneLine(title)} (${id})`,
    ...description,
    ...(description.length === 0 ? [] : ['']),
    ...lines.map(([word, text], index) => `    ${word === lines[index - 1]?.[0] ? 'And' : word} ${oneLine(text)}`),
  ].join('\n');
}
