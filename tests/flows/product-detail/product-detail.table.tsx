import { expect } from 'vitest';
import type { Product } from '../../../contract/catalogue.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { productDetailMachine } from '../../../src/machines/catalogue/product-detail.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import { LOOK } from 'model-testing/table/table';
import type { Condition, Table } from 'model-testing/table/table';
import { press } from 'model-testing/view/act';
import { television } from '../support/catalogue.samples.ts';

type Live = LiveActor<typeof productDetailMachine>;

/** Opens the page of another product from this one. */
const show = async (live: Live, change: Partial<Product>) => {
  await live.send({ type: 'address.changed', idOrSlug: 'p9' });
  await live.answer('loadProduct', { ...television, ...change });
};

const BREADCRUMB = { role: 'navigation', name: 'Breadcrumb' };
const STEPPER = { role: 'group', name: 'Quantity of Sony TV' };

const counted = (quantity: number, stock: number | null): Condition<typeof productDetailMachine> => ({
  after: async (live) => {
    await show(live, { stock });
    await live.send({ type: 'quantity.change', quantity });
  },
});

/** The product that a `see product(…)` or `see price(…)` row shows. */
const subjects: readonly (readonly [RegExp, Partial<Product>])[] = [
  [/^see product\(no images\)/, { images: [] }],
  [/originalPrice and finalPrice missing/, { discount: 20, originalPrice: null, finalPrice: null }],
  [/originalPrice 45000, price 40000, discount missing/, { originalPrice: 45_000, discount: null }],
  [/originalPrice 1500, price 1200, finalPrice 900/, { originalPrice: 1500, price: 1200, finalPrice: 900 }],
  [/discount 0, originalPrice equal to finalPrice/, { discount: 0, originalPrice: 40_000 }],
  [/discount 100, other fields missing/, { discount: 100, originalPrice: null, finalPrice: null }],
  [/^see stock\(1\)/, { stock: 1 }],
  [/^see stock\(0\)/, { stock: 0 }],
  [/category is the text 'TVs', no specifications/, { category: 'TVs', specifications: [] }],
];

const ready = async (live: Live, { on }: { readonly on: string }) => {
  await live.answer('loadProduct', television);
  const [, subject] = subjects.find(([pattern]) => pattern.test(on)) ?? [];
  if (subject !== undefined) await show(live, subject);
};

export const productDetailTable: Table<typeof productDetailMachine> = {
  start: { always: 'opened in the browser' },
  reach: {
    loading: (live, { on }) =>
      on.startsWith('start(') ? live.send({ type: 'address.changed', idOrSlug: 'before' }) : undefined,
    ready,
    'ready.reviews': async (live, row) => {
      await ready(live, row);
      await live.send({ type: 'tab.reviews' });
    },
  },
  when: [
    [/^quantity (\d+), stock missing$/, counted(99, null)],
    [
      /^quantity 1(, stock 3)?$/,
      { holds: ({ snapshot: { context } }) => context.quantity === 1 && context.product?.stock === 3 },
    ],
    {
      'quantity 2, stock 3': counted(2, 3),
      'quantity 3, stock 3': counted(3, 3),
      'quantity 2': counted(2, 3),
      'stock 0': { after: (live) => show(live, { stock: 0 }) },
      guest: {
        because: 'the guard of /checkout sends a guest on: tests/flows/protected-page/protected-page.paths.test.ts',
      },
    },
  ],
  on: [
    {
      'start(no id at all)': (live) => live.send({ type: 'address.changed', idOrSlug: '' }),
      decrease: press('button', 'Decrease quantity', STEPPER),
      increase: press('button', 'Increase quantity', STEPPER),
      'add to cart twice (double click)': [{ type: 'cart.add' }, { type: 'cart.add' }],
      'add to cart': { type: 'cart.add' },
      'order now': { type: 'order.now' },
      'choose tab(Product Reviews)': { type: 'tab.reviews' },
      'choose tab(Product Specifications)': { type: 'tab.specifications' },
      'breadcrumb Home': press('link', 'Home', BREADCRUMB),
      'breadcrumb category': press('link', 'TVs', BREADCRUMB),
      'go home': press('link', 'Go To Home'),
    },
    [
      /^(?:start|url changed)\(\/products?\/(.*)\)$/,
      (live, [, idOrSlug = '']) => live.send({ type: 'address.changed', idOrSlug }),
    ],
    [/^pick thumbnail\((\d)\)$/, (_, [, number]) => ({ type: 'picture.pick', index: Number(number) - 1 })],
    [/^see /, LOOK],
  ],
  calls: [
    {
      call: /^GET (?:\/products\/|product)/,
      slot: 'loadProduct',
      input: (_, { calls: [call = ''] }) => ({ idOrSlug: call.replace('GET /products/', '') }),
      answers: [
        {
          P: television,
          'broken reply': new ApiError({ kind: 'broken', status: 200 }),
        },
        [/^success/, new ApiError({ kind: 'refused', status: 200 })],
      ],
    },
  ],
  does: [
    {
      'go to /': (outcome) => {
        if (outcome.snapshot.matches('redirectedHome')) outcome.effect('goHome');
        else expect(outcome.live.path).toBe('/');
      },
      'canonical address /product/sony-tv': {
        judgedBy: 'tests/routes/render.test.tsx of the route, whose the head is',
      },
      'quantity 1, first image large': ({ snapshot, page }) => {
        expect(snapshot.context).toMatchObject({ quantity: 1, picture: 0 });
        page.getByRole('img', { name: 'Sony TV, picture 1 of 2' });
      },
      "'Add to Cart', 'Order Now', secure-payment note, free delivery for 'Nairobi & environs', 1-year manufacturer warranty":
        ({ page }) => {
          page.getByRole('button', { name: 'Add to Cart' });
          page.getByRole('button', { name: 'Order Now' });
          for (const text of ['Secure payment', 'Nairobi & environs', '1-year manufacturer warranty'])
            expect(page.text).toContain(text);
        },
      'link home': ({ page }) => expect(page.getByRole('link', { name: 'Go To Home' }).getAttribute('href')).toBe('/'),
      'answer for p1 ignored': ({ live }) => expect(live.calls.filter((call) => call.isOpen())).toHaveLength(1),
      'quantity back to 1': ({ snapshot }) => expect(snapshot.context.quantity).toBe(1),
      'image 2 large': ({ page }) => void page.getByRole('img', { name: 'Sony TV, picture 2 of 2' }),
      'placeholder image': ({ page }) => expect(page.getByRole('img', { name: 'Sony TV' }).tagName).toBe('SPAN'),
      'Ksh 40,000, struck-through Ksh 50,000, badge 20%, savings Ksh 10,000': ({ page }) => {
        for (const text of ['Ksh 40,000', '20%', 'You save Ksh 10,000']) expect(page.text).toContain(text);
        expect(page.element.querySelector('s')?.textContent).toBe('Ksh\u00a050,000');
      },
      'the legacy formula: original 40000 / (1 - 20/100) = Ksh 50,000': ({ page }) =>
        expect(page.element.querySelector('s')?.textContent).toBe('Ksh\u00a050,000'),
      'no struck-through price, no badge, no savings line': ({ page }) => {
        expect(page.element.querySelector('s')).toBeNull();
        expect(page.text).not.toMatch(/%|You save/);
      },
      'no division by zero, no struck-through price': ({ page }) => {
        expect(page.element.querySelector('s')).toBeNull();
        expect(page.text).not.toMatch(/NaN|Infinity/);
      },
      'added once, /cart opens': (outcome) => {
        outcome.effect('addToCart');
        outcome.effect('goToCart');
      },
      'go to /cart': (outcome) => void outcome.effect('goToCart'),
      'in stock, buttons enabled': ({ page, snapshot }) => {
        expect([snapshot.can({ type: 'cart.add' }), snapshot.can({ type: 'order.now' })]).toEqual([true, true]);
        expect(page.text).toContain('In stock');
        for (const name of ['Add to Cart', 'Order Now'])
          expect(page.getByRole('button', { name })).toHaveProperty('disabled', false);
      },
      'out of stock, SOLD OUT': ({ page }) => {
        expect(page.text).toContain('SOLD OUT');
        expect(page.queryByRole('group', { name: /^Quantity of/ })).toBeNull();
        for (const name of ['Add to Cart', 'Order Now'])
          expect(page.getByRole('button', { name })).toHaveProperty('disabled', true);
      },
      'category shown as text, empty specification list': ({ page }) => {
        expect(page.text).toContain('Category: TVs');
        expect(page.queryByRole('link', { name: 'TVs' })).toBeNull();
        expect(page.element.querySelectorAll('dt')).toHaveLength(0);
      },
    },
    [/^reason '(.*)'$/, ({ page }, [, reason]) => expect(page.text).toContain(reason)],
    [/^badge (\d+)%/, ({ page }, [, percent]) => expect(page.text).toContain(`-${percent}%`)],
    [
      /^quantity (\d+)$/,
      ({ page }, [, quantity]) => expect(page.getByLabelText('Quantity')).toHaveProperty('value', quantity),
    ],
    [
      /^cart adds/,
      (outcome, _, { when }) => {
        const quantity = when?.startsWith('quantity 2') ? 2 : 1;
        outcome.effect('addToCart', { product: outcome.snapshot.context.product, quantity });
      },
    ],
    [/^go to \/checkout/, (outcome) => void outcome.effect('goToCheckout')],
    [/^go to (\/products\?category=tvs)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
  ],
  elsewhere: [{ rows: /^ready: image fails to load/, by: 'tests/views/picture.test.tsx' }],
};
