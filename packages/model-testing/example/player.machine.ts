import { assign, fromCallback, fromPromise, setup } from 'xstate';
import type { EventObject } from 'xstate';

/** A media player: it loads an album and plays its tracks in order. */

export interface Track {
  readonly title: string;
  /** Seconds. */
  readonly length: number;
}

export interface Album {
  readonly title: string;
  readonly tracks: readonly Track[];
}

export interface PlayerContext {
  readonly album: string;
  readonly title: string;
  readonly tracks: readonly Track[];
  /** Index of the current track, from 0. */
  readonly at: number;
  readonly problem: string | null;
}

export type PlayerEvent =
  | { readonly type: 'play.press' }
  | { readonly type: 'pause.press' }
  | { readonly type: 'next.press' }
  | { readonly type: 'back.press' }
  | { readonly type: 'mute.toggle' }
  | { readonly type: 'retry.press' }
  | { readonly type: 'headphones.unplugged' };

/** Fails until the caller provides the slot. */
const notProvided = (): never => {
  throw new Error('a slot of the player is empty');
};

export const playerMachine = setup({
  types: {
    input: {} as { readonly album: string },
    context: {} as PlayerContext,
    events: {} as PlayerEvent,
  },
  actors: {
    loadAlbum: fromPromise<Album, { readonly album: string }>(notProvided),
    /** Sends `headphones.unplugged`. */
    watchHeadphones: fromCallback<EventObject>(notProvided),
  },
  actions: {
    startSound: notProvided as (scope: unknown, params: { readonly title: string }) => void,
    stopSound: notProvided as () => void,
    setVolume: notProvided as (scope: unknown, params: { readonly percent: number }) => void,
    setAlbum: assign((_, { title, tracks }: Album) => ({ title, tracks })),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => getProblemText(error) }),
    clearProblem: assign({ problem: null }),
    goOn: assign({ at: ({ context }) => context.at + 1 }),
    goBack: assign({ at: ({ context }) => context.at - 1 }),
    rewind: assign({ at: 0 }),
  },
  guards: {
    isEmpty: (_, { tracks }: Album) => tracks.length === 0,
    hasNext: ({ context: { at, tracks } }) => at + 1 < tracks.length,
    hasPrevious: ({ context }) => context.at > 0,
  },
  delays: {
    retryAfter: 10_000,
    trackEnds: ({ context: { at, tracks } }) => 1_000 * (tracks[at]?.length ?? 0),
  },
}).createMachine({
  id: 'player',
  description: 'Plays the tracks of an album, one after the other.',
  context: ({ input }) => ({ album: input.album, title: '', tracks: [], at: 0, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The list of tracks is loading.',
      invoke: {
        id: 'loadAlbum',
        src: 'loadAlbum',
        input: ({ context: { album } }) => ({ album }),
        onDone: [
          {
            description: 'The album has no track (P2).',
            guard: { type: 'isEmpty', params: ({ event }) => event.output },
            target: 'empty',
            actions: { type: 'setAlbum', params: ({ event }) => event.output },
          },
          {
            description: 'The album has tracks.',
            target: 'ready',
            actions: { type: 'setAlbum', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'failed', actions: { type: 'setProblem', params: ({ event }) => event } },
      },
    },
    failed: {
      description: 'The tracks could not be loaded. The page shows the reason.',
      on: { 'retry.press': { target: 'loading', actions: 'clearProblem' } },
      after: {
        retryAfter: { description: 'Loads again after 10 s (P3).', target: 'loading', actions: 'clearProblem' },
      },
    },
    empty: { description: 'Nothing can be played.', type: 'final' },
    ready: {
      description: 'The tracks have loaded.',
      type: 'parallel',
      states: {
        track: {
          description: 'Playback of the current track.',
          initial: 'paused',
          states: {
            paused: {
              description: 'Waits at the beginning of a track.',
              on: {
                'play.press': 'playing',
                'next.press': { description: 'A track follows.', guard: 'hasNext', actions: 'goOn' },
                'back.press': { description: 'A track comes before.', guard: 'hasPrevious', actions: 'goBack' },
              },
            },
            playing: {
              description: 'A track is playing.',
              invoke: { id: 'watchHeadphones', src: 'watchHeadphones' },
              entry: {
                type: 'startSound',
                params: ({ context: { at, tracks } }) => ({ title: tracks[at]?.title ?? '' }),
              },
              exit: 'stopSound',
              on: {
                'pause.press': 'paused',
                'headphones.unplugged': 'paused',
                'next.press': {
                  description: 'A track follows.',
                  guard: 'hasNext',
                  target: 'playing',
                  reenter: true,
                  actions: 'goOn',
                },
              },
              after: {
                trackEnds: [
                  {
                    description: 'At the end of a track, after 180 s or 240 s, if another one follows (P5).',
                    guard: 'hasNext',
                    target: 'playing',
                    reenter: true,
                    actions: 'goOn',
                  },
                  {
                    description: 'At the end of the last track, after 180 s or 240 s (P5).',
                    target: 'paused',
                    actions: 'rewind',
                  },
                ],
              },
            },
          },
        },
        sound: {
          description: 'The sound: loud or muted.',
          initial: 'loud',
          states: {
            loud: {
              description: 'The sound is on.',
              on: { 'mute.toggle': { target: 'muted', actions: { type: 'setVolume', params: { percent: 0 } } } },
            },
            muted: {
              description: 'The playback continues without sound.',
              on: { 'mute.toggle': { target: 'loud', actions: { type: 'setVolume', params: { percent: 100 } } } },
            },
          },
        },
      },
    },
  },
});

/** Returns the server's message, or a default text when it has none. */
function getProblemText(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'The album could not be loaded.';
}
