import { expect } from 'vitest';
import type { Product } from '../../../contract/catalogue.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { homeSectionMachine } from '../../../src/machines/home/home-section.machine.ts';
import { countItems } from '../../../src/rules/home/home.ts';
import type { LiveActor } from 'model-testing/model/live';
import { START } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { press } from 'model-testing/view/act';
import { expectCards } from '../support/catalogue.judges.ts';
import { products, productsWithOneSoldOut } from '../support/catalogue.samples.ts';
import { deals, ended } from './home-section.model.ts';
import { homeSectionWith } from './home-section.view.tsx';
import { banners, brands, EVIL } from '../support/home.samples.ts';

type Live = LiveActor<typeof homeSectionMachine>;

const [product] = products(1) as [Product];
const refused = new ApiError({ kind: 'refused', status: 200 });
const broken = new ApiError({ kind: 'broken', status: 200 });
const some = (count: number) => ({ products: productsWithOneSoldOut(count) });

const NAMES = ['hero', 'flash', 'newArrivals', 'brands', 'popular', 'featured'];

/** Renders a text in place of each part, with its number of items. */
export const sectionInWords = homeSectionWith((snapshot) => {
  const { section, content } = snapshot.context;
  const what = { hero: 'banners', brands: 'brands' }[section as string];
  return {
    inside: what !== undefined && <p>{`${content && countItems(content)} ${what}`}</p>,
    clock: snapshot.matches({ clock: 'shown' }) && <p>the clock</p>,
  };
});

const PRODUCTS: readonly (readonly [RegExp, unknown])[] = [10, 8, 7, 6, 5, 4, 0].map((count) => [
  new RegExp(`^${count} products$`),
  some(count),
]);

export const homeSectionTable: Table<typeof homeSectionMachine> = {
  view: sectionInWords,
  start: {
    'any section that loads': 'newArrivals',
    'hero, the banners came with the page from the server': 'hero rendered with 3 banners',
  },
  input: ({ on, when }) => {
    const came = /^start\(hero, the page came from the server with (\d) banners/.exec(on)?.[1];
    if (came !== undefined) return `hero rendered with ${came} banners`;
    return NAMES.find((name) => on.startsWith(`start(${name}`) || when === name) ?? 'newArrivals';
  },
  reach: {
    ready: async (live: Live, { on, when }) => {
      if (live.snapshot.matches({ items: 'ready' })) return;
      await live.answer('loadContent', when === 'flash' ? deals(4) : some(10));
      expect(on).not.toContain('start(');
    },
  },
  when: [
    [
      /^(hero|flash|newArrivals|brands|popular|featured)$/,
      { holds: ({ snapshot }, { when }) => snapshot.context.section === when },
    ],
    [/^any but/, { holds: ({ snapshot }) => !['flash', 'footerCategories'].includes(snapshot.context.section) }],
  ],
  on: [
    {
      'try again': { type: 'section.retry' },
      'add to cart(product)': { type: 'cart.add', product },
      'open(product with slug)': press('link', 'Product 1'),
      'view all new products': press('link', 'View All New Products'),
      'view all': press('link', 'View All'),
      'a flash deal ends': (live) => live.emitSnapshot('flashCountdown', ended(1)),
    },
    [/^start\(/, START],
  ],
  calls: [
    ...(
      [
        [
          'GET /banners',
          'hero',
          [
            [/^3 banners$/, { banners: banners(3) }],
            [/^0 banners$/, { banners: [] }],
            [/javascript:/, { banners: banners(1, { link: EVIL }) }],
          ],
        ],
        [
          'GET /deals/flash',
          'flash',
          [
            [/^3 deals$/, deals(3)],
            [/^4 deals$/, deals(4)],
            [/^5 deals$/, deals(5)],
            [/^0 deals$/, deals(0)],
            [/^success false/, refused],
          ],
        ],
        [
          'GET /brands',
          'brands',
          [
            [/^7 brands$/, { brands: brands(7) }],
            [/^0 brands$/, { brands: [] }],
          ],
        ],
        ['GET /orders/frequently-bought', 'popular', PRODUCTS],
      ] as const
    ).map(([call, section, answers]) => ({ call, slot: 'loadContent', input: () => ({ section }), answers })),
    {
      call: 'GET /products',
      slot: 'loadContent',
      input: ({ featured }) => ({ section: featured === undefined ? 'newArrivals' : 'featured' }),
      answers: PRODUCTS,
    },
    {
      call: 'its call',
      slot: 'loadContent',
      answers: [{ 'broken reply': broken }, [/^success false/, refused]],
    },
  ],
  does: [
    {
      "button 'Try Again'": ({ page }) => void page.getByRole('button', { name: 'Try Again' }),
      'cart adds it x 1': (outcome) => void outcome.effect('addToCart', { product }),
      'go to /product/{slug}': ({ live }) => expect(live.path).toBe('/product/product-1'),
      'no static hero': ({ page }) => expect(page.queryByRole('heading')).toBeNull(),
      'that banner has no link': { judgedBy: 'tests/flows/hero-carousel/hero-carousel.requirements.test.tsx (D20)' },
      "banner 1 is in the server's HTML, its picture preloaded": {
        judgedBy: 'tests/flows/hero-carousel/hero-carousel.requirements.test.tsx (A59)',
      },
    },
    [
      /^(?:the first )?(\d+) cards(, no link|, no 'View All'|, countdown)?$/,
      ({ page, snapshot }, [, count, more]) => {
        expectCards(page, (snapshot.context.content?.products ?? []).slice(0, Number(count)));
        expect(snapshot.context.content?.products).toHaveLength(Number(count));
        if (more?.startsWith(', no') === true) expect(page.queryByRole('link', { name: /^View All/ })).toBeNull();
        if (more === ', countdown') expect(page.text).toContain('the clock');
      },
    ],
    [/^(?:link )?'(View All.*)'(?: shown)?$/, ({ page }, [, name]) => void page.getByRole('link', { name })],
    [/^go to (\/products.*)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
    [
      /^flow (?:hero|brand)-carousel starts with (\d)$/,
      ({ page }, [, count]) => expect(page.text).toMatch(new RegExp(`${count} (banners|brands)`)),
    ],
    [/^no (banner|brand) area/, ({ page }) => expect(page.html).toBe('')],
    [/^(?:also|with) '(.*)'$/, ({ page }, [, text]) => expect(page.getByRole('alert').textContent).toContain(text)],
  ],
  inside: { flashCountdown: 'counts down; its own table says what it asks' },
  says: {
    "the section's error text": 'Failed to load new arrivals. Please try again later.',
  },
  unseen: { tellClock: 'the clock shows it: tests/flows/home-section/home-section.requirements.test.tsx' },
  undrawn: { 'by section (see rows)': 'the rows quote the texts' },
  elsewhere: [
    {
      rows: /footerCategories\)|\[footerCategories\]/,
      by: 'tests/flows/home-section/home-section.requirements.test.tsx',
    },
    {
      rows: /^start: the promise strip|^promiseStrip: /,
      by: 'tests/flows/home-section/home-section.requirements.test.tsx',
    },
    {
      rows: /^invariant: (one section's failure|the home page has no section)/,
      by: 'tests/flows/home-section/home-section.requirements.test.tsx',
    },
  ],
};
