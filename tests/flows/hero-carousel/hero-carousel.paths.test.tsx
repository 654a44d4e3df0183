import { expect } from 'vitest';
import { heroCarouselModel } from './hero-carousel.model.ts';
import { heroCarouselView } from './hero-carousel.view.tsx';
import { heroCarouselTable } from './hero-carousel.table.tsx';
import type { Page } from 'model-testing/view/page';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

/** U24: whether a screen reader announces a change of the banner. */
const tells = (live: 'off' | 'polite') => (page: Page) =>
  expect(page.getByRole('group').parentElement?.getAttribute('aria-live')).toBe(live);

flowTests(heroCarouselModel, {
  view: heroCarouselView,
  shows: {
    several: [
      see('button', 'Previous banner', 'on'),
      see('button', 'Next banner', 'on'),
      (page, { context: { index, count } }) => {
        const shown = page.getByRole('group');
        expect(shown.getAttribute('aria-label')).toBe(`${index + 1} of ${count}`);
        expect(shown.textContent).toBe(`Banner ${index + 1}Subtitle ${index + 1}Shop ${index + 1}`);
        expect(page.getByRole('button', { pressed: true }).getAttribute('aria-label')).toBe(`Show banner ${index + 1}`);
      },
      (page, { context: { index, count, isAwake } }) => {
        const pictures = [...page.element.querySelectorAll('img')].map(({ src }) => /banner-\d/.exec(src)?.[0]);
        const next = `banner-${((index + 1) % count) + 1}`;
        expect(new Set(pictures)).toEqual(new Set([`banner-${index + 1}`, ...(isAwake ? [next] : [])]));
      },
    ],
    'several.playing': [see('button', 'Pause the banners', 'on'), tells('off')],
    'several.paused': tells('polite'),
    'several.paused.hover': see('button', 'Pause the banners', 'on'),
    'several.paused.focus': see('button', 'Pause the banners', 'on'),
    'several.paused.hidden': see('button', 'Pause the banners'),
    'several.paused.byButton': see('button', 'Play the banners', 'on'),
    'several.paused.reducedMotion': see('button', 'Play the banners', 'on'),
    still: ['Banner 1', (page) => expect(page.queryAllByRole('button')).toEqual([])],
  },
  table: heroCarouselTable,
});
