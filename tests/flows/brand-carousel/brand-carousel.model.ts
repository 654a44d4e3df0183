import { defineModel } from '../../../model-testing.config.ts';
import { brandCarouselMachine } from '../../../src/machines/home/brand-carousel.machine.ts';
import { defineActs } from 'model-testing/model/define';
import { press } from 'model-testing/view/act';

export const brandCarouselModel = defineModel({
  flow: 'brand-carousel',
  machine: brandCarouselMachine,
  inputs: {
    '19 brands': { count: 19 },
    '13 brands': { count: 13 },
    '12 brands': { count: 12 },
    '7 brands': { count: 7 },
    '6 brands': { count: 6 },
    '1 brands': { count: 1 },
  },
  events: { 'page.next': { '': {} }, 'page.previous': { '': {} } },
  acts: defineActs<typeof brandCarouselMachine>({
    'page.next': press('button', 'Next brands'),
    'page.previous': press('button', 'Previous brands'),
  }),
  done: {},
  delays: {},
  states: {
    onePage: (snapshot) => snapshot.matches('onePage'),
    'page.first': (snapshot) => snapshot.matches({ page: 'first' }),
    'page.middle': (snapshot) => snapshot.matches({ page: 'middle' }),
    'page.last': (snapshot) => snapshot.matches({ page: 'last' }),
  },
  beyond: [
    {
      what: /^deciding: at once \[otherwise\] -> page$/,
      why: '§9: more than six brands start on the first of several pages',
    },
  ],
  equivalents: Object.fromEntries(
    [
      'retarget deciding: always #2 -> page.first',
      'start page in first',
      'swap page.choosing: always #1',
      'retarget page.first: page.next -> deciding',
      'retarget page.first: page.next -> page',
      'retarget page.middle: page.next -> deciding',
      'retarget page.middle: page.next -> page',
      'retarget page.middle: page.previous -> deciding',
      'retarget page.middle: page.previous -> page',
      'retarget page.last: page.previous -> deciding',
      'retarget page.last: page.previous -> page',
    ].map((name) => [name, 'the number of the page says which it is, and one of several is not both ends']),
  ),
  invariants: {
    'the carousel moves only by hand and makes no call': ({ step, before, snapshot, calls }) =>
      calls.length === 0 &&
      (before === null ||
        before.context.page === snapshot.context.page ||
        /^page\.(next|previous)$/.test(step?.event.type ?? '')),
    'the first page has none before it, the last none after it': ({ snapshot }) =>
      snapshot.matches('onePage') ||
      (snapshot.matches({ page: 'first' }) === (snapshot.context.page === 0) &&
        snapshot.matches({ page: 'last' }) === (snapshot.context.page + 1) * 6 >= snapshot.context.count),
    'no page is empty': ({ snapshot: { context } }) => context.page >= 0 && context.page * 6 < context.count,
  },
});
