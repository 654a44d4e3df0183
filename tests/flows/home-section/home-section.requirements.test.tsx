import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { AnyActorRef } from 'xstate';
import { ApiError } from '../../../contract/errors.ts';
import { callKey } from '../../../contract/endpoint.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { shop } from '../../../contract/shop.config.ts';
import type { ComposeEnv } from '../../../src/compose/env.ts';
import { shellMachines } from '../../../src/compose/shell/shell.ts';
import { homeMachines } from '../../../src/compose/home/home.ts';
import { HomeView } from '../../../src/views/home/home.view.tsx';
import { FooterView } from '../../../src/views/shell/footer.view.tsx';
import { products } from '../support/catalogue.samples.ts';
import { ok, openTab } from '../../support/tab.ts';

/** The machines of the home page on an API that answers each call with `answers`, and the calls they have sent. */
function composed(answers: (key: string) => unknown) {
  const asked: string[] = [];
  const api = async (endpoint: Endpoint, request: Record<string, unknown>) => {
    const key = callKey(endpoint, request);
    asked.push(key);
    const answer = answers(key);
    if (answer instanceof Error) throw answer;
    return { success: true, data: answer };
  };
  const env = { api: async () => api } as unknown as ComposeEnv;
  return { asked, machines: { ...shellMachines(env), ...homeMachines(env) } };
}

const settled = (actor: AnyActorRef) =>
  waitFor(actor, (snapshot) => !JSON.stringify(snapshot.value).includes('loading'));

const NEWEST = 'GET /products?limit=10&sortBy=newest';
const FEATURED = 'GET /products?featured=true&limit=10&page=1';
const TOP = 'GET /categories?limit=6&status=active';
const offline = new ApiError({ kind: 'offline', status: 0 });

describe('§7 home requests', () => {
  test.each([
    ['newArrivals', NEWEST],
    ['featured', FEATURED],
  ] as const)('%s sends %s once', async (section, key) => {
    const { asked, machines } = composed(() => ({ products: products(3) }));
    const actor = createActor(machines.homeSection, { input: { section, loaded: null } }).start();
    await settled(actor);
    expect(asked).toEqual([key]);
    expect(actor.getSnapshot().matches({ items: 'ready' })).toBe(true);
  });

  test('sends no request for sections that the server rendered', () => {
    const { asked, machines } = composed(() => offline);
    const actor = createActor(machines.homeSection, {
      input: { section: 'featured', loaded: { products: products(3) } },
    });
    expect(actor.start().getSnapshot().matches({ items: 'ready' })).toBe(true);
    expect(asked).toEqual([]);
  });

  test("§2: one section's failure does not affect the others", async () => {
    const { machines } = composed((key) => (key === FEATURED ? offline : { products: products(3) }));
    const newest = createActor(machines.homeSection, { input: { section: 'newArrivals', loaded: null } }).start();
    const featured = createActor(machines.homeSection, { input: { section: 'featured', loaded: null } }).start();
    await Promise.all([settled(newest), settled(featured)]);
    expect([newest, featured].map((actor) => actor.getSnapshot().value.items)).toEqual(['ready', 'failed']);
  });

  test('A56: Try Again of Featured requests only that section again', async () => {
    let isBroken = true;
    const { asked, machines } = composed(() => (isBroken ? offline : { products: products(3) }));
    const featured = createActor(machines.homeSection, { input: { section: 'featured', loaded: null } }).start();
    await settled(featured);
    isBroken = false;
    featured.send({ type: 'section.retry' });
    await settled(featured);
    expect(featured.getSnapshot().matches({ items: 'ready' })).toBe(true);
    expect(asked).toEqual([FEATURED, FEATURED]);
  });
});

test('U1: without a deal the clock shows a placeholder countdown, as configured', async () => {
  expect(shop.flashPlaceholder).toBe(true);
  const { app } = openTab({ server: () => ok({ flashDeals: [] }) });
  const actor = createActor(app.compose(homeMachines).homeSection, { input: { section: 'flash', loaded: null } });
  await waitFor(actor.start(), (snapshot) => snapshot.matches({ items: 'empty' }));
  const clock = actor.getSnapshot().children.flashCountdown?.getSnapshot();
  expect(clock?.value).toBe('placeholder');
  expect((clock?.context.ends?.[0] ?? 0) - (clock?.context.now ?? 0)).toBe(((16 * 60 + 43) * 60 + 27) * 1000);
  actor.stop();
  vi.unstubAllGlobals();
});

describe('§2 Footer, §9, A48: top categories', () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      _id: `c${index}`,
      name: `Category ${index}`,
      slug: `category-${index}`,
      isActive: true,
      order: index,
      parent: null,
      productCount: 1,
    }));

  async function footer(answer: unknown) {
    const { asked, machines } = composed(() => answer);
    const actor = createActor(machines.topCategories, { input: { loaded: null } }).start();
    await settled(actor);
    const { categories } = actor.getSnapshot().context;
    const html = drawn(
      <FooterView
        categories={actor.getSnapshot().matches('ready') && categories !== null ? categories : shop.fallbackCategories}
      />,
    );
    return {
      asked,
      links: [...html.matchAll(/href="\/products\?category=([^"]+)"[^>]*>([^<]+)</g)].map(
        ([, slug, name]) => `${name} ${slug}`,
      ),
    };
  }

  test.each([
    [6, 6],
    [7, 6],
    [2, 2],
  ])('%i in the response, %i linked', async (answered, linked) => {
    const { asked, links } = await footer({ categories: named(answered) });
    expect(asked).toEqual([TOP]);
    expect(links).toEqual(named(linked).map(({ name, slug }) => `${name} ${slug}`));
  });

  const fixed = [
    'Computers computers',
    'Accessories accessories',
    'TVs tvs',
    'Phones phones',
    'Gaming gaming',
    'Home Appliances home-appliances',
  ];

  test.each([
    ['no category', { categories: [] }],
    ['offline', offline],
    ['10 s without a response', new ApiError({ kind: 'timeout', status: 0 })],
    ['500', new ApiError({ kind: 'refused', status: 500 })],
    ['a broken response', new ApiError({ kind: 'broken', status: 200 })],
  ])('%s: shows the six default categories', async (_, answer) => {
    expect((await footer(answer)).links).toEqual(fixed);
  });
});

test('§2 Home, U28: the promise strip', () => {
  const html = drawn(
    <HomeView hero={null} flash={null} newArrivals={null} brands={null} popular={null} featured={null} />,
  );
  for (const promise of ['24H delivery', 'Affordable prices', 'Secure payment', 'Support 24/7'])
    expect(html).toContain(promise);
});

test('§2 Footer: social links open in new tabs without opener and referrer', () => {
  const html = drawn(<FooterView categories={[]} />);
  for (const { url } of shop.social) expect(html).toContain(`href="${url}" target="_blank" rel="noopener noreferrer"`);
});

test('§2 Footer: quick links', () => {
  const html = drawn(<FooterView categories={[]} />);
  const links = [...html.matchAll(/href="(\/[^"]*)"[^>]*>([^<]+)</g)].map(([, to, name]) => `${name} ${to}`);
  expect(links).toEqual(
    expect.arrayContaining([
      'Shop /products',
      'Checkout /checkout',
      'Track Order /track-order',
      'Customer Service /customer-service',
      'About Us /about',
    ]),
  );
});

function drawn(page: React.ReactElement): string {
  return renderToStaticMarkup(<StaticRouter location="/">{page}</StaticRouter>);
}
