// @all
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compareFlows } from 'flow-atlas/atlas/compare';
import { flowsAt, readFlows } from '../../tools/flows/versions.ts';

/** `npm run flows -- --compare` builds the machines of both versions and finds changes that no chart shows. */

const PATIENT_MS = 600_000;
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'compared-'));
  for (const part of [
    'src',
    'contract',
    'server/machines',
    'tests/flows',
    'tests/support',
    'package.json',
    'tsconfig.json',
  ])
    cpSync(part, path.join(folder, part), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'dir');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Edits the copy of the sources. Throws when the text to replace is missing. */
function edit(file: string, from: string | RegExp, to: string): void {
  const before = readFileSync(path.join(folder, file), 'utf8');
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${file} has no ${String(from)}`);
  writeFileSync(path.join(folder, file), after);
}

async function changes() {
  const found = compareFlows(await readFlows(path.resolve('.')), await readFlows(folder));
  return found.flatMap(({ flow, changes: all }) =>
    all.map(({ kind, what, name }) => `${flow}: ${kind} ${what} ${name}`),
  );
}

test(
  'X89: finds a changed guard body, a changed rule that a guard calls, texts and a description',
  { timeout: PATIENT_MS },
  async () => {
    edit(
      'src/machines/account/login.machine.ts',
      'LoginReply) => credentials === null',
      'LoginReply) => credentials !== null',
    );
    edit('src/texts/account.ts', 'Remember me', 'Keep me logged in');
    edit('contract/rules/email.ts', "if (email === '') return", 'if (email.length === 0) return');
    edit('contract/texts/account.ts', 'Email is required', 'Enter your email');
    edit('src/machines/shell/contact.machine.ts', 'A visitor types name', 'Somebody types name');
    const found = await changes();
    expect(found.filter((one) => one.startsWith('login:'))).toEqual([
      'login: changed code guard isPhoneUnverified',
      'login: changed code emailError (contract/rules/email.ts)',
      'login: removed text Email is required',
      'login: removed text Remember me',
      'login: added text Enter your email',
      'login: added text Keep me logged in',
    ]);
    expect(found).toContain('contact: changed state form');
    expect(found).toContain('sign-up: changed code emailError (contract/rules/email.ts)');
    expect(found.filter((one) => one.startsWith('cart:'))).toEqual([]);
  },
);

test('X89: finds no difference between equal machines', { timeout: PATIENT_MS }, async () => {
  edit('src/machines/account/login.machine.ts', /\n/, '\n\n');
  expect(await changes()).toEqual([]);
});

test('X89: reports a revision that cannot be built or does not exist', { timeout: PATIENT_MS }, async () => {
  edit('src/machines/cart/cart.machine.ts', /from 'xstate'/, "from 'xstate-that-is-not-there'");
  await expect(readFlows(folder)).rejects.toThrow("Cannot find package 'xstate-that-is-not-there'");
  await expect(flowsAt('no-such-revision')).rejects.toThrow("There is no git revision called 'no-such-revision'.");
});
