// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useApp } from '../../src/routes/app-context.tsx';
import { useCategories } from '../../src/routes/catalogue/category-nav.tsx';
import { useFirstNow, useIsFirstPage, usePageData } from '../../src/routes/page-data.ts';
import { useTopCategories } from '../../src/routes/shell/top-categories.tsx';

/** A hook outside its provider throws a clear error, or returns the value for "not the first page". */

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

const wrapper = ({ children }: { readonly children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>;
const getValue = <Value,>(hook: () => Value) => renderHook(hook, { wrapper }).result.current;

test.each([
  ['useApp', useApp, 'useApp: no composition root above this route'],
  ['useTopCategories', useTopCategories, 'useTopCategories: not inside of TopCategories'],
  ['useCategories', useCategories, 'useCategories: not inside of Categories'],
] as const)('%s throws an error that names it outside its provider', (_, hook, words) => {
  expect(() => getValue<unknown>(hook)).toThrow(words);
});

describe('a page that no server rendered', () => {
  test('has no render time, is not the first page and has no replies', () => {
    expect(getValue(useFirstNow)).toBeNull();
    expect(getValue(useIsFirstPage)).toBe(false);
    expect(getValue(() => usePageData('/brands', {}))).toBeNull();
  });
});
