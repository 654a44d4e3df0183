import { assign, fromPromise, setup } from 'xstate';

/** A media player with regions, a call, timers and everything else that a chart can draw. */
export const playerMachine = setup({
  types: {
    events: {} as
      | { type: 'disc.insert' }
      | { type: 'play.press' }
      | { type: 'pause.press' }
      | { type: 'track.restart' }
      | { type: 'volume.change' }
      | { type: 'eject.press' },
    context: {} as { volume: number },
  },
  actors: { readDisc: fromPromise(() => Promise.resolve()) },
  guards: { isDiscScratched: () => false },
  actions: { setVolume: assign({ volume: 1 }), showWarning: () => undefined },
  delays: { dimAfter: 75_000, skipAfter: () => 10 },
}).createMachine({
  id: 'player',
  description: 'Plays a disc.',
  context: { volume: 0 },
  initial: 'empty',
  on: { 'eject.press': '.empty' },
  states: {
    empty: { description: 'No disc lies in it.', on: { 'disc.insert': 'reading' } },
    reading: {
      description: 'The disc is read.',
      invoke: {
        src: 'readDisc',
        onDone: [
          { guard: 'isDiscScratched', description: 'It has a scratch (D1).', target: 'broken', actions: 'showWarning' },
          { target: '#player.loaded.sound.quiet' },
        ],
        onError: 'broken',
      },
    },
    loaded: {
      description: 'A disc lies in it.',
      type: 'parallel',
      states: {
        track: {
          description: 'The sound of the disc.',
          initial: 'paused',
          states: {
            paused: { description: 'It waits.', on: { 'play.press': 'playing', 'eject.press': {} } },
            playing: {
              description: 'It plays.',
              on: { 'pause.press': 'paused', 'track.restart': { target: 'playing', reenter: true } },
              after: { skipAfter: { target: 'paused' } },
            },
          },
        },
        sound: {
          description: 'How loud it is.',
          initial: 'loud',
          states: {
            loud: { description: 'One hears it.', on: { 'volume.change': { actions: 'setVolume' } } },
            quiet: { description: 'One hardly hears it.', after: { dimAfter: 'loud' } },
          },
        },
      },
      on: { 'disc.insert': [{ target: ['.track.playing', '.sound.loud'] }] },
    },
    broken: { description: 'It cannot be played.', type: 'final' },
  },
});
