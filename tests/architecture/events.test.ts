import { expect, test } from 'vitest';
import { getEdges } from 'model-testing/model/structure';
import { sources } from '../support/files.ts';
import { machineFiles } from '../support/machines.ts';

const machines = await machineFiles('src/machines');
const files = sources('src');

/** Finds `type: 'page.open'`, the event in a conditional expression, and `${scope}.changed` for every scope. */
function isSentIn(text: string, event: string): boolean {
  const templates = [...text.matchAll(/type: `([^`]+)`/g)].map(
    ([, written = '']) => new RegExp(`^${written.replaceAll('.', '\\.').replaceAll(/\$\{[^}]+\}/g, '\\w+')}$`),
  );
  return text.includes(`'${event}'`) || templates.some((template) => template.test(event));
}

test.each(machines.map((machine) => [machine.flow, machine] as const))(
  'every event of %s is sent by a view, a route, composition or another machine',
  (flow, { machine }) => {
    const events = new Set(
      getEdges(machine)
        .filter(({ kind }) => kind === 'user')
        .map(({ on }) => on),
    );
    const others = files.filter(({ path }) => !(path.startsWith('src/machines/') && path.includes(`/${flow}.`)));
    const unsent = [...events].filter((event) => !others.some(({ text }) => isSentIn(text, event)));
    expect(unsent).toEqual([]);
  },
);
