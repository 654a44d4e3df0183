import { dequal } from 'dequal';
import { defineModel } from '../../../model-testing.config.ts';
import type { Facets } from '../../../contract/catalogue.ts';
import { filtersMachine } from '../../../src/machines/catalogue/filters.machine.ts';
import type { FiltersInput } from '../../../src/machines/catalogue/filters.machine.ts';
import { facetsRequest } from '../../../src/rules/catalogue/filter-requests.ts';
import { defineActs } from 'model-testing/model/define';
import { press } from 'model-testing/view/act';
import { createFacets } from '../support/catalogue.samples.ts';
import { dismissModal } from '../support/modal.acts.ts';

const plain = { page: 1, specs: {} };
const sony = { ...plain, brand: 'sony' };

export const filtersModel = defineModel({
  flow: 'filters',
  machine: filtersMachine,
  inputs: {
    'Sony in TVs': { query: { ...sony, category: 'tvs' }, loaded: null },
    'phones of 8GB': { query: { page: 2, category: 'phones', specs: { RAM: '8GB' } }, loaded: createFacets('RAM') },
    'rendered without facets': { query: sony, loaded: createFacets() },
    'flash deals': { query: { ...plain, deals: 'flash' }, loaded: null },
  },
  events: {
    'address.changed': {
      'Sony with 8GB': { query: { ...sony, specs: { RAM: '8GB' } } },
      'flash deals': { query: { ...plain, deals: 'flash' } },
    },
    'category.choose': { none: { slug: null } },
    'brand.toggle': { sony: { slug: 'sony' } },
    'specification.choose': { '8GB': { name: 'RAM', value: '8GB' }, unknown: { name: 'RAM', value: '1GB' } },
    'filter.remove': {
      '8GB': { filter: { kind: 'specification', name: 'RAM', value: '8GB' } },
      sony: { filter: { kind: 'brand', slug: 'sony' } },
    },
    'filters.clear': { '': {} },
    'drawer.open': { '': {} },
    'drawer.close': { '': {} },
    'screen.widened': { sentBy: 'watchScreen', cases: { '': {} } },
  },
  acts: defineActs<typeof filtersMachine>({
    'address.changed': { sentIn: 'src/routes/catalogue/filter-sidebar.late.tsx' },
    'category.choose': ({ slug }, { context: { query } }) =>
      slug === null && query.category !== undefined ? press('button', `Remove filter: ${CATEGORY}`) : null,
    'brand.toggle': ({ slug }) => press('checkbox', new RegExp(`^${slug} \\(`, 'i')),
    'specification.choose': ({ value }) => press('radio', new RegExp(`^${value} \\(`)),
    'filter.remove': ({ filter }) =>
      press(
        'button',
        filter.kind === 'specification'
          ? `Remove filter: ${filter.name}: ${filter.value}`
          : /^Remove filter: (Sony|Samsung|Ksh)/,
      ),
    'filters.clear': press('button', /^Clear (all|All Filters)$/),
    'drawer.open': press('button', /^Filters/),
    'drawer.close': [press('button', 'Show products'), ...dismissModal('Filters')],
  }),
  done: {
    loadFacets: {
      'with RAM': createFacets('RAM'),
      'without RAM': { ...createFacets('RAM'), specifications: [] },
      nothing: createFacets(),
    },
  },
  // `notice` is left out, because it is only displayed.
  project: ({ query, facets, known, isMoved }) => ({
    query,
    facets: facets && [facets.brands.length, facets.specifications.length],
    known: known.length,
    isMoved,
  }),
  delays: {},
  beyond: [
    { what: /^facets\.deciding: at once/, why: 'H11: facets that came with the document are not asked for' },
    {
      what: /^facets: (category\.choose|brand\.toggle|specification\.choose|filter\.remove|filters\.clear) .*from /,
      why: 'U16: as in ready; the newest choice counts, and what the address holds can always be removed',
    },
    {
      what: /^facets: address\.changed/,
      why: '§2, A53: the address is the truth in every state, its order and page too',
    },
    { what: /^drawer\.open: address\.changed/, why: 'A43: the flash deals have no filters' },
    { what: /^drawer\.open: screen\.widened/, why: '§2: a large screen has the filters beside the list' },
  ],
  equivalents: { 'swap facets.deciding: always #1': 'no facets come with flash deals' },
  states: {
    reading: (snapshot) => snapshot.matches({ facets: 'loading' }),
    loadingFacets: (snapshot) => snapshot.matches({ facets: 'loading' }),
    ready: (snapshot) => snapshot.matches({ facets: 'ready' }),
    noFilters: (snapshot) => snapshot.matches({ facets: 'none' }),
    facetsFailed: (snapshot) => snapshot.matches({ facets: 'failed' }),
    flashMode: (snapshot) => snapshot.matches({ facets: 'flash' }),
    'drawer.closed': (snapshot) => snapshot.matches({ drawer: 'closed' }),
    'drawer.open': (snapshot) => snapshot.matches({ drawer: 'open' }),
  },
  invariants: {
    'after any filter or sort change the address has no page': ({ step, snapshot }) =>
      !/^(category|brand|specification|filter)/.test(step?.event.type ?? '') ||
      !snapshot.matches({ facets: 'loading' }) ||
      snapshot.context.query.page === 1,
    'rating is never sent': ({ calls }) =>
      calls.every(({ slot, input }) => slot !== 'loadFacets' || !('rating' in (input as object))),
    'A8: there is no rating to filter by': ({ snapshot }) => snapshot.context.rating === 0,
    'the facets are of the newest selection': ({ calls, snapshot }) => {
      const last = calls.findLast(({ slot }) => slot === 'loadFacets');
      const isAsked = JSON.stringify(last?.input) === JSON.stringify(facetsRequest(snapshot.context.query));
      return last === undefined || !last.isOpen() || (isAsked && snapshot.matches({ facets: 'loading' }));
    },
    'facets that came with the page are shown, and known; without them nothing is': ({ step, snapshot }) => {
      if (step?.kind !== 'start') return true;
      const { query, loaded } = step.input as FiltersInput;
      const names = loaded?.specifications.map(({ name }) => name) ?? [];
      const isNone = loaded !== null && names.length === 0 && loaded.brands.length === 0;
      return (
        dequal(snapshot.context.known, isNone ? Object.keys(query.specs) : names) &&
        !snapshot.context.isMoved &&
        (loaded === null || snapshot.matches({ facets: isNone ? 'none' : 'ready' }))
      );
    },
    'the newest address counts as it is': ({ step, snapshot }) =>
      step?.event.type !== 'address.changed' || snapshot.context.query === step.event['query'],
    'where nobody can tell what narrows, all that the address holds can be removed': ({
      snapshot: { context },
      snapshot,
    }) =>
      (!snapshot.matches({ facets: 'failed' }) && !snapshot.matches({ facets: 'none' })) ||
      Object.keys(context.query.specs).every((name) => context.known.includes(name)),
    '§2: on a large screen there is no drawer': ({ step, snapshot }) =>
      step?.event.type !== 'screen.widened' || snapshot.matches({ drawer: 'closed' }),
    'an open drawer stays open while its filters are chosen': ({ step, before, snapshot }) =>
      before?.matches({ drawer: 'open' }) !== true ||
      snapshot.matches({ drawer: 'open' }) ||
      /^(drawer\.close|screen\.widened)$/.test(step?.event.type ?? '') ||
      (step?.event['query'] as FiltersInput['query'] | undefined)?.deals !== undefined,
    'A9: only until the facets of another category are there has the shopper moved': ({ snapshot }) =>
      !snapshot.context.isMoved || snapshot.matches({ facets: 'loading' }),
    'A9: what the other category does not have is removed, also where it has nothing': ({ step, before, snapshot }) => {
      if (before?.context.isMoved !== true || step?.kind !== 'done') return true;
      const { specifications } = step.event['output'] as Facets;
      return Object.keys(snapshot.context.query.specs).every(
        (name) => !before.context.known.includes(name) || specifications.some((one) => one.name === name),
      );
    },
    'A9: what was removed is told until the next choice': ({ snapshot: { context } }) =>
      context.notice === null || !('RAM' in context.query.specs),
  },
});

/** The category name that the test views show. */
export const CATEGORY = 'The Category';
