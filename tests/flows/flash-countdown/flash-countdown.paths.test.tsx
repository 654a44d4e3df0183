import { expect } from 'vitest';
import { flashCountdownModel } from './flash-countdown.model.ts';
import { flashCountdownView } from './flash-countdown.view.tsx';
import { flashCountdownTable } from './flash-countdown.table.tsx';
import { NOTHING, see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

flowTests(flashCountdownModel, {
  view: flashCountdownView,
  shows: {
    waiting: NOTHING,
    running: [see('timer', 'Time left'), (page) => expect(page.text).toMatch(/[1-9]/)],
    ended: (page) => expect(page.text.trim()).toBe('0d 0h 0m 0s'),
    placeholder: [see('timer', 'Time left'), (page) => expect(page.text).toMatch(/^0d 1?\d?h/)],
    hiddenClock: NOTHING,
  },
  table: flashCountdownTable,
});
