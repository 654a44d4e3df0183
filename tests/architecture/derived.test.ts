import { expect, test } from 'vitest';
import { migrations } from '../../server/db/migrations/index.ts';
import { sources } from '../support/files.ts';

const files = sources('server', 'demo', 'simulators', 'tools', 'scripts');
const getWriters = (tables: string) => {
  const builder = new RegExp(String.raw`\.\s*(?:insert|update|delete)\(\s*(?:\w+\.)?(?:${tables})\s*\)`);
  const names = tables.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const statement = new RegExp(String.raw`\b(?:insert into|update|delete from|truncate)\s+(?:${names})\b`);
  return files.filter(({ text }) => builder.test(text) || statement.test(text)).map(({ path }) => path);
};

test('only one file writes products, categories and brands, so that derived rows stay up to date', () => {
  expect(getWriters('products|categories|brands')).toEqual(['server/modules/catalogue/writer.repository.ts']);
});

test('only one file writes derived rows, with statements that migrations share', () => {
  expect(getWriters('catalogueCounts|catalogueSpecifications|productSearch|searchWords')).toEqual([
    'server/db/derived.ts',
    'server/db/migrations/0030-derived-by-code.ts',
    'server/db/migrations/0031-recent-documents.ts',
    'server/modules/catalogue/derived.repository.ts',
  ]);
});

test('no migration creates a trigger, function or block, or locks a table: distributed databases lack them', () => {
  const steps = migrations.flatMap(({ name, steps: all }) => all.map((step) => `${name}: ${step}`));
  const lacking =
    /\b(?:create (?:or replace )?(?:function|procedure|trigger)|lock table|referencing (?:old|new) table)\b|: do \$/i;
  expect(steps.filter((step) => lacking.test(step))).toEqual([]);
});
