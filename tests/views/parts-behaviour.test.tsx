// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { homeSectionMachine } from '../../src/machines/home-section.machine.ts';
import { productListMachine } from '../../src/machines/product-list.machine.ts';
import { HomeSectionView } from '../../src/views/home/home-section.view.tsx';
import { Disclosure } from '../../src/views/parts/disclosure.tsx';
import { EmptyState } from '../../src/views/parts/empty-state.tsx';
import { Link } from '../../src/views/parts/link.tsx';
import { Modal } from '../../src/views/parts/modal.tsx';
import { PageTitle } from '../../src/views/parts/page.tsx';
import { PasswordField } from '../../src/views/parts/password-field.tsx';
import { ProductCard } from '../../src/views/parts/product-card.tsx';
import { CARD_SIZES, RAIL_SIZES } from '../../src/views/parts/product-grid.tsx';
import { RemoveButton } from '../../src/views/parts/remove-button.tsx';
import { Stepper } from '../../src/views/parts/stepper.tsx';
import { Tabs } from '../../src/views/parts/tabs.tsx';
import { ProductListView } from '../../src/views/products/product-list.view.tsx';
import { renderPage } from '../../model-testing/view/page.ts';
import { pageOf, products, television } from '../models/catalogue.samples.ts';
import { at, ignore } from './reads.tsx';

// What another test could not take down.
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

  test('names its panel while there is one', () => {
    const open = drawn(disclosure(true));
    const id = open.getByRole('button').getAttribute('aria-controls') ?? '';
    expect(document.getElementById(id)?.textContent).toBe('Home');
    cleanup();
    expect(drawn(disclosure(false)).getByRole('button').hasAttribute('aria-controls')).toBe(false);
  });

  test('Escape closes it and gives the focus back; other keys do neither', () => {
    const close = vi.fn();
    const page = drawn(disclosure(true, close));
    fireEvent.keyDown(page.getByRole('link'), { key: 'a' });
    expect([close.mock.calls.length, document.activeElement]).toEqual([0, document.body]);
    fireEvent.keyDown(page.getByRole('link'), { key: 'Escape' });
    expect([close.mock.calls.length, document.activeElement]).toEqual([1, page.getByRole('button')]);
  });
});

describe('a modal', () => {
  const event = (type: string) => new Event(type, { cancelable: true });
  const modal = (onDismiss?: () => void) =>
    drawn(
      <Modal title="Pay" {...(onDismiss && { onDismiss })}>
        Now
      </Modal>,
    ).getByRole('dialog', { name: 'Pay' }) as HTMLDialogElement;

  test('Escape asks to dismiss it and leaves it open; a browser that closes it has dismissed it', () => {
    const dismiss = vi.fn();
    const dialog = modal(dismiss);
    const cancel = event('cancel');
    fireEvent(dialog, cancel);
    expect([cancel.defaultPrevented, dialog.open, dismiss.mock.calls.length]).toEqual([true, true, 1]);
    const reopen = vi.spyOn(dialog, 'showModal');
    fireEvent(dialog, event('close'));
    expect([dismiss.mock.calls.length, reopen.mock.calls.length]).toEqual([2, 0]);
  });

  test('one that cannot be dismissed comes back', () => {
    const dialog = modal();
    const cancel = event('cancel');
    fireEvent(dialog, cancel);
    expect(cancel.defaultPrevented).toBe(true);
    const reopen = vi.spyOn(dialog, 'showModal').mockImplementation(ignore);
    fireEvent(dialog, event('close'));
    expect(reopen).toHaveBeenCalledOnce();
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

  test('shows another number at once, but not into what is being typed', () => {
    const page = render(stepper(2, ignore));
    const field = page.getByRole('textbox') as HTMLInputElement;
    page.rerender(stepper(3, ignore));
    expect(field.value).toBe('3');
    field.focus();
    fireEvent.change(field, { target: { value: '12' } });
    page.rerender(stepper(4, ignore));
    expect(field.value).toBe('12');
  });

  test('Enter hands over what was typed and submits nothing; other keys do neither', () => {
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

  test('each tab names its panel, and the panel its tab', () => {
    const page = drawn(
      <Tabs label="About" tabs={[{ id: 'a', title: 'A' }]} open="a" onOpen={ignore}>
        Panel
      </Tabs>,
    );
    const [tab, panel] = [page.getByRole('tab'), page.getByRole('tabpanel', { name: 'A' })];
    expect(tab.getAttribute('aria-controls')).toBe(panel.id);
  });
});

test('a link whose press is called off leads nowhere', () => {
  const page = drawn(
    <Link to="/cart" onClick={(event) => event.preventDefault()}>
      Cart
    </Link>,
  );
  const press = vi.spyOn(window.history, 'pushState');
  fireEvent.click(page.getByRole('link'));
  expect(press).not.toHaveBeenCalled();
});

test('headings that stand for the page can take the focus, others cannot; nothing is drawn of what is not given', () => {
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
  expect(page.container.querySelectorAll('p')).toHaveLength(0);
});

test.each([
  [true, 'Hide'],
  [false, 'Show'],
])('the button of a password that is shown (%s) says %s', (shown, word) => {
  const common = { label: 'Password', name: 'p', value: '', autoComplete: 'new-password', onChange: ignore } as const;
  const button = drawn(<PasswordField {...common} shown={shown} onToggle={ignore} />).getByRole('button');
  expect([button.textContent, button.getAttribute('aria-label')]).toEqual([word, `${word} password`]);
});

describe('what a removed line leaves the focus to', () => {
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

  test('its list', () => expect(removed(['A', 'B'])).toBe('UL'));
  test('the page, with the last line', () => expect(removed(['A'])).toBe('MAIN'));
});

describe('pictures of cards', () => {
  // As the server draws them: happy-dom loads no pictures and counts each as failed.
  const first = (view: React.ReactElement) =>
    [...renderPage(view).element.querySelectorAll('img')].map(
      (image) => image.getAttribute('fetchpriority') ?? image.getAttribute('loading'),
    );
  const section = (
    <HomeSectionView
      snapshot={at(
        homeSectionMachine,
        { section: 'featured', loaded: { products: products(3) } },
        { items: 'ready', clock: 'none' },
      )}
      send={ignore}
      inCart={new Map([['p1', 1]])}
    />
  );

  test("the page's first two come first, in its first section alone", () => {
    // The home page's is its first banner (A59).
    expect(first(section)).toEqual(['lazy', 'lazy', 'lazy']);
    const list = at(productListMachine, { query: { page: 1, specs: {} }, loaded: pageOf(3) }, { products: 'ready' });
    expect(first(<ProductListView snapshot={list} send={ignore} inCart={new Map()} categories={[]} />)).toEqual([
      'high',
      'high',
      'lazy',
    ]);
  });

  test('say how wide they are', () => {
    const widths = [...renderPage(section).element.querySelectorAll('source')].map((one) => one.getAttribute('sizes'));
    expect(new Set(widths)).toEqual(new Set([RAIL_SIZES]));
    for (const sizes of [CARD_SIZES, RAIL_SIZES]) expect(sizes).toMatch(/^\(min-width: \d+px\) .*px$|vw/);
  });

  test('one piece in the cart is marked, none is not', () => {
    const card = (inCart: number) => (
      <ProductCard product={television} to="/" sizes="1px" inCart={inCart} canAdd onAdd={ignore} />
    );
    expect(drawn(card(1)).container.textContent).toContain('1 in cart');
    cleanup();
    expect(drawn(card(0)).container.textContent).not.toContain('in cart');
  });
});
