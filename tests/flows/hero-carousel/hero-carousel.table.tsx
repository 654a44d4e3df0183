import { expect } from 'vitest';
import type { heroCarouselMachine } from '../../../src/machines/home/hero-carousel.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Table } from 'model-testing/table/table';
import type { Page } from 'model-testing/view/page';
import { press } from 'model-testing/view/act';
import { heroCarouselView } from './hero-carousel.view.tsx';

type Live = LiveActor<typeof heroCarouselMachine>;

const reduced = (live: Live) => live.emit('watchPage', { type: 'motion.reduced' });
const steps = (count: number) => async (live: Live) => {
  for (let step = 0; step < count; step++) await live.send({ type: 'banner.next' });
};
/** The titles of the banners that are not hidden. */
const shown = ({ element }: Page) =>
  [...element.querySelectorAll('[aria-roledescription="slide"]:not([aria-hidden="true"]) h2')].map(
    (heading) => heading.textContent,
  );

export const heroCarouselTable: Table<typeof heroCarouselMachine> = {
  view: heroCarouselView,
  start: {
    'no reduced motion, 2 or more banners': '3 banners',
    'reduced motion wanted': { input: '3 banners', after: reduced },
    '1 banner': '1 banner',
  },
  input: ({ from }) => (from === 'still' ? '1 banner' : '3 banners'),
  when: [
    {
      'banner 1': { holds: ({ snapshot }) => snapshot.context.index === 0 },
      'banner 2': { after: steps(1) },
      'banner 3 of 3': { after: steps(2) },
      'reduced motion wanted': { holds: (live) => live.snapshot.context.isReduced },
    },
  ],
  on: [
    {
      next: { type: 'banner.next' },
      previous: { type: 'banner.previous' },
      'pointer enters': { type: 'pointer.entered' },
      'pointer leaves': { type: 'pointer.left' },
      'focus enters': { type: 'focus.entered' },
      'focus leaves': { type: 'focus.left' },
      'press pause': { type: 'motion.pause' },
      'press play': { type: 'motion.play' },
      'reduced motion switched on': { type: 'motion.reduced' },
      'reduced motion switched off': { type: 'motion.allowed' },
      'page hidden, then page visible with the pointer still there': [
        { type: 'page.hidden' },
        { type: 'page.visible' },
      ],
      "open banner(link '/products?category=tvs')": press('link', 'Shop 1'),
      // The motion slot reports the preference immediately.
      'the script starts(the page came with 3 banners)': (_, __, { when }) => ({
        type: when === null ? 'motion.allowed' : 'motion.reduced',
      }),
    },
    [/^pick dot\((\d)\)$/, (_, [, dot]) => ({ type: 'banner.pick', index: Number(dot) - 1 })],
  ],
  calls: [],
  inside: { watchPage: 'listens to this page, calls nothing' },
  does: [
    { 'play button': ({ page }) => void page.getByRole('button', { name: 'Play the banners' }) },
    [
      /^banner (\d)( \(wraps\)| stays.*)?$/,
      ({ page }, [, banner]) => expect(shown(page)).toEqual([`Banner ${banner}`]),
    ],
    [
      /^the 5 s begin now$|^5 s start anew$/,
      ({ snapshot }) => expect(snapshot.matches({ several: 'playing' })).toBe(true),
    ],
    [/^go to (.*)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
  ],
  elsewhere: [
    {
      rows: /the server renders the page|open banner\(link 'javascript/,
      by: 'tests/flows/hero-carousel/hero-carousel.requirements.test.tsx',
    },
    { rows: /: small screen/, by: 'tests/e2e/home.spec.ts' },
    {
      rows: /^invariant: (it is the home page's only hero|without script)/,
      by: 'tests/flows/hero-carousel/hero-carousel.requirements.test.tsx',
    },
  ],
};
