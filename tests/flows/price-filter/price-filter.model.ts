import { defineModel } from '../../../model-testing.config.ts';
import { priceFilterMachine } from '../../../src/machines/catalogue/price-filter.machine.ts';
import { toDerivedRange, toPriceDraft, toThumbPositions } from '../../../src/rules/catalogue/price-range.ts';
import { defineActs } from 'model-testing/model/define';
import { fill, press } from 'model-testing/view/act';

const plain = { page: 1, specs: {} };

export const priceFilterModel = defineModel({
  flow: 'price-filter',
  machine: priceFilterMachine,
  inputs: {
    'no price': { query: plain, loaded: null },
    'a price': { query: { ...plain, minPrice: 1000, maxPrice: 5000 }, loaded: null },
    'on page 3 with its range': { query: { ...plain, page: 3 }, loaded: { minPrice: 500, maxPrice: 90_000 } },
  },
  events: {
    'address.changed': {
      'another category': { query: { ...plain, category: 'tvs' } },
      'a price': { query: { ...plain, minPrice: 2000, maxPrice: 4000 } },
      'page 2': { query: { ...plain, page: 2 } },
    },
    'products.known': { 'from 500 to 90000': { prices: [500, 90_000] }, lost: { prices: null } },
    'min.slide': { '1000': { value: 1000 } },
    'max.slide': { '5000': { value: 5000 } },
    'min.change': { '2000': { text: '2000' } },
    'max.change': { blank: { text: '' } },
    'price.apply': { '': {} },
    'price.clear': { '': {} },
  },
  acts: defineActs<typeof priceFilterMachine>({
    'address.changed': { sentIn: 'src/routes/catalogue/filter-sidebar.late.tsx' },
    'products.known': { sentIn: 'src/routes/catalogue/filter-sidebar.late.tsx' },
    'min.slide': ({ value }) => fill('Minimum price', String(value), { role: 'slider' }),
    'max.slide': ({ value }) => fill('Maximum price', String(value), { role: 'slider' }),
    'min.change': ({ text }) => fill('Min (Ksh)', text),
    'max.change': ({ text }) => fill('Max (Ksh)', text),
    'price.apply': press('button', 'Apply Price Filter'),
    'price.clear': press('button', 'Clear Price Filter'),
  }),
  equivalents: {
    'start range.ready in pending': 'whether the slider differs leads on at once',
    'start price in active': 'whether the address has a price leads on at once',
  },
  done: { loadRange: { '500 to 90000': { minPrice: 500, maxPrice: 90_000 } } },
  project: ({ query, range, draft, list }) => ({ query, range, draft, list: Array.isArray(list) || list }),
  delays: {},
  beyond: [
    { what: /^range\.deciding: at once/, why: 'H11: a range that came with the document is not asked for' },
    {
      what: /^range\.(loading: loadRange .*awaiting|awaiting: )/,
      why: 'A6: only when both have failed the text shows',
    },
    { what: /^range: (products\.known|address\.changed)/, why: 'A6, A7: what the page tells counts whenever it comes' },
    { what: /^range\.unavailable: products\.known/, why: 'A6: the list was had after all' },
  ],
  states: {
    loadingRange: (snapshot) => snapshot.matches({ range: 'loading' }) || snapshot.matches({ range: 'awaiting' }),
    ready: (snapshot) => snapshot.matches({ range: 'ready' }),
    'ready.clean': (snapshot) => snapshot.matches({ range: { ready: 'clean' } }),
    'ready.pending': (snapshot) => snapshot.matches({ range: { ready: 'pending' } }),
    unavailable: (snapshot) => snapshot.matches({ range: 'unavailable' }),
    'price.inactive': (snapshot) => snapshot.matches({ price: 'inactive' }),
    'price.active': (snapshot) => snapshot.matches({ price: 'active' }),
  },
  invariants: {
    'at first the slider shows what is applied, and the list is on its way': ({ step, snapshot: { context } }) =>
      step?.kind !== 'start' ||
      (context.list === 'loading' &&
        JSON.stringify(context.draft) === JSON.stringify(toPriceDraft(context.query, context.range))),
    'no price is sent before Apply or an address that has one': ({ step, before, snapshot }) => {
      const { query } = snapshot.context;
      const isSame = before !== null && before.context.query.minPrice === query.minPrice;
      return isSame || query.minPrice === undefined || /^(price|address)\.|^xstate\.init/.test(step?.event.type ?? '');
    },
    'the newest address counts as it is': ({ step, snapshot }) =>
      step?.event.type !== 'address.changed' || snapshot.context.query === step.event['query'],
    'what is cleared is neither in the address nor on the slider': ({ step, before, snapshot }) =>
      step?.event.type !== 'price.clear' ||
      before?.matches({ range: 'ready' }) !== true ||
      (snapshot.matches({ price: 'inactive' }) && snapshot.matches({ range: { ready: 'clean' } })),
    "the slider's min is always at least 1 below its max, both inside the range": ({ snapshot: { context } }) => {
      const { min, max } = toThumbPositions(context.draft, context.range);
      return min < max && min >= context.range.min && max <= context.range.max;
    },
    'the applied minPrice is never negative and never above maxPrice': ({ snapshot: { context } }) => {
      const { minPrice = 0, maxPrice = minPrice } = context.query;
      return minPrice >= 0 && minPrice <= maxPrice;
    },
    'Pending and Active may show together': ({ snapshot }) =>
      snapshot.matches({ price: 'active' }) ===
      (snapshot.context.query.minPrice !== undefined || snapshot.context.query.maxPrice !== undefined),
    'A6: nothing but a list that failed, too, makes the range unavailable': ({ snapshot }) =>
      !snapshot.matches({ range: 'unavailable' }) || snapshot.context.list === 'failed',
    'A6: a range by the products is theirs': ({ before, snapshot }) =>
      (before?.matches({ range: 'awaiting' }) !== true && before?.matches({ range: 'unavailable' }) !== true) ||
      !snapshot.matches({ range: 'ready' }) ||
      snapshot.context.range.max === toDerivedRange([500, 90_000]).max,
  },
});
