import type { SnapshotFrom } from 'xstate';
import { defineModel } from '../../../model-testing.config.ts';
import { categoryNavMachine } from '../../../src/machines/catalogue/category-nav.machine.ts';
import { defineActs } from 'model-testing/model/define';
import { press } from 'model-testing/view/act';
import type { Act } from 'model-testing/view/act';
import { categories } from '../support/catalogue.samples.ts';

export const categoryNavModel = defineModel({
  flow: 'category-nav',
  machine: categoryNavMachine,
  inputs: {
    'no list': { loaded: null, path: '/' },
    'a list': { loaded: categories, path: '/products?category=tvs' },
    'an empty list': { loaded: [], path: '/' },
  },
  events: {
    'address.changed': {
      phones: { path: '/products?category=phones' },
      unknown: { path: '/products?category=unknown' },
      'another page': { path: '/cart?category=phones' },
    },
    'strip.measured': {
      fits: { position: 0, end: 0 },
      '0 px of 1 px': { position: 0, end: 1 },
      '150 px of 150 px': { position: 150, end: 150 },
      '0 px of 350 px': { position: 0, end: 350 },
      '1 px of 350 px': { position: 1, end: 350 },
      '349 px of 350 px': { position: 349, end: 350 },
      '350 px of 350 px': { position: 350, end: 350 },
    },
    'scroll.left': { '': {} },
    'scroll.right': { '': {} },
  },
  acts: defineActs<typeof categoryNavMachine>({
    'address.changed': { sentIn: 'src/routes/catalogue/category-nav.tsx' },
    'strip.measured': { sentIn: 'src/views/catalogue/category-nav.view.tsx' },
    'scroll.left': (_, snapshot) => onTheBar(snapshot, press('button', 'Scroll categories left')),
    'scroll.right': (_, snapshot) => onTheBar(snapshot, press('button', 'Scroll categories right')),
  }),
  done: { loadCategories: { two: categories, none: [] } },
  project: ({ categories, current, problem, position, end }) => ({
    count: categories?.length,
    current,
    problem: problem?.text,
    position,
    end,
  }),
  beyond: [
    {
      what: /^\(root\): address\.changed .*from load\.(loading|empty)/,
      why: '§2: the address is the same, whatever is known of the categories',
    },
    {
      what: /^scroll: strip\.measured .*from scroll\.(middle|atEnd)/,
      why: '§2: fingers, wheel and focus scroll the bar, too',
    },
  ],
  equivalents: {
    'retarget load.loading: loadCategories answers -> load': 'it begins with what is known',
    'start scroll in deciding': 'nothing is measured yet, so that all fits',
    'swap scroll.deciding: always #2': 'what does not fit is never at both ends',
  },
  delays: {},
  states: {
    'load.loading': (snapshot) => snapshot.matches({ load: 'loading' }),
    'load.ready': (snapshot) => snapshot.matches({ load: 'ready' }),
    'load.empty': (snapshot) => snapshot.matches({ load: 'empty' }),
    'load.failed': (snapshot) => snapshot.matches({ load: 'failed' }),
    'scroll.fits': (snapshot) => snapshot.matches({ scroll: 'fits' }),
    'scroll.atStart': (snapshot) => snapshot.matches({ scroll: 'atStart' }),
    'scroll.middle': (snapshot) => snapshot.matches({ scroll: 'middle' }),
    'scroll.atEnd': (snapshot) => snapshot.matches({ scroll: 'atEnd' }),
  },
  invariants: {
    'at most one category is highlighted': ({ snapshot: { context } }) =>
      (context.categories ?? []).filter(({ slug }) => slug === context.current).length <= 1,
    'the position stays between the start and the end': ({ snapshot: { context } }) =>
      context.position >= 0 && context.position <= context.end,
    'the categories come with the page or are asked for once': ({ snapshot, calls }) =>
      calls.length <= 1 && snapshot.matches({ load: 'loading' }) === calls.some((call) => call.isOpen()),
    'what is known to be there is shown, and a failure is told': ({ snapshot }) =>
      snapshot.matches({ load: 'ready' }) === (snapshot.context.categories?.length ?? 0) > 0 &&
      snapshot.matches({ load: 'failed' }) === (snapshot.context.problem !== null),
    'the bar is where it was measured, or 200 px beside it': ({ step, before, snapshot: { context } }) =>
      before === null ||
      (step?.event.type === 'strip.measured'
        ? context.position === step.event['position'] && context.end === step.event['end']
        : context.end === before.context.end && Math.abs(context.position - before.context.position) <= 200),
    'an arrow stands where there is more to that side (§2)': ({ snapshot }) => {
      const { position, end } = snapshot.context;
      const arrows = [position > 0, position < end].map((isThere) => (isThere ? 1 : 0)).join('');
      const scroll = { '00': 'fits', '01': 'atStart', '11': 'middle', '10': 'atEnd' } as const;
      return snapshot.matches({ scroll: scroll[arrows as keyof typeof scroll] });
    },
    'the address says which category is highlighted': ({ step, before, snapshot: { context } }) => {
      const { path } = (step?.kind === 'start' ? step.input : (step?.event ?? {})) as { path?: string };
      if (path === undefined) return before === null || context.current === before.context.current;
      return context.current === (path.startsWith('/products') ? path.replace(/.*=/, '') : null);
    },
  },
});

/** The arrows exist only when the bar has entries. */
function onTheBar(snapshot: SnapshotFrom<typeof categoryNavMachine>, act: Act): Act | null {
  return snapshot.matches({ load: 'ready' }) ? act : null;
}
