import { expect } from 'vitest';
import type { LiveActor } from 'model-testing/model/live';
import { START } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import type { playerMachine } from './player.machine.ts';
import { DAY, SILENCE } from './player.samples.ts';

type Live = LiveActor<typeof playerMachine>;

const load = (live: Live) => live.answer('loadAlbum', DAY);
const next = { type: 'next.press' } as const;

/** The map between player.yaml and the machine. */
export const playerTable: Table<typeof playerMachine> = {
  start: { always: '' },
  reach: {
    paused: load,
    playing: async (live) => {
      await load(live);
      await live.send({ type: 'play.press' });
    },
  },
  when: [{ 'at track 2': { after: next } }],
  on: [
    {
      begin: START,
      'press Play': { type: 'play.press' },
      'press Pause': { type: 'pause.press' },
      'press Next': next,
      'press Back': { type: 'back.press' },
      'press Mute': { type: 'mute.toggle' },
      'press Try again': { type: 'retry.press' },
      'the headphones are pulled out': { type: 'headphones.unplugged' },
    },
  ],
  calls: [
    {
      call: 'GET /albums',
      slot: 'loadAlbum',
      input: (args) => args,
      answers: [
        {
          '2 tracks': DAY,
          'no tracks': SILENCE,
        },
      ],
    },
  ],
  inside: { watchHeadphones: 'listens to the device, calls nothing' },
  does: [
    { 'the sound stops': (outcome) => void outcome.effect('stopSound') },
    [/^track (\d of \d)$/, ({ page }, [, which = '']) => expect(page.text).toContain(`${which}: `)],
    [/^'(.*)' sounds$/, (outcome, [, title]) => void outcome.effect('startSound', { title })],
    [
      /^the volume is (\d+) %$/,
      (outcome, [, percent]) => void outcome.effect('setVolume', { percent: Number(percent) }),
    ],
  ],
};
