// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { homeSectionMachine } from '../../src/machines/home/home-section.machine.ts';
import { productDetailMachine } from '../../src/machines/catalogue/product-detail.machine.ts';
import { productListMachine } from '../../src/machines/catalogue/product-list.machine.ts';
import { ProductDetailView } from '../../src/views/catalogue/product-detail.view.tsx';
import { ProductListView } from '../../src/views/catalogue/product-list.view.tsx';
import { HomeSectionView } from '../../src/views/home/home-section.view.tsx';
import { HeartContext } from '../../src/views/parts/heart.tsx';
import type { ProductHeartProps } from '../../src/views/parts/heart.tsx';
import { products, television } from '../flows/support/catalogue.samples.ts';
import { at, ignore } from './reads.tsx';

/** A press renders only the cards and sections that it changes: rendering all of them delays the paint on a phone. */

afterEach(cleanup);

/** Renders the first view, then the second, and returns the products that the second one rendered again. */
function renderedAgain(before: ReactElement, after: ReactElement): readonly string[] {
  let rendered: readonly string[] = [];
  const note = ({ product }: ProductHeartProps) => {
    rendered = [...rendered, product._id];
    return null;
  };
  const around = (view: ReactElement) => (
    <MemoryRouter>
      <HeartContext value={note}>{view}</HeartContext>
    </MemoryRouter>
  );
  const page = render(around(before));
  rendered = [];
  page.rerender(around(after));
  return rendered;
}

const three = products(3);
const [first, second] = three.map(({ _id }) => _id);
const page = { products: three, pagination: { page: 1, limit: 12, total: 3, pages: 1 } };

function list(inCart: Readonly<Record<string, number>>, { view = 'grid', added = false } = {}) {
  const snapshot = at(
    productListMachine,
    { query: { page: 1, specs: {} }, loaded: null },
    { products: 'ready', view },
    { page, ...(added && { added: television }) },
  );
  return <ProductListView snapshot={snapshot} send={ignore} inCart={new Map(Object.entries(inCart))} categories={[]} />;
}

test('a product in the cart renders its own card in a list', () =>
  expect(renderedAgain(list({}), list({ [String(second)]: 1 }, { added: true }))).toEqual([second]));

test('a list instead of a grid renders no card again', () =>
  expect(renderedAgain(list({}), list({}, { view: 'list' }))).toEqual([]));

test('a product in the cart renders its own card in a section of the home page', () => {
  const section = (inCart: ReadonlyMap<string, number>) => (
    <HomeSectionView
      snapshot={at(homeSectionMachine, { section: 'featured', loaded: null } as never, { items: 'ready' }, {
        section: 'featured',
        content: { products: three },
      } as never)}
      send={ignore}
      inCart={inCart}
    />
  );
  expect(renderedAgain(section(new Map()), section(new Map([[String(first), 1]])))).toEqual([first]);
});

test.each([
  ['another tab renders no offer', { tab: 'reviews' }, {}, []],
  ['another picture renders no offer', {}, { picture: 1 }, []],
  ['another quantity renders the offer', {}, { quantity: 2 }, [television._id]],
  ['a pressed button renders the offer', { buying: 'taken' }, {}, [television._id]],
])('of a product, %s', (_, value, context, again) => {
  const detail = (value: object, context: object) => (
    <ProductDetailView
      snapshot={at(
        productDetailMachine,
        { idOrSlug: 'sony-tv', loaded: television, isMissing: false },
        { ready: { tab: 'specifications', buying: 'open', ...value } },
        context,
      )}
      send={ignore}
    />
  );
  expect(renderedAgain(detail({}, {}), detail(value, context))).toEqual(again);
});
