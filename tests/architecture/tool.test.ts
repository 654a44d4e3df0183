import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sources } from '../support/files.ts';

/** Other projects use the packages too (docs/decisions/0046-the-tool-is-nobodys.md). */

/** Each package with the local packages that it may import. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'model-testing': [],
  'flow-atlas': ['model-testing'],
};

const files = readdirSync('packages', { recursive: true, encoding: 'utf8' })
  .filter((name) => !name.includes('node_modules') && /\.(tsx?|css|md|yaml)$|package\.json$/.test(name))
  .sort()
  .map((name) => ({ path: `packages/${name}`, text: readFileSync(`packages/${name}`, 'utf8') }));

/** Words of this shop, also inside identifiers. Matches `order` as a purchase, not as a sequence. */
const SHOP = new RegExp(
  [
    String.raw`\b(duka|m-?pesa|daraja|safaricom|termii|kenyan?|nairobi|kes|ksh|shillings?|shop(s|per|pers|ping)?)\b`,
    String.raw`\b(carts?|baskets?|checkouts?|wishlists?|purchases?|payments?|refunds?|receipts?|customers?)\b`,
    String.raw`\b(pickup|delivery|deliveries|courier|catalogue|vouchers?|products)\b`,
    String.raw`\borders\b|\b(an|your|my|place|cancel|track|pay(s|ing)?) (the )?order\b|\border\.[a-z]|\border (id|items?|lines?|machine|number|page|status)\b`,
  ].join('|'),
  'i',
);

function shopsWords(text: string): string[] {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split('\n')
    .flatMap((line, index) => (SHOP.test(line) ? [`${index + 1}: ${line.trim()}`] : []));
}

describe('the packages', () => {
  test('have files to check', () => expect(files.length).toBeGreaterThan(100));

  test.each(files.map((file) => [file.path, file.text] as const))('%s contains no word of the shop', (_, text) =>
    expect(shopsWords(text)).toEqual([]),
  );

  test.each([
    ['A shopper presses Pay.', true],
    ['const cartItems = []', true],
    ["event: 'order.placed'", true],
    ['`GET /orders/{id}`', true],
    ['judgeOrderMachine(machine)', true],
    ['Your order', true],
    ['in the order of their deadlines', false],
    ['all of them, in another order.', false],
    ['left.sort((a, b) => a.order - b.order)', false],
    ['as the product promises', false],
  ])('%s is a word of the shop: %s', (text, isShops) => expect(shopsWords(text).length > 0).toBe(isShops));

  test.each(Object.entries(PACKAGES))('%s imports only itself, %j and packages that its README names', (name, ours) => {
    const folder = `packages/${name}/`;
    const { devDependencies } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as Manifest;
    const guide = readFileSync(`${folder}README.md`, 'utf8').split('## What is in it')[0] ?? '';
    const named = new Set([...guide.matchAll(/`([^`]*)`/g)].flatMap(([, words = '']) => words.split(' ')));
    const packages = Object.keys(devDependencies).filter((one) => one in PACKAGES || named.has(one));
    const isAllowed = (file: string, from: string) => {
      if (from.startsWith('.')) return path.posix.join(path.posix.dirname(file), from).startsWith(folder);
      const [scope = '', rest] = from.split('/');
      const to = scope.startsWith('@') ? `${scope}/${rest}` : scope;
      return from.startsWith('node:') || to === name || ours.includes(to) || packages.includes(to);
    };
    const foreign = files
      .filter((file) => file.path.startsWith(folder) && /\.tsx?$/.test(file.path))
      .flatMap((file) => importsIn(file.text).flatMap((from) => (isAllowed(file.path, from) ? [] : [from])));
    expect(foreign).toEqual([]);
    expect(packages.filter((one) => one in PACKAGES)).toEqual(ours);
  });

  test('every export is a file that is imported from outside its package', () => {
    const outside = sources('scripts', 'tools', 'tests', 'packages');
    const unused = Object.keys(PACKAGES).flatMap((name) => {
      const { exports } = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8')) as Manifest;
      const users = outside.filter((file) => !new RegExp(`^packages/${name}/(?!example/)`).test(file.path));
      const used = new Set([...users, getSource('model-testing.config.ts')].flatMap(({ text }) => importsIn(text)));
      return Object.entries(exports).flatMap(([key, file]) =>
        used.has(`${name}${key.slice(1)}`) && existsSync(`packages/${name}/${file}`) ? [] : [`${name}: ${key}`],
      );
    });
    expect(unused).toEqual([]);
  });
});

interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function getSource(file: string) {
  return { path: file, text: readFileSync(file, 'utf8') };
}

function importsIn(text: string): string[] {
  return [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom '([^']+)';|\bimport\('([^']+)'\)/gm)].flatMap(
    ([, from, asked]) => from ?? asked ?? [],
  );
}
