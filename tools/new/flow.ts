import type { Flow } from 'model-testing/table/flow';

/** Returns the files of a new flow by path, unformatted. The machine has the table's states without transitions. */
export function createFiles(area: string, name: string, flow: Flow): Readonly<Record<string, string>> {
  const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const pascal = camel.replace(/^\w/, (letter) => letter.toUpperCase());
  return {
    [`src/machines/${area}/${name}.machine.ts`]: machine(name, camel, pascal, flow),
    [`src/views/${area}/${name}.view.tsx`]: view(area, name, camel, pascal),
    [`tests/flows/${name}/${name}.model.ts`]: model(area, name, camel, flow),
    [`tests/flows/${name}/${name}.view.tsx`]: shownView(area, name, camel, pascal),
    [`tests/flows/${name}/${name}.table.ts`]: table(area, name, camel, flow),
    [`tests/flows/${name}/${name}.paths.test.tsx`]: pathTest(name, camel),
  };
}

function machine(name: string, camel: string, pascal: string, { states, start }: Flow): string {
  return `
import { setup } from 'xstate';

export interface ${pascal}Context {}

export type ${pascal}Event = { readonly type: 'name.it' };

export const ${camel}Machine = setup({
  types: { context: {} as ${pascal}Context, events: {} as ${pascal}Event },
}).createMachine({
  // Describe each state, and when a guarded transition, its default or a timer is taken (decision 0037).
  id: '${name}',
  description: '',
  context: {},
  ${inside(tree(Object.keys(states)), start[0]?.state.split('.') ?? [])}
});
`;
}

/** The states as a tree of their name parts, e.g. `pending.waiting` as a child of `pending`. */
interface Tree {
  readonly [state: string]: Tree;
}

function tree(names: readonly string[]): Tree {
  const firsts = [...new Set(names.map((name) => name.split('.')[0] ?? name))];
  return Object.fromEntries(
    firsts.map((first) => [
      first,
      tree(names.filter((name) => name.startsWith(`${first}.`)).map((name) => name.slice(first.length + 1))),
    ]),
  );
}

function inside(children: Tree, [start, ...deeper]: readonly string[]): string {
  const names = Object.keys(children);
  const initial = start !== undefined && names.includes(start) ? start : names[0];
  const states = names.map((state) => {
    const below = children[state] ?? {};
    const more = Object.keys(below).length > 0 ? inside(below, state === initial ? deeper : []) : '';
    return `${state}: { description: '', ${more} }`;
  });
  return `initial: '${initial ?? ''}', states: { ${states.join(', ')} },`;
}

function view(area: string, name: string, camel: string, pascal: string): string {
  return `
import type { ${camel}Machine } from '../../machines/${area}/${name}.machine.ts';
import type { ViewProps } from '../view.ts';

export function ${pascal}View({ snapshot, send }: ViewProps<typeof ${camel}Machine>) {
  return (
    <>
      {JSON.stringify(snapshot.value)}
      <button type="button" onClick={() => send({ type: 'name.it' })}>
        Name it
      </button>
    </>
  );
}
`;
}

function model(area: string, name: string, camel: string, { states, invariants }: Flow): string {
  const matches = Object.keys(states).map(
    (state) => `'${state}': (snapshot) => snapshot.matches(${formatValue(state.split('.'))}),`,
  );
  return `
import { actsOf } from 'model-testing/model/define';
import { press } from 'model-testing/view/act';
import { defineModel } from '../../../model-testing.config.ts';
import { ${camel}Machine } from '../../../src/machines/${area}/${name}.machine.ts';

export const ${camel}Model = defineModel({
  flow: '${name}',
  machine: ${camel}Machine,
  inputs: { '': undefined },
  events: { 'name.it': { '': {} } },
  acts: actsOf<typeof ${camel}Machine>({ 'name.it': press('button', 'Name it') }),
  done: {},
  delays: {},
  states: { ${matches.join('\n')} },
  // To be written: ${invariants.join('; ') || 'what is true at every moment'}.
  invariants: {},
});
`;
}

function formatValue([first = '', ...rest]: readonly string[]): string {
  return rest.length === 0 ? `'${first}'` : `{ ${first}: ${formatValue(rest)} }`;
}

function table(area: string, name: string, camel: string, { start }: Flow): string {
  return `
import type { ${camel}Machine } from '../../../src/machines/${area}/${name}.machine.ts';
import type { Table } from 'model-testing/table/table';

export const ${camel}Table: Table<typeof ${camel}Machine> = {
  start: { ${start.map(({ when }) => `${JSON.stringify(when)}: ''`).join(', ')} },
  on: [],
  calls: [],
  does: [],
};
`;
}

function shownView(area: string, name: string, camel: string, pascal: string): string {
  return `
import type { ${camel}Machine } from '../../../src/machines/${area}/${name}.machine.ts';
import { ${pascal}View } from '../../../src/views/${area}/${name}.view.tsx';
import type { ViewOf } from 'model-testing/view/screen';

export const ${camel}View: ViewOf<typeof ${camel}Machine> = (snapshot, send) => (
  <${pascal}View snapshot={snapshot} send={send} />
);
`;
}

function pathTest(name: string, camel: string): string {
  return `
import { flowTests } from 'model-testing/flow-tests';
import { ${camel}Model } from './${name}.model.ts';
import { ${camel}Table } from './${name}.table.ts';
import { ${camel}View } from './${name}.view.tsx';

flowTests(${camel}Model, {
  view: ${camel}View,
  shows: {},
  table: ${camel}Table,
});
`;
}
