import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { Alert } from '../../src/views/parts/alert.tsx';
import { Breadcrumb } from '../../src/views/parts/breadcrumb.tsx';
import { Button } from '../../src/views/parts/button.tsx';
import { Head, OriginContext } from '../../src/views/parts/head.tsx';
import { Pagination } from '../../src/views/parts/pagination.tsx';
import { Picture } from '../../src/views/parts/picture.tsx';
import { Price } from '../../src/views/parts/price.tsx';
import { ProductCard } from '../../src/views/parts/product-card.tsx';
import { RAIL_SIZES } from '../../src/views/parts/product-grid.tsx';
import { Rating } from '../../src/views/parts/rating.tsx';
import { Stepper } from '../../src/views/parts/stepper.tsx';
import { TextField } from '../../src/views/parts/text-field.tsx';
import { television } from '../flows/support/catalogue.samples.ts';

const ignore = () => undefined;

function drawn(part: React.ReactElement): string {
  return renderToStaticMarkup(<StaticRouter location="/">{part}</StaticRouter>);
}

/** Returns the text content. */
function words(part: React.ReactElement): string {
  return drawn(part).replace(/<[^>]+>/g, '');
}

describe('§2 Product card', () => {
  const common = { to: '/product/sony-tv', sizes: '100px', onAdd: ignore };
  const card = (change: object, canAdd = true) => (
    <ProductCard product={{ ...television, ...change }} {...common} canAdd={canAdd} />
  );

  test('out of stock shows SOLD OUT and disables Add to Cart', () => {
    expect(words(card({ stock: 0 }, false))).toContain('SOLD OUT');
    expect(drawn(card({ stock: 0 }, false))).toMatch(/<button[^>]*disabled=""[^>]*>/);
  });

  test.each([[1], [300], [null]])('stock %s can be added', (stock) => {
    expect(words(card({ stock }))).not.toContain('SOLD OUT');
    expect(drawn(card({ stock }))).not.toContain('disabled');
  });

  test('A2: shows the charged price and strikes through the original price', () => {
    expect(words(card({}))).toContain('Ksh\u00a040,000');
    expect(drawn(card({}))).toMatch(/<s [^>]*>Ksh\u00a050,000<\/s>/);
    expect(words(card({ originalPrice: null, discount: null }))).not.toContain('50,000');
  });

  test('reads out the name, rating, price and quantity in the cart in this order', () => {
    const inCart = <ProductCard product={television} {...common} inCart={2} canAdd />;
    const rest = 'Sony TV4.5 (12)Rated 4.5 of 5 by 12Ksh\u00a040,000, was Ksh\u00a050,000Add to Cart';
    expect(words(inCart)).toBe(`-20%2 in cart${rest}`);
    expect(words(card({}))).toBe(`-20%${rest}`);
    expect(words(card({ stock: 0 }))).toBe(`SOLD OUT${rest}`);
    expect(drawn(inCart)).toMatch(/<h3[^>]*><a[^>]* href="\/product\/sony-tv"[^>]*>Sony TV<\/a><\/h3>/);
    expect(drawn(inCart)).toContain('aria-label="Add to Cart: Sony TV"');
  });

  test('X23: disables Add to Cart when the cart holds the whole stock', () => {
    const holding = (stock: number | null, inCart: number) => (
      <ProductCard product={{ ...television, stock }} {...common} inCart={inCart} canAdd />
    );
    expect(words(holding(5, 5))).toContain('All 5 in cart');
    expect(drawn(holding(5, 5))).toContain('aria-disabled="true"');
    expect(words(holding(5, 4))).not.toContain('All');
    for (const [stock, inCart] of [
      [5, 4],
      [null, 99],
    ] as const)
      expect(drawn(holding(stock, inCart))).not.toContain('aria-disabled');
  });

  test('A2: computes the percentage of a flash price from the list price, not from the reply', () => {
    const prices = { price: 1200, originalPrice: 1500, finalPrice: 900 };
    expect(words(card({ ...prices, discount: 20 }))).toMatch(/^-40%Sony TV/);
    expect(words(card({ ...prices, finalPrice: 1500, discount: 20 }))).toMatch(/^Sony TV/);
  });
  test('marks a discount of one percent, and no discount without one', () => {
    expect(words(card({ originalPrice: 40_400, discount: null }))).toMatch(/^-1%Sony TV/);
    expect(words(card({ originalPrice: null, discount: null }))).toMatch(/^Sony TV/);
  });

  test('H10: a product without a picture shows a placeholder', () => {
    expect(drawn(card({ images: [] }))).not.toContain('<img');
  });
});

describe('U17: the stepper', () => {
  const stepper = (value: number, stock: number | null, canDecrease: boolean, canIncrease: boolean) => (
    <Stepper
      label="Phone"
      {...{ value, stock, canDecrease, canIncrease }}
      onDecrease={ignore}
      onIncrease={ignore}
      onChange={ignore}
    />
  );
  const off = (part: React.ReactElement) =>
    [...drawn(part).matchAll(/aria-label="(\w+) quantity" aria-disabled="true"/g)].map(([, name]) => name);

  test.each([
    [1, 3, false, true, ['Decrease'], ''],
    [2, 3, true, true, [], ''],
    [3, 3, true, false, ['Increase'], 'Only 3 left'],
    [4, 3, true, false, ['Increase'], 'Only 3 left'],
    [1, 1, false, false, ['Decrease', 'Increase'], 'Only 1 left'],
    [99, null, true, true, [], ''],
    [1_000, null, true, false, ['Increase'], 'At most 1,000'],
    [1_000, 1_001, true, false, ['Increase'], 'At most 1,000'],
    [1_000, 1_000, true, false, ['Increase'], 'Only 1,000 left'],
    [2, 0, true, true, [], ''],
  ])('%s of %s', (value, stock, canDecrease, canIncrease, disabled, says) => {
    const drawing = stepper(value, stock, canDecrease, canIncrease);
    expect(off(drawing)).toEqual(disabled);
    expect(words(drawing)).toBe(says);
  });
});

describe('H14: an alert', () => {
  test('shows the text and the request id', () => {
    const shown = words(<Alert problem={{ text: 'Failed to load products', requestId: 'abc' }} />);
    expect(shown).toBe('Failed to load productsRequest abc');
  });

  test('shows nothing without a problem', () => expect(drawn(<Alert problem={null}>Try Again</Alert>)).toBe(''));
});

test('a rating shows stars and the number of reviews, or that there are no reviews', () => {
  expect(words(<Rating rating={4} count={1} />)).toBe('4.0 (1)Rated 4.0 of 5 by 1');
  expect(words(<Rating rating={0} count={0} />)).toBe('No reviews yet');
});

test('A49: formats amounts', () => {
  expect(words(<Price price={1234567} />)).toBe('Ksh\u00a01,234,567');
  expect(words(<Price price={900} original={1000} withDiscount />)).toBe('Ksh\u00a0900, was Ksh\u00a01,000-10%');
});

test('a field connects label, hint and error with its control', () => {
  const html = drawn(
    <TextField label="Email" name="email" value="" hint="Yours" error="Email is required" onChange={ignore} />,
  );
  const [, id] = /<label for="([^"]+)"/.exec(html) ?? [];
  expect(html).toContain(`aria-describedby="${id}-hint ${id}-error"`);
  expect(html).toContain('aria-invalid="true"');
  expect(html).toMatch(new RegExp(`<p id="${id}-error"[^>]*>Email is required</p>`));
});

test('a busy button is not disabled, so that it keeps the focus', () => {
  const html = drawn(<Button busy>Login</Button>);
  expect(html).toContain('aria-disabled="true"');
  expect(html).not.toMatch(/ disabled/);
});

test('§2 Products: Previous and Next are links only when such a page exists', () => {
  const names = (page: number) =>
    [
      ...drawn(<Pagination page={page} pages={3} to={(number) => `/products?page=${number}`} />).matchAll(
        /rel="(\w+)"/g,
      ),
    ].map(([, rel]) => rel);
  expect([names(1), names(2), names(3)]).toEqual([['next'], ['prev', 'next'], ['prev']]);
  expect(drawn(<Pagination page={1} pages={1} to={String} />)).not.toContain('rel=');
  const second = drawn(<Pagination page={2} pages={3} to={(number) => `/products?page=${number}`} />);
  expect([...second.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(
    [1, 1, 2, 3, 3].map((number) => `/products?page=${number}`),
  );
  expect(
    second
      .match(/aria-current="page"[^>]*>.*?<\/a>/)?.[0]
      .replace(/.*?>/, '')
      .replace(/<[^>]+>/g, ''),
  ).toBe('Page 2');
  expect(words(<Pagination page={1} pages={2} to={String} />)).toBe('PreviousPage 1Page 2Next');
  expect(drawn(<Pagination page={1} pages={0} to={String} />)).toBe('');
});

test('pictures have two modern formats and six widths; the main one has priority, others load lazily', () => {
  const main = drawn(<Picture src="/media/tv-1" alt="A TV" sizes="100vw" priority />);
  expect(main.match(/\?w=(320|480|640|768|960|1280)&amp;f=(avif|webp) \d+w/g)).toHaveLength(12);
  expect(main).toContain('fetchPriority="high"');
  expect(drawn(<Picture src="/media/tv-1" alt="" sizes="100vw" />)).toContain('loading="lazy"');
});

test.each([...[48, 56, 64, 72, 80, 112].map((box) => [box, `${box}px`] as const), [140, RAIL_SIZES] as const])(
  'a picture of %i px is never more than twice as wide as its box',
  (box, sizes) => {
    const srcSet = /srcSet="([^"]*)"/.exec(drawn(<Picture src="/media/tv-1" alt="" sizes={sizes} />))?.[1] ?? '';
    const widths = [...srcSet.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width));
    for (const density of [1, 1.75, 2, 2.6, 3, 4]) {
      const chosen = widths.find((width) => width >= box * density) ?? 0;
      expect(chosen).toBeGreaterThanOrEqual(box * density);
      expect(chosen).toBeLessThanOrEqual(2 * box * density);
    }
  },
);

test('A1: a head renders title, description and canonical link', () => {
  const head = drawn(
    <OriginContext value="https://duka.test">
      <Head title="Sony TV" description="A television." canonical="/product/sony-tv" />
    </OriginContext>,
  );
  expect(head).toBe(
    '<title>Sony TV | Duka</title><meta name="description" content="A television."/><link rel="canonical" href="https://duka.test/product/sony-tv"/>',
  );
});

test('§2 Product detail: the breadcrumb ends with the current page', () => {
  expect(
    words(
      <Breadcrumb
        items={[{ label: 'Home', to: '/' }, { label: 'TVs', to: '/products?category=tvs' }, { label: 'Sony TV' }]}
      />,
    ),
  ).toBe('HomeTVsSony TV');
});

test('the breadcrumb has separators only between its items', () => {
  const html = renderToStaticMarkup(
    <StaticRouter location="/">
      <Breadcrumb items={[{ label: 'Home', to: '/' }, { label: 'TVs', to: '/products' }, { label: 'Sony TV' }]} />
    </StaticRouter>,
  );
  expect(
    html
      .split('<li')
      .slice(1)
      .map((item) => item.includes('<svg')),
  ).toEqual([false, true, true]);
});
