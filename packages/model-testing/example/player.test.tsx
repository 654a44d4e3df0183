// @vitest-environment happy-dom
import { expect } from 'vitest';
import { flowTests } from 'model-testing/flow-tests';
import type { MachineView } from 'model-testing/view/screen';
import { see } from 'model-testing/view/shows';
import type { playerMachine } from './player.machine.ts';
import { playerModel } from './player.model.ts';
import { playerTable } from './player.table.ts';
import { PlayerView } from './player.view.tsx';

const playerView: MachineView<typeof playerMachine> = (snapshot, send) => (
  <PlayerView snapshot={snapshot} send={send} />
);

// Coverage, paths, timers, controls, rows and mutants.
flowTests(playerModel, {
  view: playerView,
  shows: {
    loading: 'Loading the album',
    failed: [(page, { context }) => expect(page.says).toEqual([context.problem]), see('button', 'Try again')],
    empty: 'There is nothing on Silence.',
    'ready.track.paused': see('button', 'Play'),
    'ready.track.playing': [see('button', 'Pause'), see('button', 'Back', 'off')],
    'ready.sound.loud': (page) => expect(page.getByRole('button', { name: 'Mute', pressed: false })).toBeDefined(),
    'ready.sound.muted': (page) => expect(page.getByRole('button', { name: 'Mute', pressed: true })).toBeDefined(),
  },
  table: playerTable,
});
