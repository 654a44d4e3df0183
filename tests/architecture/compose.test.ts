import { describe, expect, test } from 'vitest';
import { findPlaces } from '../../tools/mutants/sources/tree.ts';
import type { Node } from '../../tools/mutants/sources/tree.ts';
import { sources } from '../support/files.ts';

/**
 * Composition fills slots and makes no decisions. Logic that depends on the shop's data belongs in a guard or a rule.
 * The branches listed here handle the browser's answers or create a value once.
 */
const LEFT: Readonly<Record<string, readonly { readonly branch: string; readonly because: string }[]>> = {
  'src/compose.ts': [
    { branch: 'api ??= …', because: 'the client is made once' },
    { branch: 'onServerTime && …', because: 'the caller may not want the time' },
    { branch: '(composed.get(area) as Machines | undefined) ?? …', because: 'an area is composed once' },
  ],
  'src/compose/shell/connection.ts': [
    { branch: 'env.isOnline() ? …', because: 'the browser says whether there is a network' },
    { branch: 'env.isVisible() ? …', because: 'the browser says whether the page is seen' },
  ],
  'src/compose/env.ts': [
    { branch: 'loading ??= …', because: "a service's code is fetched once" },
    { branch: 'made.get(env) ?? …', because: 'what flows share is made once' },
  ],
  'src/compose/inspection.ts': [
    { branch: 'watcher && …', because: 'nobody watches but in development (decision 0043)' },
    { branch: "process.env.NODE_ENV === 'production' ? …", because: 'a build has nothing of it' },
  ],
  'src/compose/listen.ts': [
    { branch: 'target instanceof Element && …', because: 'the browser says where a press was' },
    { branch: 'if (!isInside)', because: 'as above' },
    { branch: 'if (isSame(value, last))', because: 'only news is handed on' },
    { branch: 'if (value === null || value === false)', because: 'what is there is told apart from nothing' },
    { branch: 'value === null || …', because: 'as above' },
    { branch: 'if (!Array.isArray(one) || !Array.isArray(other))', because: 'lists are the same by their members' },
    { branch: '!Array.isArray(one) || …', because: 'as above' },
    { branch: 'one.length === other.length && …', because: 'as above' },
  ],
  'src/compose/payment/payment-record.ts': [
    { branch: 'browserStorage(env).keep(KEY, kept) ? …', because: 'the browser may refuse its storage (H10)' },
  ],
  'src/compose/screen.ts': [
    { branch: '(currentTarget as Window).innerWidth >= LARGE_PX ? …', because: "the browser says the window's width" },
    { branch: "is[(currentTarget as Window).innerWidth >= LARGE_PX ? 'large' : 'small']?.", because: 'as above' },
  ],
  'src/compose/account/session.ts': [
    { branch: 'if (!isUserStored || !isTokenStored)', because: 'the browser may refuse its storage (H10)' },
    { branch: '!isUserStored || …', because: 'as above' },
  ],
  'src/compose/stored-key.ts': [
    { branch: 'storage.isReadable() ? …', because: 'the browser may refuse its storage (H10)' },
    { branch: 'storage.write(key, JSON.stringify(value)) ? …', because: 'as above' },
  ],
};

/** Returns the branches of a file, each with its condition. */
function getBranches(path: string, text: string): string[] {
  const written = (node: unknown) => text.slice((node as Node).start, (node as Node).end).replaceAll(/\s+/g, ' ');
  return findPlaces(path, text).flatMap(({ node }) => getBranch(node, written) ?? []);
}

function getBranch(node: Node, written: (node: unknown) => string): string | null {
  if (node.type === 'IfStatement') return `if (${written(node['test'])})`;
  if (node.type === 'ConditionalExpression') return `${written(node['test'])} ? …`;
  if (node.type === 'LogicalExpression') return `${written(node['left'])} ${String(node['operator'])} …`;
  if (node.type === 'SwitchStatement') return `switch (${written(node['discriminant'])})`;
  if (node.type === 'WhileStatement' || node.type === 'DoWhileStatement') return `while (${written(node['test'])})`;
  if (node.type === 'ForStatement') return `for (; ${written(node['test'])};)`;
  if (node.type === 'AssignmentExpression' && ['&&=', '||=', '??='].includes(String(node['operator'])))
    return `${written(node['left'])} ${String(node['operator'])} …`;
  if (node['optional'] === true && node.type === 'MemberExpression') return `${written(node['object'])}?.`;
  if (node['optional'] === true && node.type === 'CallExpression') return `${written(node['callee'])}?.`;
  return null;
}

describe('composition makes no decisions: every branch is in a guard, in a rule, or listed here with its reason', () => {
  const files = sources('src').filter(({ path }) => path === 'src/compose.ts' || path.startsWith('src/compose/'));
  test.each(files)('$path', ({ path, text }) => {
    expect(getBranches(path, text).toSorted()).toEqual((LEFT[path] ?? []).map(({ branch }) => branch).toSorted());
  });
  test('every listed file exists', () => {
    const known = files.map(({ path }) => path);
    expect(Object.keys(LEFT).filter((path) => !known.includes(path))).toEqual([]);
  });
  test.each([
    ['if (a) b();', 'if (a)'],
    ['const x = a ? b : c;', 'a ? …'],
    ['a && b();', 'a && …'],
    ['a || b();', 'a || …'],
    ['const x = a ?? b;', 'a ?? …'],
    ['a ??= b;', 'a ??= …'],
    ['switch (a) {}', 'switch (a)'],
    ['while (a) b();', 'while (a)'],
    ['const x = a?.b;', 'a?.'],
    ['a?.();', 'a?.'],
  ])('%s is a branch', (text, branch) => {
    expect(getBranches('sample.ts', text)).toEqual([branch]);
  });
});
