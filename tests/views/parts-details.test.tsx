// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Breadcrumb } from '../../src/views/parts/breadcrumb.tsx';
import { Deferred } from '../../src/views/parts/deferred.tsx';
import { EmailText } from '../../src/views/parts/email-text.tsx';
import { LiveRegion } from '../../src/views/parts/live-region.tsx';
import { MemoSubtree } from '../../src/views/parts/memo-subtree.tsx';
import { Modal } from '../../src/views/parts/modal.tsx';
import { PickSearch } from '../../src/views/parts/pick-search.tsx';
import { PreloadPicture } from '../../src/views/parts/picture.tsx';
import { ScrollStrip } from '../../src/views/parts/scroll-strip.tsx';
import { renderPage } from 'model-testing/view/page';
import { ignore } from './reads.tsx';

// Removes elements that another test left in the document.
beforeEach(() => document.body.replaceChildren());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const drawn = (view: React.ReactElement) => render(<MemoryRouter>{view}</MemoryRouter>);

test('an e-mail address wraps before its @ and its dots, and is not translated', () => {
  const { element } = renderPage(<EmailText email="jane@mail.duka.test" />);
  const text = element.querySelector('[translate="no"]');
  expect(text?.innerHTML.replaceAll(/<\/?span>/g, '').replaceAll(/<wbr\/?>/g, '|')).toBe('jane|@mail|.duka|.test');
});

test('a live region is polite', () => {
  const { element } = renderPage(<LiveRegion message="Added" />);
  expect(element.querySelector('[role="status"]')?.getAttribute('aria-live')).toBe('polite');
});

test('a breadcrumb is a list with an order', () => {
  expect(renderPage(<Breadcrumb items={[{ label: 'Home' }]} />).getByRole('list').tagName).toBe('OL');
});

test('A59: a picture of the shop is preloaded in its widths, another picture is not', () => {
  const preload = (src: string | undefined) =>
    renderPage(<PreloadPicture src={src} sizes="100px" />).element.querySelector('link');
  const link = preload('/media/tv-1');
  expect(['rel', 'as', 'type', 'href', 'imagesizes', 'fetchpriority'].map((name) => link?.getAttribute(name))).toEqual([
    'preload',
    'image',
    'image/avif',
    '/media/tv-1?w=640&f=avif',
    '100px',
    'high',
  ]);
  expect(link?.getAttribute('imagesrcset')?.split(', ')).toContain('/media/tv-1?w=480&f=avif 480w');
  expect([preload('https://example.com/tv.jpg'), preload(undefined)]).toEqual([null, null]);
});

test('deferred content appears after its surroundings', async () => {
  const box = document.createElement('div');
  const root = createRoot(box);
  flushSync(() =>
    root.render(
      <p>
        Filters
        <Deferred>
          <b>Brands</b>
        </Deferred>
      </p>,
    ),
  );
  expect(box.textContent).toBe('Filters');
  await vi.waitFor(() => expect(box.textContent).toBe('FiltersBrands'));
  root.unmount();
});

test('a subtree renders again when a value changes or is added, and only then', () => {
  const children = vi.fn(() => null);
  const subtree = (...deps: readonly unknown[]) => <MemoSubtree deps={deps}>{children}</MemoSubtree>;
  const page = render(subtree(1, 'a'));
  const rendered = (...deps: readonly unknown[]) => {
    children.mockClear();
    page.rerender(subtree(...deps));
    return children.mock.calls.length > 0;
  };
  expect([rendered(1, 'a'), rendered(1, 'b'), rendered(1, 'b', true), rendered(1, 'b')]).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

describe('a modal', () => {
  test('does not ask about a field that appeared and is empty', () => {
    const dismiss = vi.fn();
    const modal = (hasMore: boolean) => (
      <Modal title="Address" onDismiss={dismiss}>
        <input name="city" defaultValue="Thika" />
        {hasMore && <input name="note" />}
        {hasMore && <input name="isDefault" type="checkbox" />}
      </Modal>
    );
    const page = render(modal(false));
    page.rerender(modal(true));
    fireEvent.click(page.getByRole('button', { name: 'Close' }));
    expect(dismiss).toHaveBeenCalledOnce();
  });

  test('closes the dialogs above it before itself, so that the focus returns to its opener', () => {
    const closed: (string | null)[] = [];
    vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
      closed.push(this.querySelector('h2')?.textContent ?? null);
    });
    const page = render(
      <Modal title="Address" onDismiss={ignore}>
        <dialog>
          <h2>Question</h2>
        </dialog>
      </Modal>,
    );
    page.unmount();
    expect(closed).toEqual(['Question', 'Address']);
  });
});

test('U26: a picked result moves the focus to the control that shows it', async () => {
  const picked = vi.fn();
  const page = drawn(
    <form>
      <PickSearch
        name="search"
        label="Towns"
        query="ny"
        results={[{ key: 'nyali', title: 'Nyali', note: 'Mombasa' }]}
        note={null}
        focusAfter="town"
        onChange={ignore}
        onPick={picked}
      />
      <select name="town" aria-label="Town" />
    </form>,
  );
  fireEvent.click(page.getByRole('button', { name: 'Nyali Mombasa' }));
  await act(async () => undefined);
  expect(picked).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(page.getByRole('combobox', { name: 'Town' }));
});

/** Places the links beyond the right edge of their strip. */
function placeBeyond(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = ignore;
      disconnect = ignore;
    },
  );
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return (this.tagName === 'A' ? { left: 520, right: 600 } : { left: 0, right: 500 }) as DOMRect;
  });
}

test('a strip scrolls to its marked item only when it has the name of one', () => {
  placeBeyond();
  const scrolled = (shown: string | null) => {
    cleanup();
    return drawn(
      <ScrollStrip className="" position={0} shown={shown} onMeasure={ignore}>
        <li>
          <a href="/phones" aria-current="page">
            Phones
          </a>
        </li>
      </ScrollStrip>,
    ).getByRole('list').scrollLeft;
  };
  expect([scrolled(null), scrolled('phones')]).toEqual([0, 144]);
});

test('a strip scrolls to an item that has the keyboard focus, not to one that was pressed', () => {
  placeBeyond();
  const page = drawn(
    <ScrollStrip className="" position={0} shown={null} onMeasure={ignore}>
      <li>
        <a href="/phones">Phones</a>
      </li>
    </ScrollStrip>,
  );
  const [strip, link] = [page.getByRole('list'), page.getByRole('link')];
  const isVisible = vi.spyOn(link, 'matches');
  const scrolled = (isByKeyboard: boolean) => {
    isVisible.mockImplementation((selector) => selector === ':focus-visible' && isByKeyboard);
    fireEvent.focusIn(link);
    return strip.scrollLeft;
  };
  expect([scrolled(false), scrolled(true)]).toEqual([0, 144]);
});
