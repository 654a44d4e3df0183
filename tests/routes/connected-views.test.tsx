// @vitest-environment happy-dom
import type { ComponentType } from 'react';
import { expect, test, vi } from 'vitest';

/** Every module of src/routes connects views that exist. A page without its view is empty. */

const { connected } = vi.hoisted(() => ({ connected: [] as unknown[] }));

vi.mock('../../src/routes/connect.tsx', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/routes/connect.tsx')>();
  return {
    ...original,
    connect(View: ComponentType<never>) {
      connected.push(View);
      return original.connect(View as never);
    },
  };
});

const modules = import.meta.glob('../../src/routes/**/*.tsx', { eager: true });

test('every connected view is a component', () => {
  expect(Object.keys(modules).length).toBeGreaterThan(30);
  expect(connected.length).toBeGreaterThan(30);
  expect(connected.filter((View) => typeof View !== 'function' && typeof View !== 'object')).toEqual([]);
});
