import { brandCarouselMachine } from '../../src/machines/brand-carousel.machine.ts';
import { actsOf, defineModel } from '../../model-testing/model/define.ts';
import { press } from '../../model-testing/view/act.ts';

export const brandCarouselModel = defineModel({
  flow: 'brand-carousel',
  machine: brandCarouselMachine,
  inputs: {
    '13 brands': { count: 13 },
    '12 brands': { count: 12 },
    '7 brands': { count: 7 },
    '6 brands': { count: 6 },
    '1 brands': { count: 1 },
  },
  events: { 'page.next': { '': {} }, 'page.previous': { '': {} } },
  acts: actsOf<typeof brandCarouselMachine>({
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
  invariants: {
    'the carousel moves only by hand and makes no call': ({ step, before, snapshot, calls }) =>
      calls.length === 0 &&
      (before === null ||
        before.context.page === snapshot.context.page ||
        /^page\.(next|previous)$/.test(step?.event.type ?? '')),
    'no page is empty': ({ snapshot: { context } }) => context.page >= 0 && context.page * 6 < context.count,
  },
});
