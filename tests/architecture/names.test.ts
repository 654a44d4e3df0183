import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { sources } from '../support/files.ts';
import { machineFiles } from '../support/machines.ts';

/** A flow has the same name in every layer (docs/decisions/0010-layers-in-the-browser.md). */

const flows = (await machineFiles('src/machines')).map(({ flow }) => flow);
const views = sources('src/views').flatMap(({ path }) => /([^/]+)\.view\.tsx$/.exec(path)?.[1] ?? []);
const named = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => basename(file, ending));

/** Flows without a view of the same name, each with the file that renders them. */
const NO_VIEW: Readonly<Record<string, string>> = {
  menu: 'its menus are parts of the header: header.view.tsx',
  'payment-screen': 'says which of two views shows a payment: src/routes/payment/shown-payment.ts',
  'protected-page': 'decides whether a page is shown: src/routes/account/protected-page.tsx',
  'top-categories': 'a list in footer.view.tsx',
};

test('every flow has a view of the same name, or a reason', () => {
  const without = flows.filter((flow) => !views.includes(flow));
  expect(without.filter((flow) => NO_VIEW[flow] === undefined)).toEqual([]);
});

test('every route has a view of the same name', () => {
  expect(named('src/routes', '.route.tsx').filter((route) => !views.includes(route))).toEqual([]);
});

test('every service has a contract module of the same name', () => {
  const contract = named('contract', '.ts');
  expect(named('src/services', '.service.ts').filter((service) => !contract.includes(service))).toEqual([]);
});

/** Tables whose machine or rows belong to the server. Tests in tests/server run them. */
const ON_THE_SERVER = [
  'circuit',
  'claim',
  'hand-payment',
  'order',
  'parcel',
  'payment-attempt',
  'refund',
  'review-moderation',
];

test('every flow has one folder in tests/flows', () => {
  const folders = readdirSync('tests/flows', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...flows, ...ON_THE_SERVER, 'support'].sort());
});

test.each(flows)('tests/flows/%s has table, labels, model, map and paths', (flow) => {
  const files = readdirSync(`tests/flows/${flow}`);
  const parts = [/^[\w-]+\.yaml$/, /\.labels\.yaml$/, /\.model\.ts$/, /\.table\.tsx?$/, /\.paths\.test\.tsx?$/];
  expect(parts.map((part) => files.filter((file) => file.startsWith(`${flow}.`) && part.test(file)).length)).toEqual(
    parts.map(() => 1),
  );
});

test('every requirement test and path test has the name of its flow', () => {
  const files = sources('tests/flows').filter(({ path }) => /\.test\.tsx?$/.test(path));
  const wrong = files.filter(
    ({ path }) => !/\/([\w-]+)\/\1(?:\.[\w-]+)?\.(?:composition|paths|requirements)\.test\.tsx?$/.test(path),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});
