import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createChart } from 'flow-atlas/atlas/create-chart';
import { formatMarkdown } from 'flow-atlas/atlas/text';
import { readLabels } from '../../tools/flows/labels.ts';
import { machineFiles } from '../support/machines.ts';

const FOLDER = 'docs/machines';
const files = [...(await machineFiles('src/machines')), ...(await machineFiles('server/machines'))];

test.each(files.map(({ flow, machine }) => [flow, machine] as const))(
  '%s has an up-to-date page in docs/machines (otherwise: npm run flows, and read what changed)',
  (flow, machine) => {
    const path = `${FOLDER}/${flow}.md`;
    expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(
      formatMarkdown(createChart(flow, machine, { labels: readLabels(flow) })),
    );
  },
);

test('docs/machines has no page for a flow that does not exist', () => {
  const told = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length));
  expect(told.filter((name) => !files.some(({ flow }) => flow === name))).toEqual([]);
});
