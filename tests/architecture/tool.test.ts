import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** The tool is another project's as well (docs/decisions/0046-the-tool-is-nobodys.md). */

const TOOL = 'model-testing';

const files = readdirSync(TOOL, { recursive: true, encoding: 'utf8' })
  .filter((name) => !name.includes('node_modules') && /\.(tsx?|css|md|yaml)$|package\.json$/.test(name))
  .sort()
  .map((name) => ({ path: `${TOOL}/${name}`, text: readFileSync(`${TOOL}/${name}`, 'utf8') }));

/** Words of this shop, also inside of identifiers; what somebody ordered, but not the order of things. */
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

describe('the tool', () => {
  test('has files to look at', () => expect(files.length).toBeGreaterThan(100));

  test.each(files.map((file) => [file.path, file.text] as const))('%s has no word of the shop', (_, text) =>
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
  ])('%s is of the shop: %s', (text, isShops) => expect(shopsWords(text).length > 0).toBe(isShops));

  test('imports nothing of the project but its configuration, and no package that its guide does not name', () => {
    const guide = readFileSync(`${TOOL}/README.md`, 'utf8').split('## What is in it')[0] ?? '';
    const named = new Set([...guide.matchAll(/`([^`]*)`/g)].flatMap(([, words = '']) => words.split(' ')));
    const foreign = files
      .filter((file) => /\.tsx?$/.test(file.path))
      .flatMap((file) =>
        [...file.text.matchAll(/^(?:import|export)\b[^;]*?\bfrom '([^']+)';|\bimport\('([^']+)'\)/gm)].flatMap(
          ([, from, asked]) =>
            isAllowed(file.path, from ?? asked ?? '', named) ? [] : [`${file.path}: ${from ?? asked}`],
        ),
      );
    expect(foreign).toEqual([]);
  });
});

function isAllowed(file: string, from: string, packages: ReadonlySet<string>): boolean {
  if (from.startsWith('node:')) return true;
  if (!from.startsWith('.'))
    return packages.has(
      from
        .split('/')
        .slice(0, from.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  const to = path.posix.join(path.posix.dirname(file), from);
  return to.startsWith(`${TOOL}/`) || to === 'model-testing.config.ts';
}
