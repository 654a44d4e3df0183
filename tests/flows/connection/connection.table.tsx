import { expect } from 'vitest';
import type { connectionMachine } from '../../../src/machines/shell/connection.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Table } from 'model-testing/table/table';
import { connectionView } from './connection.view.tsx';

type Connection = typeof connectionMachine;
type Live = LiveActor<Connection>;

const EVENTS = {
  'browser says online': { type: 'network.back' },
  'browser says offline': { type: 'network.lost' },
  'page visible': { type: 'page.visible' },
  'page hidden': { type: 'page.hidden' },
} as const;

const say = (words: keyof typeof EVENTS) => (live: Live) => live.emit('watchBrowser', EVENTS[words]);

export const connectionTable: Table<Connection> = {
  view: connectionView,
  start: {
    'the browser says online at the start': { input: '', after: say('browser says online') },
    'the browser says offline at the start': { input: '', after: say('browser says offline') },
    'the page is visible at the start': { input: '', after: say('page visible') },
    'the page is hidden at the start (a tab opened in the background)': { input: '', after: say('page hidden') },
    "in the server's HTML": '',
  },
  on: [
    {
      'browser says online, then offline at once': async (live) => {
        await say('browser says online')(live);
        await say('browser says offline')(live);
      },
    },
    [/^(?:server renders the page|url changed)/, () => undefined],

    // The machine reports the browser's state at its start, after the back/forward cache and at every other moment.
    [
      /(browser says (?:on|off)line|page (?:visible|hidden))\)?$/,
      (live, [, words = '']) => say(words as keyof typeof EVENTS)(live),
    ],
  ],
  calls: [],
  inside: { watchBrowser: 'listens to this browser, calls nothing' },
  does: [
    {
      'no mark in the HTML': ({ page }) => expect(page.queryByRole('status')).toBeNull(),
      'who waits for the network is told at once': ({ before, snapshot }) =>
        expect([before.value.network, snapshot.value.network]).toEqual(['offline', 'online']),
    },
    [
      /^who watches a payment (?:asks no more|is told at once)$/,
      ({ before, snapshot }) => expect(before.value.page).not.toBe(snapshot.value.page),
    ],
  ],
  elsewhere: [
    {
      rows: /^invariant: what the header's mark and a payment's watch/,
      by: 'tests/flows/connection/connection.requirements.test.ts',
    },
    { rows: /^invariant: no call is made/, by: 'tests/flows/connection/connection.requirements.test.ts' },
  ],
};
