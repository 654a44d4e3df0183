// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Alert } from '../../src/views/parts/alert.tsx';
import { Breadcrumb } from '../../src/views/parts/breadcrumb.tsx';
import { Button } from '../../src/views/parts/button.tsx';
import { Disclosure } from '../../src/views/parts/disclosure.tsx';
import { Head } from '../../src/views/parts/head.tsx';
import { Heart } from '../../src/views/parts/heart.tsx';
import { CarouselRegion } from '../../src/views/parts/carousel-region.tsx';
import { Icon } from '../../src/views/parts/icon.tsx';
import * as icons from '../../src/views/parts/outlines.ts';
import { Notice } from '../../src/views/parts/notice.tsx';
import { Pagination } from '../../src/views/parts/pagination.tsx';
import { PasswordField } from '../../src/views/parts/password-field.tsx';
import { PickSearch } from '../../src/views/parts/pick-search.tsx';
import { Picture, PreloadPicture } from '../../src/views/parts/picture.tsx';
import { Price } from '../../src/views/parts/price.tsx';
import { RemoveButton } from '../../src/views/parts/remove-button.tsx';
import { ScrollStrip } from '../../src/views/parts/scroll-strip.tsx';
import { Select } from '../../src/views/parts/select.tsx';
import { PageSpinner, Spinner } from '../../src/views/parts/spinner.tsx';
import { Stars } from '../../src/views/parts/stars.tsx';
import { expectReading, ignore, seenIn } from './reads.tsx';

// Removes elements that another test left in the document.
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const drawn = (view: React.ReactElement) => render(<MemoryRouter>{view}</MemoryRouter>);
const outlines = (view: React.ReactElement) =>
  [...drawn(view).container.querySelectorAll('path')].map((path) => path.getAttribute('d'));
const getOutline = (outline: string) => outlines(<Icon outline={outline} />);

describe('a picture', () => {
  const picture = (src: string | undefined, shape?: 'round') => (
    <Picture src={src} alt="A TV" sizes="100px" {...(shape && { shape })} />
  );
  const loaded = (complete: boolean, naturalWidth: number) => {
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(complete);
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(naturalWidth);
  };

  test.each([
    ['that failed before the hydration is replaced by the placeholder', true, 0, 'SPAN'],
    ['that has loaded is kept', true, 1, 'IMG'],
    ['that is loading is kept', false, 0, 'IMG'],
  ])('%s', (_, complete, naturalWidth, tag) => {
    loaded(complete, naturalWidth);
    expect(drawn(picture('/media/tv-1')).getByRole('img', { name: 'A TV' }).tagName).toBe(tag);
  });

  test.each([undefined, ''])('%j shows the placeholder', (src) =>
    expect(drawn(picture(src)).getByRole('img', { name: 'A TV' }).tagName).toBe('SPAN'),
  );

  test('the placeholder is a box, or a person for a round picture', () => {
    expect(outlines(picture(undefined))).toEqual(getOutline(icons.box));
    cleanup();
    expect(outlines(picture(undefined, 'round'))).toEqual(getOutline(icons.user));
  });

  test('of the shop has several widths and formats, an external one has not', () => {
    loaded(false, 0);
    const sources = (src: string) => [...drawn(picture(src)).container.querySelectorAll('source')];
    expect(sources('/media/tv-1').map(({ type, srcset }) => [type, srcset.split(', ')[0]])).toEqual([
      ['image/avif', '/media/tv-1?w=192&f=avif 192w'],
      ['image/webp', '/media/tv-1?w=192&f=webp 192w'],
    ]);
    cleanup();
    expect(sources('https://example.com/tv.jpg')).toEqual([]);
  });

  test('can be preloaded from the head', () => {
    drawn(<PreloadPicture src="/media/tv-2" sizes="100px" />);
    expect(document.head.querySelector('link[rel="preload"][as="image"]')?.getAttribute('href')).toBe(
      '/media/tv-2?w=640&f=avif',
    );
  });
});

test('a notice is marked by its tone', () => {
  const marks = (['good', 'warn', 'info', undefined] as const).map((tone) => {
    cleanup();
    return outlines(<Notice {...(tone && { tone })}>News</Notice>);
  });
  cleanup();
  const [check, alert, info] = [icons.check, icons.alert, icons.info].map((outline) => {
    cleanup();
    return getOutline(outline);
  });
  expect(marks).toEqual([check, alert, info, info]);
});

test('U11: an alert takes the focus only with `takeFocus`', () => {
  const focused = (takeFocus: boolean) => {
    const page = drawn(<Alert problem={{ text: 'Not sent', requestId: null }} takeFocus={takeFocus} />);
    const is = document.activeElement === page.getByRole('alert');
    cleanup();
    return is;
  };
  expect([focused(true), focused(false)]).toEqual([true, false]);
});

test('a breadcrumb marks the current page, a pagination skips pages', () => {
  expect(
    drawn(<Breadcrumb items={[{ label: 'Home', to: '/' }, { label: 'Sony TV' }]} />)
      .getByText('Sony TV')
      .getAttribute('aria-current'),
  ).toBe('page');
  expectReading(
    <Pagination page={1} pages={9} to={(page) => `/?page=${page}`} />,
    `
      navigation "Pages"
        list
          Previous
          link "Page 1" -> /?page=1 (this page)
          link "Page 2" -> /?page=2
          link "Page 3" -> /?page=3
          ~ …
          link "Page 9" -> /?page=9
          link "Next" -> /?page=2
    `,
  );
});

test('a busy button shows a spinner', () => {
  const rings = (busy: boolean) => {
    const spans = [...drawn(<Button busy={busy}>Login</Button>).container.querySelectorAll('span')];
    return spans.filter(({ textContent }) => textContent === '').length;
  };
  expect([rings(true), (cleanup(), rings(false))]).toEqual([1, 0]);
});

test('a spinner is read out, and visible only with `shown`', () => {
  const seen = (view: React.ReactElement) => {
    cleanup();
    return seenIn(drawn(view).getByRole('status', { hidden: true }));
  };
  expect([<Spinner key="" label="Loading" shown />, <Spinner key="" label="Loading" />].map(seen)).toEqual([
    'Loading',
    '',
  ]);
  expect(seen(<PageSpinner label="Loading" />)).toBe('Loading');
});

test('a closed disclosure ignores keys', () => {
  const onClose = vi.fn();
  const disclosure = (isOpen: boolean) => (
    <Disclosure buttonClassName="" panelClassName="" button="Menu" isOpen={isOpen} onToggle={ignore} onClose={onClose}>
      Panel
    </Disclosure>
  );
  const page = render(disclosure(true));
  page.rerender(disclosure(false));
  fireEvent.keyDown(page.getByRole('button'), { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
});

test('a heart has a label and calls onToggle', () => {
  const onToggle = vi.fn();
  const heart = (look: 'round' | 'labelled') => <Heart name="Sony TV" isOn={false} look={look} onToggle={onToggle} />;
  const seen = (['round', 'labelled'] as const).map((look) => {
    cleanup();
    return seenIn(drawn(heart(look)).getByRole('button'));
  });
  expect(seen).toEqual(['', 'Wishlist']);
  cleanup();
  fireEvent.click(drawn(heart('round')).getByRole('button'));
  expect(onToggle).toHaveBeenCalledOnce();
  expectReading(heart('round'), 'button "Wishlist: Sony TV" (not pressed)');
});

test('a carousel has the role description carousel', () => {
  const hold = (
    <CarouselRegion label="Offers" className="" onPoint={ignore} onFocus={ignore}>
      Banner
    </CarouselRegion>
  );
  expect(drawn(hold).getByRole('region', { name: 'Offers' }).getAttribute('aria-roledescription')).toBe('carousel');
});

test('A1: a head without a description has no description tag, and its link has no origin', () => {
  drawn(<Head title="Cart" canonical="/cart" />);
  expect(document.head.querySelector('meta[name="description"]')).toBeNull();
  expect(document.head.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe('/cart');
});

test('a shown password is a text field, and its button references the field', () => {
  const field = (shown: boolean) =>
    drawn(
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value="secret"
        shown={shown}
        onToggle={ignore}
        onChange={ignore}
      />,
    );
  const shown = field(true);
  const input = shown.getByLabelText('Password');
  expect(input.getAttribute('type')).toBe('text');
  expect(shown.getByRole('button').getAttribute('aria-controls')).toBe(input.id);
  cleanup();
  expect(field(false).getByLabelText('Password').getAttribute('type')).toBe('password');
});

test('Enter in a search picks the first result; other keys and Enter during composition do not', () => {
  const onPick = vi.fn();
  const field = (titles: readonly string[]) => {
    cleanup();
    return drawn(
      <PickSearch
        name="town"
        label="Towns"
        query=""
        results={titles.map((title) => ({ key: title, title, note: '' }))}
        note={null}
        focusAfter="town"
        onChange={ignore}
        onPick={({ title }) => onPick(title)}
      />,
    ).getByRole('searchbox');
  };
  const isFree = (on: HTMLElement, how: object) => fireEvent.keyDown(on, how);
  expect(isFree(field(['Nyali', 'Kilifi']), { key: 'a' })).toBe(true);
  expect(isFree(field(['Nyali']), { key: 'Enter', isComposing: true })).toBe(false);
  expect(isFree(field([]), { key: 'Enter' })).toBe(false);
  expect(onPick).not.toHaveBeenCalled();
  isFree(field(['Nyali', 'Kilifi']), { key: 'Enter' });
  expect(onPick.mock.calls).toEqual([['Nyali']]);
});

test('A2: shows no percentage for a discount below half a percent, but shows -1%', () => {
  const percent = (original: number) => {
    cleanup();
    return /-\d+%/.exec(drawn(<Price price={40_000} original={original} withDiscount />).container.textContent ?? '');
  };
  expect([percent(40_100)?.[0], percent(40_400)?.[0]]).toEqual([undefined, '-1%']);
  cleanup();
  expect(drawn(<Price price={40_000} original={80_000} />).container.textContent).not.toContain('%');
});

test('a line outside a list can be removed too', () => {
  const onRemove = vi.fn();
  fireEvent.click(drawn(<RemoveButton label="Kettle" onRemove={onRemove} />).getByRole('button'));
  expect(onRemove).toHaveBeenCalledOnce();
});

test('a select offers its placeholder only until an option is chosen, and none without one', () => {
  const first = (placeholder?: string) => {
    cleanup();
    const props = { label: 'Town', name: 'town', value: '', options: [{ value: 'a', label: 'A' }], onChange: ignore };
    return drawn(<Select {...props} {...(placeholder && { placeholder })} />).container.querySelector('option');
  };
  expect([first('Choose')?.textContent, first('Choose')?.disabled, first('Choose')?.hidden]).toEqual([
    'Choose',
    true,
    true,
  ]);
  expect(first()?.textContent).toBe('A');
});

test('stars are read out with one decimal', () => {
  expect(drawn(<Stars rating={4.56} />).container.textContent).toBe('Rated 4.6 of 5');
});

test('a strip at position 0 does not scroll', () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = ignore;
      disconnect = ignore;
    },
  );
  const scrollTo = vi.spyOn(HTMLElement.prototype, 'scrollTo');
  drawn(
    <ScrollStrip className="" position={0} shown={null} onMeasure={ignore}>
      <li>Phones</li>
    </ScrollStrip>,
  );
  expect(scrollTo).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test.each([
  ['scrollend when the browser supports it', true, ['scrollend']],
  ['each scroll event otherwise', false, ['scroll']],
])('a strip measures itself on %s, until it unmounts', (_, tellsEnd, heard) => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = ignore;
      disconnect = ignore;
    },
  );
  if (tellsEnd) Object.assign(HTMLElement.prototype, { onscrollend: null });
  const onMeasured = vi.fn();
  const page = drawn(
    <ScrollStrip className="" position={0} shown={null} onMeasure={onMeasured}>
      <li>Phones</li>
    </ScrollStrip>,
  );
  const strip = page.getByRole('list');
  const told = () =>
    ['scroll', 'scrollend'].filter((type) => {
      onMeasured.mockClear();
      fireEvent(strip, new Event(type));
      return onMeasured.mock.calls.length > 0;
    });
  expect(told()).toEqual(heard);
  page.unmount();
  expect(told()).toEqual([]);
  Reflect.deleteProperty(HTMLElement.prototype, 'onscrollend');
  vi.unstubAllGlobals();
});
