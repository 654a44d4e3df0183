import { defineActs } from 'model-testing/model/define';
import { press } from 'model-testing/view/act';
import { defineModel } from './model-testing.config.ts';
import { playerMachine } from './player.machine.ts';
import { DAY, SILENCE } from './player.samples.ts';

/** The events of the player, and its promises at every moment. */
export const playerModel = defineModel({
  flow: 'player',
  machine: playerMachine,
  inputs: { '': { album: 'day' } },
  events: {
    'play.press': { '': {} },
    'pause.press': { '': {} },
    'next.press': { '': {} },
    'back.press': { '': {} },
    'mute.toggle': { '': {} },
    'retry.press': { '': {} },
    'headphones.unplugged': { sentBy: 'watchHeadphones', cases: { '': {} } },
  },
  acts: defineActs<typeof playerMachine>({
    'play.press': press('button', 'Play'),
    'pause.press': press('button', 'Pause'),
    'next.press': press('button', 'Next'),
    'back.press': press('button', 'Back'),
    'mute.toggle': press('button', 'Mute'),
    'retry.press': press('button', 'Try again'),
  }),
  done: { loadAlbum: { 'two tracks': DAY, 'no tracks': SILENCE } },
  late: ['loadAlbum'],
  delays: { retryAfter: 10_000, trackEnds: ({ at }) => (at === 0 ? 180_000 : 240_000) },
  equivalents: {
    'action rewind for action 1 of ready.track.paused: back.press': 'of two tracks the one before is the first',
  },
  states: {
    loading: (snapshot) => snapshot.matches('loading'),
    failed: (snapshot) => snapshot.matches('failed'),
    empty: (snapshot) => snapshot.status === 'done',
    paused: (snapshot) => snapshot.matches({ ready: { track: 'paused' } }),
    playing: (snapshot) => snapshot.matches({ ready: { track: 'playing' } }),
    loud: (snapshot) => snapshot.matches({ ready: { sound: 'loud' } }),
    muted: (snapshot) => snapshot.matches({ ready: { sound: 'muted' } }),
  },
  invariants: {
    'a track of the album is shown, never one before the first or after the last': ({ snapshot }) => {
      const { at, tracks } = snapshot.context;
      return !snapshot.matches('ready') || tracks[at] !== undefined;
    },
    'the album is asked for once at a time': ({ calls }) =>
      calls.filter((call) => call.slot === 'loadAlbum' && call.isOpen()).length <= 1,
    'it is loud until Mute is pressed, and muted until it is pressed again': ({ before, step, snapshot }) =>
      before?.matches('ready') !== true ||
      (before.matches({ ready: { sound: 'muted' } }) === snapshot.matches({ ready: { sound: 'muted' } })) ===
        (step?.event.type !== 'mute.toggle'),
    'what is played is no matter of Mute': ({ before, step, snapshot }) =>
      before?.matches('ready') !== true ||
      step?.event.type !== 'mute.toggle' ||
      before.matches({ ready: { track: 'playing' } }) === snapshot.matches({ ready: { track: 'playing' } }),
    'nothing is said of an album before it has come, nor of a problem but where it could not': ({ snapshot }) => {
      const { title, tracks, problem } = snapshot.context;
      const isKnown = snapshot.matches('ready') || snapshot.matches('empty');
      return (
        isKnown === (title !== '') &&
        (isKnown || tracks.length === 0) &&
        snapshot.matches('failed') === (problem !== null)
      );
    },
  },
});
