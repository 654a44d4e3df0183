import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { sources } from '../support/files.ts';
import { machineFiles } from '../support/machines.ts';

/** A flow is found by its name in every layer (docs/decisions/0010-layers-in-the-browser.md). */

const flows = (await machineFiles('src/machines')).map(({ flow }) => flow);
const views = sources('src/views').flatMap(({ path }) => /([^/]+)\.view\.tsx$/.exec(path)?.[1] ?? []);
const named = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => basename(file, ending));

/** Flows without a view of their name, each with who draws them. */
const NO_VIEW: Readonly<Record<string, string>> = {
  menu: 'its menus are parts of the header: header.view.tsx',
  'payment-screen': 'says which of two views shows a payment: src/routes/payment/shown-payment.ts',
  'protected-page': 'decides whether a page is shown: src/routes/account/protected-page.tsx',
  'top-categories': 'a list in footer.view.tsx',
};

test('every flow has a view of its name, or a reason', () => {
  const without = flows.filter((flow) => !views.includes(flow));
  expect(without.filter((flow) => NO_VIEW[flow] === undefined)).toEqual([]);
});

test('every route has a view of its name', () => {
  expect(named('src/routes', '.route.tsx').filter((route) => !views.includes(route))).toEqual([]);
});

test('every service has a part of the contract of its name', () => {
  const contract = named('contract', '.ts');
  expect(named('src/services', '.service.ts').filter((service) => !contract.includes(service))).toEqual([]);
});

test('every file of requirements is about a flow', () => {
  const files = readdirSync('tests/requirements');
  expect(files.filter((file) => !flows.includes(file.split('.', 1)[0] ?? ''))).toEqual([]);
});
