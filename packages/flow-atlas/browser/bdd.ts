import { formatFeature } from '../cases/formats/gherkin.ts';
import { oneLine } from '../cases/formats/plain.ts';
import { formatLeftOut, formatLiteral, formatPlayer, formatUse, splitByFlow } from './export.ts';
import type { SpecInput } from './export.ts';
import type { Line } from './scenario.ts';
import { toCheckMoves } from './checks.ts';
import type { Script } from './script.ts';

/**
 * Returns the files of a folder for `playwright-bdd`, by name: a feature for each flow, step definitions that run it,
 * and a configuration. The texts of a scenario are its only interface: the moves are found by the id of its case.
 */
export function formatBdd(input: SpecInput): Map<string, string> {
  const files = new Map<string, string>();
  const flows = splitByFlow(input);
  for (const [flow, { scripts, leftOut }] of flows) {
    const feature = formatFeature(
      flow,
      scripts.map((script) => script.case),
    );
    const comments = leftOut.map((one) => `\n  # ${formatLeftOut(one)}\n`);
    files.set(`${flow}.feature`, `${feature}${comments.join('')}`);
    files.set(`${flow}.cases.ts`, formatCases(scripts));
  }
  files.set('player.ts', formatPlayer([new URL('./scenario.ts', import.meta.url)]));
  files.set('steps.ts', formatSteps([...flows.keys()]));
  files.set('playwright.config.ts', formatConfig(input.url));
  return files;
}

function formatCases(scripts: readonly Script[]): string {
  const cases = scripts.map((script) => {
    const lines = toLines(script).map((line) => `    ${formatLiteral(line)},\n`);
    return `  ${formatLiteral(script.case.id)}: [\n${lines.join('')}  ],\n`;
  });
  return `import type { Line } from './player.js';

export const cases: Readonly<Record<string, readonly Line[]>> = {
${cases.join('')}};
`;
}

/**
 * Returns the lines of a case's scenario. Expectations of the steps that lead there have no line of their own, so these
 * steps check everything; of the others, the last line also checks the whole view.
 */
export function toLines({ case: { steps: told }, steps }: Script): Line[] {
  return steps.flatMap(({ text, moves, checks, expectations }, index): Line[] => {
    const step = oneLine(text);
    if (told[index]?.keyword === 'given') return [{ text: step, moves: [...moves, ...checks] }];
    const seen = expectations.map(({ words, check }): Line => {
      const line = { text: oneLine(words), moves: check === null ? [] : toCheckMoves(check) };
      return check === null ? { ...line, isByHand: true } : line;
    });
    const view = checks.slice(seen.flatMap((line) => line.moves).length);
    const lines = [{ text: step, moves }, ...seen];
    return lines.map((line, nth) => (nth < seen.length ? line : { ...line, moves: [...line.moves, ...view] }));
  });
}

function formatSteps(flows: readonly string[]): string {
  const imports = flows.map((flow, index) => `import { cases as cases${index} } from './${flow}.cases.js';\n`);
  return `import { createBdd, test as base } from 'playwright-bdd';
${imports.join('')}import { findCaseId, Player, ScenarioWalk } from './player.js';
import type { Line } from './player.js';

/** The lines of all cases, by id. */
const CASES: Readonly<Record<string, readonly Line[]>> = { ${flows.map((_, index) => `...cases${index}`).join(', ')} };

export const test = base.extend<{ scenario: ScenarioWalk }>({
  scenario: async ({ page, $tags }, use, { errors }) => {
    const id = findCaseId($tags);
    const lines = CASES[id];
    if (lines === undefined) throw new Error(\`This folder has no case \${id}. Write it again.\`);
    const scenario = new ScenarioWalk(new Player(page), id, lines);
    await use(scenario);
    if (errors.length === 0) scenario.end();
  },
});

/** Every line of a scenario is a line of its case. */
createBdd(test).Step(/^(.*)$/, async ({ scenario, $testInfo }, text: string) => {
  const { isByHand } = await scenario.walk(text);
  if (isByHand) $testInfo.annotations.push({ type: 'only a person can check', description: text });
});
`;
}

function formatConfig(url: string): string {
  return `import { defineConfig } from '@playwright/test';
import { defineBddConfig } from 'playwright-bdd';

export default defineConfig({
  testDir: defineBddConfig({ features: '*.feature', steps: 'steps.ts' }),
  // The folder of a project around this one may be in use.
  outputDir: 'results',
  fullyParallel: true,
  timeout: 60_000,
  use: ${formatUse(url).replaceAll('\n', '\n  ')},
});
`;
}
