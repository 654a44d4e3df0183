import { expect, test } from 'vitest';
import { findRelatedTests } from '../../scripts/check/related.ts';
import { sources } from '../support/files.ts';

/** The tests that `npm run check` selects after an edit. */

const related = (...changed: readonly string[]) => findRelatedTests(changed, sources('contract', 'src', 'tests'));
const nearest = (...changed: readonly string[]) =>
  related(...changed).flatMap(({ path, distance }) => (distance === 0 ? [path.split('/').at(-1)] : []));

test('an edit of a machine, a view or rows selects the tests of the flow first', () => {
  const [machine] = sources('src/machines').filter(({ path }) => path.endsWith('/cart.machine.ts'));
  const own = nearest(machine?.path ?? '');
  expect(own).toContain('cart.paths.test.tsx');
  expect(own.every((name) => name?.startsWith('cart.'))).toBe(true);
  expect(nearest('tests/flows/cart/cart.yaml')).toEqual(own);
  const distances = related(machine?.path ?? '').map(({ distance }) => distance);
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  expect(Math.max(...distances)).toBeGreaterThan(1);
});

test('a changed test selects itself, and a file that nothing imports selects nothing', () => {
  expect(nearest('tests/rules/flash.test.ts')).toContain('flash.test.ts');
  expect(related('docs/payments.md')).toEqual([]);
});

test('tests of the whole repository are not selected', () => {
  const [phone] = sources('contract').filter(({ path }) => path.endsWith('/phone.ts'));
  const folders = new Set(related(phone?.path ?? '').map(({ path }) => path.split('/').slice(0, 2).join('/')));
  for (const folder of ['tests/architecture', 'tests/cases', 'tests/server', 'tests/e2e'])
    expect(folders).not.toContain(folder);
});
