import { defineModel } from '../../../model-testing.config.ts';
import { searchBoxMachine } from '../../../src/machines/catalogue/search-box.machine.ts';
import { defineActs } from 'model-testing/model/define';
import { fill, key, press } from 'model-testing/view/act';
import { products } from '../support/catalogue.samples.ts';

const BOX = 'Search products';

export const searchBoxModel = defineModel({
  flow: 'search-box',
  machine: searchBoxMachine,
  inputs: { empty: { searched: '' }, 'of a search': { searched: 'tv' } },
  events: {
    'text.change': { tv: { text: 'tv' }, 'one letter': { text: 't' }, nothing: { text: '' } },
    'highlight.down': { '': {} },
    'highlight.up': { '': {} },
    'highlight.take': { '': {} },
    'suggestion.follow': { '': {} },
    'search.submit': { '': {} },
    'list.close': { '': {} },
    'outside.used': { sentBy: 'watchPage', cases: { '': {} } },
    'address.changed': { elsewhere: { searched: '' }, 'another search': { searched: 'tv' } },
  },
  acts: defineActs<typeof searchBoxMachine>({
    'text.change': ({ text }) => fill(BOX, text, { role: 'combobox' }),
    'highlight.down': key('ArrowDown', 'combobox', BOX),
    'highlight.up': key('ArrowUp', 'combobox', BOX),
    'highlight.take': key('Enter', 'combobox', BOX),
    'list.close': key('Escape', 'combobox', BOX),
    'search.submit': press('button', 'Search'),
    'suggestion.follow': (_, { context: { found }, ...snapshot }) =>
      snapshot.value === 'noResults'
        ? press('link', 'Search anyway')
        : found.map(({ name }) => press('option', new RegExp(`^${name}\\b`))),
    'address.changed': { sentIn: 'src/routes/catalogue/search-box.late.tsx' },
  }),
  done: { loadSuggestions: { two: products(2), none: [] } },
  project: ({ text, searched, found, highlighted }) => ({ text, searched, found: found.length, highlighted }),
  beyond: [
    { what: /address\.changed/, why: '§2: the box of a list shows what it was searched for' },
    {
      what: /^(debouncing|fetching): (suggestion\.follow|outside\.used|list\.close)/,
      why: '§2: an earlier list is closed like any other, and so is what is still to come',
    },
  ],
  delays: { debounce: 300 },
  states: {
    idle: (snapshot) => snapshot.matches('idle'),
    debouncing: (snapshot) => snapshot.matches('debouncing'),
    fetching: (snapshot) => snapshot.matches('fetching'),
    open: (snapshot) => snapshot.matches('open'),
    'open.none': (snapshot) => snapshot.matches({ open: 'none' }),
    'open.highlighted': (snapshot) => snapshot.matches({ open: 'highlighted' }),
    noResults: (snapshot) => snapshot.matches('noResults'),
    closed: (snapshot) => snapshot.matches('closed'),
  },
  equivalents: { 'retarget open.highlighted: highlight.up #1 -> open': 'a list begins with none highlighted' },
  invariants: {
    'what leaves the list closes it, whatever it was about to show': ({ step, before, snapshot }) =>
      !/^(list\.close|outside\.used|suggestion\.follow)/.test(step?.event.type ?? '') ||
      before?.matches('idle') === true ||
      snapshot.matches('closed'),
    'another address begins anew': ({ step, before, snapshot }) =>
      step?.event.type !== 'address.changed' ||
      snapshot.matches('idle') ||
      step.event['searched'] === before?.context.searched,
    'at most one request is under way; an answer to an earlier text never shows': ({ snapshot, calls }) => {
      const open = calls.filter((call) => call.slot === 'loadSuggestions' && call.isOpen());
      const asked = open.map(({ input }) => (input as { search: string }).search);
      return asked.join() === (snapshot.matches('fetching') ? snapshot.context.text.trim() : '');
    },
    'no request for a text that trims to fewer than 2 characters': ({ calls }) =>
      calls.every(({ slot, input }) => slot !== 'loadSuggestions' || (input as { search: string }).search.length >= 2),
    'the list never holds more than 8': ({ snapshot }) => snapshot.context.found.length <= 8,
    'a list stands where one was opened, and until another text has its own': ({ snapshot }) => {
      const isListed = snapshot.context.found.length > 0;
      return snapshot.matches('debouncing') || snapshot.matches('fetching') || isListed === snapshot.matches('open');
    },
    'one suggestion at most is highlighted, of those that are listed': ({ snapshot: { context, ...snapshot } }) => {
      const isHighlighted = typeof snapshot.value === 'object' && snapshot.value.open === 'highlighted';
      return isHighlighted ? context.found[context.highlighted] !== undefined : context.highlighted === -1;
    },
    'the text is what was typed last, or what another address searches for': ({ step, before, snapshot }) => {
      const { type, text, searched } = (step?.event ?? {}) as { type?: string; text?: string; searched?: string };
      const { context } = snapshot;
      if (before === null) return context.text === context.searched;
      if (type === 'text.change') return context.text === text && context.searched === before.context.searched;
      if (type === 'search.submit')
        return (
          context.text === before.context.text &&
          context.searched === (context.text.trim() === '' ? before.context.searched : context.text.trim())
        );
      const isTaken =
        (type === 'highlight.take' && before.can({ type })) ||
        (type === 'suggestion.follow' && !before.matches('noResults') && before.can({ type }));
      if (isTaken) return context.text === '' && context.searched === before.context.searched;
      if (type !== 'address.changed')
        return context.text === before.context.text && context.searched === before.context.searched;
      return (
        context.searched === searched &&
        context.text === (searched === before.context.searched ? before.context.text : searched)
      );
    },
  },
});
