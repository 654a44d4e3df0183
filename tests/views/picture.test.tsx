// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Picture } from '../../src/views/parts/picture.tsx';
import { Gallery } from '../../src/views/catalogue/gallery.tsx';

// No picture is fetched here, so every picture is loading.
beforeEach(() => void vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const gallery = (images: readonly string[], picked = 0) => (
  <MemoryRouter>
    <Gallery name="Sony TV" images={images} picked={picked} onPick={() => undefined} />
  </MemoryRouter>
);

test('§2: the placeholder replaces a picture that fails to load, until another one is picked', () => {
  const page = render(gallery(['/media/tv-1', '/media/tv-2']));
  const large = () => page.getByRole('img', { name: /^Sony TV/ });
  expect([large().tagName, large().getAttribute('src')]).toEqual(['IMG', '/media/tv-1?w=640&f=jpeg']);
  fireEvent.error(large());
  expect(large().tagName).toBe('SPAN');
  page.rerender(gallery(['/media/tv-1', '/media/tv-2'], 1));
  expect([large().tagName, large().getAttribute('src')]).toEqual(['IMG', '/media/tv-2?w=640&f=jpeg']);
});

test('the large picture loads with priority, the thumbnails load lazily', () => {
  const { container } = render(gallery(['/media/tv-1', '/media/tv-2']));
  const [large, ...thumbnails] = [...container.querySelectorAll('img')];
  expect([large?.getAttribute('fetchpriority'), large?.getAttribute('loading')]).toEqual(['high', null]);
  expect(thumbnails.map((one) => one.getAttribute('loading'))).toEqual(['lazy', 'lazy']);
});

test('H20: an icon of the same size replaces a portrait that fails to load', () => {
  const portrait = (src?: string) => <Picture src={src} alt="" sizes="32px" shape="round" />;
  const page = render(portrait('/media/jane'));
  const frame = () => page.container.firstElementChild?.className;
  const before = frame();
  const image = page.container.querySelector('img');
  expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['640', '640']);
  fireEvent.error(image as HTMLElement);
  expect([page.container.querySelector('img'), frame()]).toEqual([null, before]);
  const failed = page.container.innerHTML;
  page.rerender(portrait());
  expect(page.container.innerHTML).toBe(failed);
  page.rerender(<Picture src={undefined} alt="" sizes="32px" />);
  expect(page.container.querySelector('path')?.getAttribute('d')).not.toBe(/ d="(.*?)"/.exec(failed)?.[1]);
});

test('§2: a single picture has no thumbnails, and no picture shows the placeholder', () => {
  const page = render(gallery(['/media/tv-1']));
  expect(page.queryAllByRole('button')).toEqual([]);
  expect(page.getByRole('img', { name: 'Sony TV' }).tagName).toBe('IMG');
  page.rerender(gallery([]));
  expect(page.getByRole('img', { name: 'Sony TV' }).tagName).toBe('SPAN');
});

test('a thumbnail that takes the focus scrolls into view, and nothing more', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  const page = render(gallery(['/media/tv-1', '/media/tv-2']));
  const second = page.getByRole('button', { name: 'Show picture 2' });
  fireEvent.focus(second);
  expect(scroll.mock.calls).toEqual([[{ block: 'nearest', inline: 'nearest' }]]);
  expect(scroll.mock.contexts).toEqual([second]);
});
