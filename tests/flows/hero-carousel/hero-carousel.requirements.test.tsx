import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { brandCarouselMachine } from '../../../src/machines/home/brand-carousel.machine.ts';
import { heroCarouselMachine } from '../../../src/machines/home/hero-carousel.machine.ts';
import { BrandCarouselView } from '../../../src/views/home/brand-carousel.view.tsx';
import { HeroCarouselView } from '../../../src/views/home/hero-carousel.view.tsx';
import { banners, brands, EVIL } from '../support/home.samples.ts';

/** The HTML that the server renders, before any actor has started. */
function hero(...shown: Parameters<typeof banners>): string {
  const all = banners(...shown);
  const actor = createActor(heroCarouselMachine, { input: { count: all.length } });
  return renderToString(
    <StaticRouter location="/">
      <HeroCarouselView snapshot={actor.getSnapshot()} send={() => undefined} banners={all} />
    </StaticRouter>,
  );
}

describe("A59: the first banner in the server's HTML", () => {
  test.each([1, 3])('%i banners: shows title, subtitle, button, link and picture of the first', (count) => {
    const html = hero(count);
    const parts = [
      'Banner 1',
      'Subtitle 1',
      'Shop 1',
      '"/products?category=tvs"',
      '"/media/banner-1?w=640&amp;f=jpeg"',
    ];
    for (const part of parts) expect(html).toContain(part);
  });

  test.each([1, 3])('%i banners: preloads the picture of the first and no other', (count) => {
    const html = hero(count);
    const [preload, ...others] = html.match(/<link[^>]*>/g) ?? [];
    expect(others).toEqual([]);
    expect(preload).toMatch(/rel="preload" as="image" type="image\/avif"/);
    expect(preload).toMatch(/imageSrcSet="\/media\/banner-1\?w=192&amp;f=avif 192w/);
    expect(html).not.toMatch(/media\/banner-[23]/);
  });

  test('D20: renders no link when the address is not allowed', () => {
    const html = hero(3, { link: EVIL });
    expect(html).toContain('Banner 1');
    expect(html).not.toContain('<a');
    expect(html).not.toContain('javascript');
  });

  test('D20: a link to another site sends no referrer', () => {
    const html = hero(1, { link: 'https://example.com/x' });
    expect(html).toContain('href="https://example.com/x" rel="noopener noreferrer"');
  });

  test('D20: escapes the text of a banner', () => {
    expect(hero(1, { title: '<b>Sale</b>' })).toContain('&lt;b&gt;Sale&lt;/b&gt;');
  });

  test('preloads nothing for a banner without a picture or with a picture of another site', () => {
    expect(hero(1, { image: null })).not.toContain('<link');
    expect(hero(1, { image: 'https://example.com/x.png' })).not.toContain('<link');
  });
});

describe('§9: pages of brands', () => {
  test.each([
    [1, [1]],
    [6, [6]],
    [7, [6, 1]],
    [12, [6, 6]],
    [13, [6, 6, 1]],
  ])('%i brands fill pages of %j, and each brand is on exactly one page', (count, sizes) => {
    const actor = createActor(brandCarouselMachine, { input: { count } }).start();
    const pages: string[][] = [];
    for (;;) {
      const html = renderToStaticMarkup(
        <StaticRouter location="/">
          <BrandCarouselView snapshot={actor.getSnapshot()} send={() => undefined} brands={brands(count)} />
        </StaticRouter>,
      );
      pages.push([...html.matchAll(/href="\/products\?brand=([^"]+)"/g)].map(([, slug = '']) => slug));
      if (!actor.getSnapshot().can({ type: 'page.next' })) break;
      actor.send({ type: 'page.next' });
    }
    expect(pages.map(({ length }) => length)).toEqual(sizes);
    expect(pages.flat()).toEqual(brands(count).map(({ slug }) => slug));
  });
});
