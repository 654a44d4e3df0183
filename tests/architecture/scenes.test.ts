import { expect, test } from 'vitest';
import { flows, scenes, UNSEEN } from '../../tools/flows/scenes.tsx';
import { sources } from '../support/files.ts';

test('every flow of the browser has a view, or a reason why it renders nothing', () => {
  const machines = sources('src/machines').flatMap(({ path }) => /([^/]+)\.machine\.ts$/.exec(path)?.[1] ?? []);
  expect([...Object.keys(scenes), ...Object.keys(UNSEEN)].sort()).toEqual([...machines].sort());
  expect([...flows].sort()).toEqual([...machines].sort());
});

test('every view renders its own flow', () => {
  const without = Object.entries(scenes).filter(
    ([flow, { model, view }]) => model?.flow !== flow || typeof view !== 'function',
  );
  expect(without.map(([flow]) => flow)).toEqual([]);
});
