import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { cartMachine } from '../../../src/machines/cart/cart.machine.ts';
import { cartModel } from '../../flows/cart/cart.model.ts';
import { cable, phone } from '../../flows/support/shop.samples.ts';
import type { Screen } from './replay.ts';
import { openStopped } from './stopped-clock.ts';

/** The cart's service sends only valid ids. */
const IDS: Readonly<Record<string, string>> = {
  a: '00000000-0000-4000-8000-00000000000a',
  b: '00000000-0000-4000-8000-00000000000b',
};
const known = (id: string): string => IDS[id] ?? id;

const SHELF = [
  { ...phone, _id: known('a'), slug: 'phone-a', stock: 2 },
  { ...cable, _id: known('b'), slug: 'cable-b', stock: 0 },
];
const MEMORY_ONLY = 'Your browser does not let us save the cart. It is kept until you close this page.';
const CHANGED = 'Prices or stock have changed since you added these items.';

const row = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
const getText = (event: object): string | null => {
  const { text } = event as { text?: string | null };
  return text?.replaceAll(/"id":"(\w)"/g, (_, id: string) => `"id":"${known(id)}"`) ?? null;
};

async function store(page: Page, text: string | null): Promise<void> {
  await page.evaluate(
    (value) => (value === null ? localStorage.removeItem('cart') : localStorage.setItem('cart', value)),
    text,
  );
}

/** Prepares the page before its scripts run: storage throws in a tab with the name `refused`. */
export async function prepareCart(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window.name !== 'refused') return;
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page
    .context()
    .route(/\/[ab]\.jpg/, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
  await page.route('**/api/products?*', (route) =>
    route.fulfill({
      json: {
        success: true,
        data: { products: SHELF, pagination: { page: 1, limit: 12, total: SHELF.length, pages: 1 } },
      },
    }),
  );
}

/** Opens the page that reads the stored cart: the cart page or another one. */
async function load(page: Page, isCartOpen: boolean): Promise<void> {
  await openStopped(page, isCartOpen ? '/cart' : '/privacy-policy');
}

/** Navigates to the product list: from /cart as `page.close`, from other pages to add a product. */
async function goToShelf(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Shop', exact: true }).click();
  // The lines of the cart have headings with the same name.
  await expect(page.getByRole('button', { name: `Add to Cart: ${phone.name}` })).toBeVisible();
}

export const cartScreen: Screen<typeof cartMachine> = {
  model: cartModel,
  gestures: {
    start: async (page) => {
      await page.goto('/privacy-policy');
      await page.evaluate(() => {
        window.name = '';
      });
      await page.reload();
      await store(page, null);
    },
    'storage.read': async (page, { event, before }) => {
      await store(page, getText(event));
      await load(page, before?.matches({ page: 'open' }) === true);
    },
    'storage.refused': async (page, { before }) => {
      await page.evaluate(() => {
        window.name = 'refused';
      });
      await load(page, before?.matches({ page: 'open' }) === true);
    },
    'storage.changed': async (page, { event }) => {
      const other = await page.context().newPage();
      await other.goto('/favicon.svg');
      await store(other, getText(event));
      await other.close();
    },
    'product.add': async (page) => {
      if (!page.url().endsWith('/products')) await goToShelf(page);
      await page.getByRole('button', { name: `Add to Cart: ${phone.name}` }).click();
    },
    // Before the stored cart is read no page is open: `load` opens it later.
    'page.open': async (page, { before }) => {
      if (before?.matches({ items: 'starting' }) !== true)
        await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click();
    },
    'page.close': async (page, { before }) => {
      if (before?.matches({ items: 'starting' }) !== true) await goToShelf(page);
    },
    'window.focused': (page) => page.evaluate(() => void window.dispatchEvent(new Event('focus'))),
  },
  calls: {
    checkPrices: {
      method: 'POST',
      path: '/cart/check',
      reply: (lines: readonly { product: string }[]) => ({
        success: true,
        data: { lines: lines.map((line) => ({ ...line, product: known(line.product) })) },
      }),
    },
  },
  canDo: ({ event, label }, snapshot) => {
    if (snapshot === null) return true;
    const isOpen = snapshot.matches({ page: 'open' });
    const isStarting = snapshot.matches({ items: 'starting' });
    const isHeld = snapshot.context.cart.items.some(({ id }) => id === event['id']);
    const isForSale = snapshot.context.stock[String(event['id'])] !== 0;
    if (event.type === 'storage.refused') return isStarting;
    if (event.type === 'storage.read') return isStarting;
    if (event.type === 'storage.changed') return !isStarting && snapshot.matches({ storage: 'ok' });
    if (event.type === 'page.open') return !isOpen;
    if (event.type === 'page.close') return isOpen;
    if (event.type === 'product.add') return label === 'product.add(A)' && !isOpen && !isStarting;
    if (event.type === 'line.remove') return isOpen && isHeld;
    if (event.type.startsWith('quantity.')) return isOpen && isHeld && isForSale;
    return !['notice.dismiss', 'window.focused'].includes(event.type) || isOpen;
  },
  shows: async (page, snapshot) => {
    if (snapshot.matches({ items: 'starting' })) return;
    const { items, totalQuantity } = snapshot.context.cart;
    await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toContainText(
      totalQuantity === 0 ? 'Cart' : `Cart, ${totalQuantity} item`,
    );
    if (!snapshot.matches({ page: 'open' })) return;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      items.length === 0 ? 'Your cart is empty' : 'Your Cart',
    );
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(items.length);
    for (const { id, name, quantity } of items) {
      if (snapshot.context.stock[id] === 0) await expect(row(page, name)).toContainText(`Quantity ${quantity}`);
      else await expect(row(page, name).getByRole('textbox', { name: 'Quantity' })).toHaveValue(String(quantity));
    }
    await expect(page.getByText(MEMORY_ONLY)).toHaveCount(snapshot.matches({ storage: 'memoryOnly' }) ? 1 : 0);
    await expect(page.getByText(CHANGED)).toHaveCount(snapshot.matches({ check: 'noticed' }) ? 1 : 0);
  },
  elsewhere: {
    'items.starting: storage.changed -> (stays)': 'before there is a page: tests/flows/cart/cart.paths.test.tsx',
    'items.starting: product.add -> (stays)': 'before there is a page: tests/flows/cart/cart.paths.test.tsx',
    'items.filled: changes.accept -> (stays)': 'asked by the checkout: tests/e2e/checkout-trouble.spec.ts',
    'items.filled: order.placed -> (stays)': 'asked by the checkout: tests/e2e/order.spec.ts',
    'storage.memoryOnly: cart.saved -> storage.ok':
      'storage that comes back: tests/flows/cart/cart.requirements.test.ts',
    'storage.ok: cart.notSaved -> storage.memoryOnly':
      'storage that fills up: tests/flows/cart/cart.requirements.test.ts',
  },
};
