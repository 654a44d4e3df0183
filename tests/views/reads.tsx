import type { ReactElement } from 'react';
import { expect } from 'vitest';
import { createActor } from 'xstate';
import type { AnyMachineSnapshot, AnyStateMachine, ContextFrom, InputFrom, SnapshotFrom, StateValueFrom } from 'xstate';
import { renderPage } from '../../model-testing/view/page.ts';
import { readingOf } from '../../model-testing/view/reading.ts';

/** A machine as it stands somewhere, without having gone there. */
export function at<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
  value?: StateValueFrom<Machine> | object | string,
  context: Partial<ContextFrom<Machine>> = {},
): SnapshotFrom<Machine> {
  const first: AnyMachineSnapshot = createActor(machine, { input } as never).getSnapshot();
  return machine.resolveState({
    value: value ?? first.value,
    context: { ...first.context, ...context },
  } as never) as SnapshotFrom<Machine>;
}

/** A view reads like this, all of it, in this order. */
export function expectReading(view: ReactElement, text: string): void {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const indent = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  expect(readingOf(renderPage(view).element).split('\n')).toEqual(lines.map((line) => line.slice(indent)));
}

/** For views whose controls nobody presses. */
export const ignore = (): void => undefined;
