import { listener, walkArea } from '../support/walks.ts';
import type { Act } from '../support/walks.ts';

const about = 'connection' as const;
const start: Act = ({ app }) => app.connection.start();
const is =
  (change: object, event: string): Act =>
  ({ browser, fire }) => {
    Object.assign(browser, change);
    fire(event);
  };
const LOST = { heard: { type: 'network.lost' } };
const BACK = { heard: { type: 'network.back' } };
const HIDDEN = { heard: { type: 'page.hidden' } };
const VISIBLE = { heard: { type: 'page.visible' } };

walkArea('connection', () => {
  listener('connection', 'watchBrowser', {
    world: { about },
    act: start,
    starts: [BACK, VISIBLE],
    listening: ['offline', 'online', 'pageshow', 'pageshow', 'visibilitychange'],
    hears: [
      [is({ isOnline: false }, 'offline'), [LOST]],
      [is({ isOnline: true }, 'online'), [BACK]],
      [is({ isVisible: false }, 'visibilitychange'), [HIDDEN]],
      [is({ isVisible: true }, 'visibilitychange'), [VISIBLE]],
      [is({ isOnline: false, isVisible: false }, 'pageshow'), [LOST, HIDDEN]],
    ],
  });
  listener(
    'connection',
    'watchBrowser',
    {
      world: { about },
      open: ({ browser }) => void Object.assign(browser, { isOnline: false, isVisible: false }),
      act: start,
      starts: [LOST, HIDDEN],
      listening: ['offline', 'online', 'pageshow', 'pageshow', 'visibilitychange'],
      hears: [],
    },
    'on a hidden, offline page',
  );
});
