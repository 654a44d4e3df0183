import { flashCountdownMachine } from '../../src/machines/flash-countdown.machine.ts';
import { secondsUntil } from '../../src/rules/countdown.ts';
import { nextEnd } from '../../src/rules/flash.ts';
import { actsOf, defineModel } from '../../model-testing/model/define.ts';
import { D0, D1, D2, known, SOON, T } from './flash.samples.ts';

export const flashCountdownModel = defineModel({
  flow: 'flash-countdown',
  machine: flashCountdownMachine,
  inputs: {
    '': { known: null, hasPlaceholder: true },
    'placeholder off': { known: null, hasPlaceholder: false },
    'deals with the page': { known: known(SOON, D1), hasPlaceholder: true },
    'past deals with the page': { known: known(D0), hasPlaceholder: true },
  },
  events: {
    'deals.known': {
      D1: known(D1),
      'one that ends soon': known(SOON),
      both: known(SOON, D1),
      D0: known(D0),
      none: known(),
    },
    'clock.tick': {
      sentBy: 'clock',
      cases: { '1 s': { now: T + 1_000 }, '0.999 s': { now: T + 999 }, 'a day and more': { now: T + 90_061_000 } },
    },
  },
  acts: actsOf<typeof flashCountdownMachine>({
    'deals.known': { sentIn: 'src/machines/home-section.machine.ts' },
  }),
  done: { loadDeals: { D1: known(D1), D2: known(D2), none: known() } },
  project: ({ hasPlaceholder, ends, now, endings }) => ({ hasPlaceholder, ends, now, endings: Math.min(endings, 2) }),
  delays: {},
  states: {
    waiting: (snapshot) => snapshot.matches('waiting'),
    running: (snapshot) => snapshot.matches('running'),
    ended: (snapshot) => snapshot.matches('ended'),
    placeholder: (snapshot) => snapshot.matches('placeholder'),
    hiddenClock: (snapshot) => snapshot.matches('hiddenClock'),
  },
  beyond: [
    { what: /^ended: at once \[isAhead\]/, why: 'H13: the clock was ahead of the server, and is put right' },
    {
      what: /^\(root\): clock\.tick -> \(stays\), from (waiting|hiddenClock)$/,
      why: 'H13: the time goes on without a clock to show it',
    },
    {
      what: /^\(root\): deals\.known -> deciding, from/,
      why: 'U2: whoever shows the deals may tell others at any moment',
    },
  ],
  invariants: {
    'no part of the clock is ever negative': ({ snapshot: { context } }) =>
      secondsUntil(nextEnd(context.ends ?? [], context.now) ?? context.now, context.now) >= 0,
    'it runs, to a deal or to a moment of its own, where one is ahead': ({ snapshot }) =>
      (snapshot.matches('running') || snapshot.matches('placeholder')) ===
      (nextEnd(snapshot.context.ends ?? [], snapshot.context.now) !== null),
    'GET /deals/flash is called once per ended deal': ({ before, snapshot, started }) =>
      before === null ||
      snapshot.context.endings - before.context.endings === started.filter(({ slot }) => slot === 'loadDeals').length,
    'a second that is told is the one that counts': ({ step, snapshot }) =>
      step?.event.type !== 'clock.tick' || snapshot.context.now === step.event['now'],
    'without a deal nothing is counted as ended': ({ before, snapshot }) =>
      before === null || before.matches('running') || snapshot.context.endings === before.context.endings,
  },
});
