import { readdirSync } from 'node:fs';
import { transformWithOxc } from 'vite';
import { expect, test } from 'vitest';
import { hasTable, loadFlow } from 'model-testing/table/flow';
import { config } from '../../model-testing.config.ts';
import { createFiles } from '../../tools/new/flow.ts';

const tables = readdirSync('tests/flows').filter((name) => hasTable(config, name));

test.each(tables)(
  'npm run new -- cart/%s creates files that can be parsed, with the states of the table',
  async (name) => {
    const flow = loadFlow(config, name);
    const files = createFiles('cart', name, flow);
    for (const [file, text] of Object.entries(files)) {
      const { code } = await transformWithOxc(text, file, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
      expect(code, file).not.toBe('');
    }
    const machine = files[`src/machines/cart/${name}.machine.ts`] ?? '';
    const states = Object.keys(flow.states).flatMap((state) => state.split('.'));
    expect(states.filter((state) => !new RegExp(`\\b${state}: \\{`).test(machine))).toEqual([]);
  },
);
