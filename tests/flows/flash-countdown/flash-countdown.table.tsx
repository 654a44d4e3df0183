import { expect } from 'vitest';
import type { flashCountdownMachine } from '../../../src/machines/home/flash-countdown.machine.ts';
import type { EndingDeal } from '../../../src/rules/home/flash.ts';
import type { Page } from 'model-testing/view/page';
import type { LiveActor } from 'model-testing/model/live';
import type { Table } from 'model-testing/table/table';
import { D0, D1, D2, known, NEVER, NOW, SOON, UNREADABLE } from '../support/flash.samples.ts';
import { flashCountdownView } from './flash-countdown.view.tsx';

/** The text of the clock. */
const shown = ({ getByRole }: Page) => getByRole('timer').textContent.trim();

type Live = LiveActor<typeof flashCountdownMachine>;

const know = (...deals: readonly EndingDeal[]) => ({ type: 'deals.known', ...known(...deals) }) as const;
const tick = (live: Live, ms: number) =>
  live.emit('clock', { type: 'clock.tick', now: live.snapshot.context.now + ms });
const passSoon =
  (...deals: readonly EndingDeal[]) =>
  async (live: Live) => {
    await live.send(know(SOON, ...deals));
    await tick(live, 1_000);
  };

export const flashCountdownTable: Table<typeof flashCountdownMachine> = {
  view: flashCountdownView,
  start: { always: '' },
  // The clock sends the time to the machine.
  wait: async (live, ms) => {
    await live.advance(ms);
    if (!live.snapshot.matches('waiting')) await tick(live, ms);
  },
  reach: {
    running: (live, { on, when }) =>
      when === null && on.startsWith('GET')
        ? passSoon(D1)(live)
        : know(...(when === null ? [D2] : when.includes('D1') ? [SOON, D1] : [SOON])),
    ended: (live, { on }) => (on === 'timer' ? know(D0) : passSoon()(live)),
  },
  when: [
    {
      'flashPlaceholder on': { input: '' },
      'flashPlaceholder off': { input: 'placeholder off' },
    },
    [/^(the earliest deal ends now|the last deal ends now)/, { holds: ({ snapshot }) => snapshot.matches('running') }],
  ],
  on: [
    {
      'deals known([D1])': know(D1),
      'deals known([D1, D2])': know(D1, D2),
      'deals known([D0, D2])': know(D0, D2),
      'deals known([D0])': know(D0),
      'deals known([D2])': know(D2),
      'deals known([])': know(),
      'deals known(one ends exactly now)': know(NOW),
      'deals known(one ends 1 s from now)': know(SOON),
      'deals known(a deal without or with an unreadable flashEndsAt, and D2)': know(NEVER, UNREADABLE, D2),
      // The event with the deals also carries the server time.
      "deals known(phone's clock 1 hour ahead of the server)": know(D2),
      'page hidden for 10 s, then visible': (live) => tick(live, 10_000),
    },
  ],
  calls: [
    {
      call: 'GET /deals/flash',
      slot: 'loadDeals',
      answers: [
        {
          '[D1]': known(D1),
          '[]': known(),
          '[new deal]': known(D2),
        },
      ],
    },
  ],
  inside: { clock: 'tells the time' },
  does: [
    {
      'one second less': ({ page }) => expect(shown(page)).toBe('0d 0h 59m 59s'),
      '10 seconds less, no catching up tick by tick': ({ page }) => expect(shown(page)).toBe('0d 0h 59m 50s'),
      'time to D1': ({ page }) => expect(shown(page)).toBe('1d 1h 1m 1s'),
    },
    [/^(\d+d \d+h \d+m \d+s)/, ({ page }, [, text]) => expect(shown(page)).toBe(text)],
    [/^zeros/, ({ page }) => expect(shown(page)).toBe('0d 0h 0m 0s')],
    [/^D2 counts$|^time left by the server's clock$/, ({ page }) => expect(shown(page)).toBe('0d 1h 0m 0s')],

    // In these rows one second has passed.
    [/^clock goes on to D1$|^the known deals go on$/, ({ page }) => expect(shown(page)).toBe('1d 1h 1m 0s')],
  ],
};
