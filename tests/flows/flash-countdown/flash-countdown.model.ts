import { defineModel } from '../../../model-testing.config.ts';
import { flashCountdownMachine } from '../../../src/machines/home/flash-countdown.machine.ts';
import type { FlashCountdownInput } from '../../../src/machines/home/flash-countdown.machine.ts';
import { getSecondsUntil } from '../../../src/rules/countdown.ts';
import { getNextEnd } from '../../../src/rules/home/flash.ts';
import { defineActs } from 'model-testing/model/define';
import { D0, D1, D2, known, SOON, T } from '../support/flash.samples.ts';

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
  acts: defineActs<typeof flashCountdownMachine>({
    'deals.known': { sentIn: 'src/machines/home/home-section.machine.ts' },
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
  equivalents: {
    'swap deciding: always #1': 'no deal that is unknown is ahead',
    ...Object.fromEntries(
      [
        'drop deciding: always #2',
        'retarget deciding: always #2 -> ended',
        'retarget deciding: always #2 -> ended.sure',
        'retarget deciding: always #2 -> ended.asking',
        'retarget running: clock.tick #3 -> running.sure',
        'retarget running.asking: loadDeals fails -> deciding',
        'retarget running.asking: loadDeals fails -> running',
        'retarget running.asking: loadDeals fails -> ended',
        'retarget running.asking: loadDeals fails -> ended.sure',
        'retarget running.asking: loadDeals fails -> ended.asking',
        'retarget ended: always -> deciding',
        'retarget ended.asking: loadDeals fails -> deciding',
        'retarget ended.asking: loadDeals fails -> ended',
        'retarget placeholder: clock.tick #1 -> deciding',
      ].map((name) => [
        name,
        'where a deal is ahead it leads on to running at once, before anything is asked, and where all are past to ended',
      ]),
    ),
    'drop running: clock.tick #3': 'the time goes on in every state',
    'drop placeholder: clock.tick #2': 'the time goes on in every state',
    'guard placeholder: clock.tick #1 by isOneEnding': 'it runs to one moment, which is its last',
  },
  invariants: {
    'what is there to run to is what was told (U1)': ({ step, snapshot }) => {
      const { ends, now, endings } = snapshot.context;
      const known = step?.kind === 'start' ? (step.input as FlashCountdownInput).known : null;
      return (
        snapshot.matches('waiting') === (ends === null) &&
        snapshot.matches('hiddenClock') === (ends?.length === 0) &&
        (step?.kind !== 'start' || (now === (known?.now ?? 0) && endings === 0)) &&
        (step?.kind !== 'done' || !snapshot.matches('ended'))
      );
    },
    'a question is waited for, whatever time it gets': ({ step, before, snapshot, calls }) => {
      const isAsking = snapshot.matches({ running: 'asking' }) || snapshot.matches({ ended: 'asking' });
      const isCut = before?.matches({ running: 'asking' }) === true && step?.event.type === 'clock.tick' && !isAsking;
      return !isCut && isAsking === calls.some((call) => call.slot === 'loadDeals' && call.isOpen());
    },
    'deals that were over never become a moment of the clock (U1)': ({ step, before, snapshot }) =>
      step?.event.type !== 'clock.tick' || before?.matches('placeholder') === true || !snapshot.matches('placeholder'),
    'no part of the clock is ever negative': ({ snapshot: { context } }) =>
      getSecondsUntil(getNextEnd(context.ends ?? [], context.now) ?? context.now, context.now) >= 0,
    'it runs, to a deal or to a moment of its own, where one is ahead': ({ snapshot }) =>
      (snapshot.matches('running') || snapshot.matches('placeholder')) ===
      (getNextEnd(snapshot.context.ends ?? [], snapshot.context.now) !== null),
    'GET /deals/flash is called once per ended deal': ({ before, snapshot, started }) =>
      snapshot.context.endings - (before?.context.endings ?? 0) ===
      started.filter(({ slot }) => slot === 'loadDeals').length,
    'a second that is told is the one that counts': ({ step, snapshot }) =>
      step?.event.type !== 'clock.tick' || snapshot.context.now === step.event['now'],
    'without a deal nothing is counted as ended': ({ before, snapshot }) =>
      before === null || before.matches('running') || snapshot.context.endings === before.context.endings,
  },
});
