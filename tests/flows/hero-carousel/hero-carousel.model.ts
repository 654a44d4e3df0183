import { defineModel } from '../../../model-testing.config.ts';
import { heroCarouselMachine } from '../../../src/machines/home/hero-carousel.machine.ts';
import type { HeroCarouselContext } from '../../../src/machines/home/hero-carousel.machine.ts';
import { defineActs } from 'model-testing/model/define';
import { press } from 'model-testing/view/act';

const SENT_IN = { sentIn: 'src/views/home/hero-carousel.view.tsx' };

/** Whether the carousel is paused for any reason. */
const isHeld = ({ isStopped, isReduced, isHidden, isFocused, isPointed }: HeroCarouselContext) =>
  isStopped || isReduced || isHidden || isFocused || isPointed;

export const heroCarouselModel = defineModel({
  flow: 'hero-carousel',
  machine: heroCarouselMachine,
  inputs: { '3 banners': { count: 3 }, '2 banners': { count: 2 }, '1 banner': { count: 1 } },
  events: {
    'banner.next': { '': {} },
    'banner.previous': { '': {} },
    'banner.pick': {
      'the second': { index: 1 },
      'the third': { index: 2 },
      'one too many': { index: 3 },
      'one too few': { index: -1 },
    },
    'motion.pause': { '': {} },
    'motion.play': { '': {} },
    'pointer.entered': { '': {} },
    'pointer.left': { '': {} },
    'focus.entered': { '': {} },
    'focus.left': { '': {} },
    'page.hidden': { sentBy: 'watchPage', cases: { '': {} } },
    'page.visible': { sentBy: 'watchPage', cases: { '': {} } },
    'motion.reduced': { sentBy: 'watchPage', cases: { '': {} } },
    'motion.allowed': { sentBy: 'watchPage', cases: { '': {} } },
  },
  acts: defineActs<typeof heroCarouselMachine>({
    'banner.next': press('button', 'Next banner'),
    'banner.previous': press('button', 'Previous banner'),
    'banner.pick': ({ index }) => (index === 3 || index < 0 ? null : press('button', `Show banner ${index + 1}`)),
    'motion.pause': press('button', 'Pause the banners'),
    'motion.play': press('button', 'Play the banners'),
    'pointer.entered': SENT_IN,
    'pointer.left': SENT_IN,
    'focus.entered': SENT_IN,
    'focus.left': SENT_IN,
  }),
  done: {},
  delays: { step: 5_000 },
  states: {
    playing: (snapshot) => snapshot.matches({ several: 'playing' }),
    paused: (snapshot) => snapshot.matches({ several: 'paused' }),
    'paused.hover': (snapshot) => snapshot.matches({ several: { paused: 'hover' } }),
    'paused.focus': (snapshot) => snapshot.matches({ several: { paused: 'focus' } }),
    'paused.hidden': (snapshot) => snapshot.matches({ several: { paused: 'hidden' } }),
    'paused.byButton': (snapshot) => snapshot.matches({ several: { paused: 'byButton' } }),
    'paused.reducedMotion': (snapshot) => snapshot.matches({ several: { paused: 'reducedMotion' } }),
    still: (snapshot) => snapshot.matches('still'),
  },
  beyond: [
    {
      what: /^several: (pointer|focus|page|motion)\./,
      why: 'U24: pointer, focus, hidden page and wanted motion count together, whichever is told first',
    },
    {
      what: /paused\.(hover|focus|hidden): motion\.pause/,
      why: 'U24: whoever presses pause points at it or has the focus on it',
    },
  ],
  equivalents: {
    'start several in playing': 'nothing holds it before the listeners tell what does',
    ...Object.fromEntries(
      [2, 3, 4].map((index) => [
        `swap several.choosing: always #${index}`,
        'what holds a banner besides is looked at anew when one of them ends',
      ]),
    ),
    ...Object.fromEntries(
      ['focus', 'hidden', 'byButton', 'reducedMotion'].map((state) => [
        `start several.paused in ${state}`,
        'whatever leads there names what holds it',
      ]),
    ),
  },
  invariants: {
    'a banner that was chosen stands for its whole 5 s': ({ step, snapshot, at, deadlines }) =>
      step?.event.type.startsWith('banner.') !== true ||
      !snapshot.matches({ several: 'playing' }) ||
      step.label === 'banner.pick(one too many)' ||
      step.label === 'banner.pick(one too few)' ||
      deadlines[0] === at + 5_000,
    'exactly one banner shows; the index stays within the list': ({ snapshot: { context } }) =>
      context.index >= 0 && context.index < context.count,
    'the carousel makes no call': ({ calls }) => calls.every(({ slot }) => slot === 'watchPage'),
    'it moves where nothing holds it': ({ snapshot }) =>
      snapshot.matches('still') || snapshot.matches({ several: 'playing' }) === !isHeld(snapshot.context),
    'by itself it goes one on, and only while it plays': ({ step, before, snapshot: { context } }) =>
      before === null ||
      step?.kind !== 'after' ||
      (before.matches({ several: 'playing' }) && context.index === (before.context.index + 1) % context.count),
    'stopped by its button it stays so, whatever else holds it': ({ snapshot }) =>
      snapshot.matches('still') || snapshot.matches({ several: { paused: 'byButton' } }) === snapshot.context.isStopped,
    'a single banner stands still, and no other': ({ snapshot }) =>
      snapshot.matches('still') === (snapshot.context.count === 1),
    'its button stops it and lets it go, and nothing else does': ({ step, before, snapshot }) => {
      const { isStopped } = snapshot.context;
      if (step?.event.type === 'motion.pause' && before?.hasTag('moving') === true) return isStopped;
      if (step?.event.type === 'motion.play') return !isStopped;
      return isStopped === (before?.context.isStopped ?? false);
    },
    'what only holds it changes no banner': ({ step, before, snapshot }) =>
      before === null ||
      !/^(pointer|focus|page|motion)\./.test(step?.event.type ?? '') ||
      before.context.index === snapshot.context.index,
    'pictures of other banners wait for the script': ({ step, snapshot }) =>
      step?.kind !== 'start' || !snapshot.context.isAwake,
  },
});
