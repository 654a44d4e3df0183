// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { heroCarouselMachine } from '../../src/machines/home/hero-carousel.machine.ts';
import { homeSectionMachine } from '../../src/machines/home/home-section.machine.ts';
import { productListMachine } from '../../src/machines/catalogue/product-list.machine.ts';
import type { HomeSectionName } from '../../src/rules/home/home.ts';
import { HeroCarouselView } from '../../src/views/home/hero-carousel.view.tsx';
import { HomeSectionView } from '../../src/views/home/home-section.view.tsx';
import { Disclosure } from '../../src/views/parts/disclosure.tsx';
import { EmptyState } from '../../src/views/parts/empty-state.tsx';
import { CarouselRegion } from '../../src/views/parts/carousel-region.tsx';
import { Link } from '../../src/views/parts/link.tsx';
import { PageTitle } from '../../src/views/parts/page.tsx';
import { PasswordField } from '../../src/views/parts/password-field.tsx';
import { ProductCard } from '../../src/views/parts/product-card.tsx';
import { CARD_SIZES, RAIL_SIZES } from '../../src/views/parts/product-grid.tsx';
import { RemoveButton } from '../../src/views/parts/remove-button.tsx';
import { ScrollStrip } from '../../src/views/parts/scroll-strip.tsx';
import { Stars } from '../../src/views/parts/stars.tsx';
import { full as fullStar } from '../../src/views/parts/stars.css.ts';
import { Stepper } from '../../src/views/parts/stepper.tsx';
import { Tabs } from '../../src/views/parts/tabs.tsx';
import { ProductListView } from '../../src/views/catalogue/product-list.view.tsx';
import { renderPage } from 'model-testing/view/page';
import { createPage, products, television } from '../flows/support/catalogue.samples.ts';
import { banners } from '../flows/support/home.samples.ts';
import { at, ignore } from './reads.tsx';

// Removes elements that another test left in the document.
beforeEach(() => document.body.replaceChildren());
afterEach(cleanup);

const drawn = (view: React.ReactElement) => render(<MemoryRouter>{view}</MemoryRouter>);

describe('a disclosure', () => {
  const disclosure = (isOpen: boolean, onClose = ignore) => (
    <Disclosure
      buttonClassName=""
      panelClassName=""
      label="Menu"
      button="="
      isOpen={isOpen}
      onToggle={ignore}
      onClose={onClose}
    >
      <a href="/">Home</a>
    </Disclosure>
  );

  test('references its panel while it is open', () => {
    const open = drawn(disclosure(true));
    const id = open.getByRole('button').getAttribute('aria-controls') ?? '';
    expect(document.getElementById(id)?.textContent).toBe('Home');
    cleanup();
    expect(drawn(disclosure(false)).getByRole('button').hasAttribute('aria-controls')).toBe(false);
  });

  test('Escape closes it and returns the focus to its button; other keys do neither', () => {
    const close = vi.fn();
    const page = drawn(disclosure(true, close));
    fireEvent.keyDown(page.getByRole('link'), { key: 'a' });
    expect([close.mock.calls.length, document.activeElement]).toEqual([0, document.body]);
    fireEvent.keyDown(page.getByRole('link'), { key: 'Escape' });
    expect([close.mock.calls.length, document.activeElement]).toEqual([1, page.getByRole('button')]);
  });

  test('ignores Escape while it is closed', () => {
    const close = vi.fn();
    fireEvent.keyDown(drawn(disclosure(false, close)).getByRole('button'), { key: 'Escape' });
    expect(close).not.toHaveBeenCalled();
  });
});

describe('the stepper', () => {
  const stepper = (value: number, onChange: (value: number) => void) => (
    <Stepper
      label="Phone"
      value={value}
      stock={9}
      canDecrease
      canIncrease
      onDecrease={ignore}
      onIncrease={ignore}
      onChange={onChange}
    />
  );

  test('shows a new value immediately, but does not overwrite typing', () => {
    const page = render(stepper(2, ignore));
    const field = page.getByRole('textbox') as HTMLInputElement;
    page.rerender(stepper(3, ignore));
    expect(field.value).toBe('3');
    field.focus();
    fireEvent.change(field, { target: { value: '12' } });
    page.rerender(stepper(4, ignore));
    expect(field.value).toBe('12');
  });

  test('Enter reports the typed value without submitting; other keys do neither', () => {
    const change = vi.fn();
    const field = render(stepper(2, change)).getByRole('textbox') as HTMLInputElement;
    field.focus();
    fireEvent.change(field, { target: { value: '5' } });
    expect(fireEvent.keyDown(field, { key: '5' })).toBe(true);
    expect(change).not.toHaveBeenCalled();
    expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false);
    expect(change.mock.calls).toEqual([[5]]);
  });
});

test('a carousel reports the mouse pointer, and keyboard focus from outside', () => {
  const told: string[] = [];
  const page = drawn(
    <>
      <CarouselRegion
        label="Offers"
        className=""
        onPoint={(isIn) => told.push(`pointed ${isIn}`)}
        onFocus={(isIn) => told.push(`focused ${isIn}`)}
      >
        <button type="button">One</button>
        <button type="button">Two</button>
      </CarouselRegion>
      <button type="button">Elsewhere</button>
    </>,
  );
  const [carousel, one, two, elsewhere] = [
    page.getByRole('region', { name: 'Offers' }),
    ...['One', 'Two', 'Elsewhere'].map((name) => page.getByRole('button', { name })),
  ] as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
  const heard = (act: () => void) => {
    act();
    return told.splice(0);
  };
  const point = (type: string, pointerType: string) => () =>
    fireEvent(carousel, Object.assign(new Event(type), { pointerType }));
  const byKeyboard = vi.spyOn(one, 'matches');
  const focus = (type: string, relatedTarget: HTMLElement, isVisible: boolean) => () => {
    byKeyboard.mockImplementation((selector) => selector === ':focus-visible' && isVisible);
    fireEvent(one, Object.assign(new Event(type, { bubbles: true }), { relatedTarget }));
  };
  expect(heard(point('pointerenter', 'mouse'))).toEqual(['pointed true']);
  expect(heard(point('pointerleave', 'mouse'))).toEqual(['pointed false']);
  expect(heard(point('pointerenter', 'touch'))).toEqual([]);
  expect(heard(focus('focusin', elsewhere, true))).toEqual(['focused true']);
  expect(heard(focus('focusin', elsewhere, false))).toEqual([]);
  expect(heard(focus('focusin', two, true))).toEqual([]);
  expect(heard(focus('focusout', two, true))).toEqual([]);
  expect(heard(focus('focusout', elsewhere, true))).toEqual(['focused false']);
});

test('a strip does not scroll when the item to show is missing', () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = ignore;
      disconnect = ignore;
    },
  );
  const strip = drawn(
    <ScrollStrip className="" position={0} shown="gone" onMeasure={ignore}>
      <li>Phones</li>
    </ScrollStrip>,
  ).getByRole('list');
  expect([strip.textContent, strip.scrollLeft]).toEqual(['Phones', 0]);
  vi.unstubAllGlobals();
});

test('the banners send pointer and focus events to their machine', () => {
  const send = vi.fn();
  const page = drawn(
    <HeroCarouselView snapshot={at(heroCarouselMachine, { count: 2 })} send={send} banners={banners(2)} />,
  );
  const carousel = page.getByRole('region', { name: 'Offers' });
  for (const type of ['pointerenter', 'pointerleave'])
    fireEvent(carousel, Object.assign(new Event(type), { pointerType: 'mouse' }));
  const next = page.getByRole('button', { name: 'Next banner' });
  vi.spyOn(next, 'matches').mockReturnValue(true);
  fireEvent.focusIn(next);
  fireEvent.focusOut(next);
  expect(send.mock.calls.flat()).toEqual(
    ['pointer.entered', 'pointer.left', 'focus.entered', 'focus.left'].map((type) => ({ type })),
  );
});

test.each([
  [0, 0, 0],
  [1, 1, 0],
  [4.2, 4, 0],
  [4.3, 4, 1],
  [4.5, 4, 1],
  [4.7, 4, 1],
  [4.8, 5, 0],
  [5, 5, 0],
])('X35: a rating of %s fills %s of five stars and %s half ones', (rating, full, half) => {
  const stars = [...render(<Stars rating={rating} />).container.querySelectorAll('svg')];
  expect(stars.map((star) => star.classList.contains(fullStar))).toEqual([1, 2, 3, 4, 5].map((at) => at <= full));
  const halves = stars.map((star) => star.querySelectorAll(`path.${fullStar}`).length);
  expect(halves).toEqual([1, 2, 3, 4, 5].map((at) => (half === 1 && at === full + 1 ? 1 : 0)));
});

describe('tabs', () => {
  const pressed = (key: string, open: 'a' | 'b' | 'c') => {
    const onOpen = vi.fn();
    const tabs = (['a', 'b', 'c'] as const).map((id) => ({ id, title: id }));
    const page = drawn(
      <Tabs label="About" tabs={tabs} open={open} onOpen={onOpen}>
        Panel
      </Tabs>,
    );
    const isFree = fireEvent.keyDown(page.getByRole('tab', { name: open }), { key });
    const focused = document.activeElement?.textContent;
    const focusable = page.getAllByRole('tab').filter((tab) => tab.tabIndex === 0);
    expect(focusable.map(({ textContent }) => textContent)).toEqual([open]);
    return [onOpen.mock.calls.flat().join(), isFree, onOpen.mock.calls.length > 0 ? focused : ''];
  };

  test.each([
    ['ArrowRight', 'a', ['b', false, 'b']],
    ['ArrowRight', 'c', ['a', false, 'a']],
    ['ArrowLeft', 'c', ['b', false, 'b']],
    ['ArrowLeft', 'a', ['c', false, 'c']],
    ['Home', 'c', ['a', false, 'a']],
    ['End', 'a', ['c', false, 'c']],
    ['End', 'c', ['', false, '']],
    ['x', 'a', ['', true, '']],
  ] as const)('%s on %s', (key, open, does) => expect(pressed(key, open)).toEqual(does));

  test('each tab references its panel, and the panel its tab', () => {
    const page = drawn(
      <Tabs label="About" tabs={[{ id: 'a', title: 'A' }]} open="a" onOpen={ignore}>
        Panel
      </Tabs>,
    );
    const [tab, panel] = [page.getByRole('tab'), page.getByRole('tabpanel', { name: 'A' })];
    expect(tab.getAttribute('aria-controls')).toBe(panel.id);
  });
});

test.each<[string, Partial<React.ComponentProps<typeof Link>>, string]>([
  ['navigates', {}, '/cart'],
  ['that opens a new tab does not navigate here', { target: '_blank' }, '/'],
  ['whose click is cancelled does not navigate', { onClick: (event) => event.preventDefault() }, '/'],
])('a link %s', (_, how, leads) => {
  const Address = () => <output>{useLocation().pathname}</output>;
  const page = drawn(
    <>
      <Link to="/cart" {...how}>
        Cart
      </Link>
      <Address />
    </>,
  );
  // Prevents the navigation by happy-dom itself.
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  fireEvent.click(page.getByRole('link'));
  expect(page.getByRole('status').textContent).toBe(leads);
});

test('only page headings are focusable; missing props render no elements', () => {
  const page = drawn(
    <>
      <EmptyState title="One" level={1} />
      <EmptyState title="Two" />
      <PageTitle>Three</PageTitle>
    </>,
  );
  expect(page.getAllByRole('heading').map((one) => `${one.tagName} ${one.getAttribute('tabindex')}`)).toEqual([
    'H1 -1',
    'H2 null',
    'H1 -1',
  ]);
  expect([...page.container.querySelectorAll('p, div')].filter((one) => one.innerHTML === '')).toEqual([]);
});

test.each([
  [true, 'Hide'],
  [false, 'Show'],
])('the button of a password with shown = %s has the label %s', (shown, word) => {
  const common = { label: 'Password', name: 'p', value: '', autoComplete: 'new-password', onChange: ignore } as const;
  const button = drawn(<PasswordField {...common} shown={shown} onToggle={ignore} />).getByRole('button');
  expect([button.textContent, button.getAttribute('aria-label')]).toEqual([word, `${word} password`]);
});

describe('removing a line moves the focus', () => {
  const removed = (lines: readonly string[]) => {
    const page = drawn(
      <main tabIndex={-1}>
        <ul tabIndex={-1}>
          {lines.map((line) => (
            <li key={line}>
              <RemoveButton label={line} onRemove={ignore} />
            </li>
          ))}
        </ul>
      </main>,
    );
    fireEvent.click(page.getByRole('button', { name: 'Remove A' }));
    return document.activeElement?.tagName;
  };

  test('to its list', () => expect(removed(['A', 'B'])).toBe('UL'));
  test('to the page after the last line', () => expect(removed(['A'])).toBe('MAIN'));
});

describe('pictures of cards', () => {
  // Renders as on the server, because happy-dom does not load pictures and reports each as failed.
  const first = (view: React.ReactElement) =>
    [...renderPage(view).element.querySelectorAll('img')].map(
      (image) => image.getAttribute('fetchpriority') ?? image.getAttribute('loading'),
    );
  const section = (name: HomeSectionName) => (
    <HomeSectionView
      snapshot={at(
        homeSectionMachine,
        { section: name, loaded: { products: products(3) } },
        { items: 'ready', clock: 'none' },
      )}
      send={ignore}
      inCart={new Map([['p1', 1]])}
    />
  );

  test('the first two of a product list and of the deals have priority, those of other sections do not', () => {
    // The deals are visible on a phone without scrolling, and larger than the banner's picture.
    expect(first(section('flash'))).toEqual(['high', 'high', 'lazy']);
    expect(first(section('featured'))).toEqual(['lazy', 'lazy', 'lazy']);
    const list = at(
      productListMachine,
      { query: { page: 1, specs: {} }, loaded: createPage(3) },
      { products: 'ready' },
    );
    expect(first(<ProductListView snapshot={list} send={ignore} inCart={new Map()} categories={[]} />)).toEqual([
      'high',
      'high',
      'lazy',
    ]);
  });

  test('the first banner has priority, and the next is loaded before it is shown', () => {
    const shown = (index: number) =>
      first(
        <HeroCarouselView
          snapshot={at(heroCarouselMachine, { count: 3 }, undefined, { index, isAwake: true })}
          send={ignore}
          banners={banners(3)}
        />,
      );
    expect([shown(0), shown(2)]).toEqual([
      ['high', 'lazy'],
      ['high', 'lazy'],
    ]);
  });

  test('have the sizes of their layout', () => {
    const widths = [...renderPage(section('flash')).element.querySelectorAll('source')].map((one) =>
      one.getAttribute('sizes'),
    );
    expect(new Set(widths)).toEqual(new Set([RAIL_SIZES]));
    for (const sizes of [CARD_SIZES, RAIL_SIZES]) expect(sizes).toMatch(/^\(min-width: \d+px\) .*px$|vw/);
  });

  test('shows the quantity in the cart only when it is above 0', () => {
    const card = (inCart: number) => (
      <ProductCard product={television} to="/" sizes="1px" inCart={inCart} canAdd onAdd={ignore} />
    );
    expect(drawn(card(1)).container.textContent).toContain('1 in cart');
    cleanup();
    expect(drawn(card(0)).container.textContent).not.toContain('in cart');
  });
});
