import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Settings } from '../../server/env/settings.ts';

/** The settings in `.env.example`, each with its default. */
const shown = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(
  ([, name = '']) => name,
);

test('.env.example has every setting of the server once, and no other setting', () => {
  expect(shown.toSorted()).toEqual(Object.keys(Settings.entries).toSorted());
  expect(shown.length).toBeGreaterThan(50);
});
