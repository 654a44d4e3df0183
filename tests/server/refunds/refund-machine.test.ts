import { describe, expect, test } from 'vitest';
import { getRowName } from 'model-testing/table/flow';
import { refundMachine } from '../../../server/machines/refund.machine.ts';
import { findFault, flow, judgeRefundMachine, sentences, walk } from './refund-rows.ts';

const { steps, untaken } = walk(refundMachine);

describe('refund table, machine only', () => {
  const refs = new Map(flow.rows.map((row) => [getRowName(row), row.ref]));

  test.each(sentences.map(({ name }) => [`${refs.get(name)}: ${name}`, name] as const))('%s', (_, name) => {
    const spoken = steps.filter(({ names }) => names.includes(name));
    expect(spoken.length, 'steps of which it speaks').toBeGreaterThan(0);
    expect(spoken.flatMap((step) => findFault(step) ?? []).slice(0, 1)).toEqual([]);
  });

  test('no event changes anything without a row or a ruling', () => {
    expect(steps.flatMap((step) => findFault(step) ?? []).slice(0, 1)).toEqual([]);
  });

  test('takes every transition and rejects with every guard', () => {
    expect(untaken).toEqual([]);
    expect(judgeRefundMachine(refundMachine)).toBeNull();
  });
});

describe('invariants over every refund', () => {
  test('done and dropped are never left', () => {
    for (const { state, after } of steps) if (state === 'done' || state === 'dropped') expect(after.value).toBe(state);
  });

  test('a call starts only where no earlier try can move money, or repeats one of B2C', () => {
    for (const { state, context, event, isAccepted } of steps)
      if (event.type === 'call.start' && isAccepted)
        expect(state === 'approved' ? context.isConfirmed : state === 'sending' && context.way === 'b2c').toBe(true);
  });

  test('a queue time-out never ends in failed', () => {
    for (const { state, event, after } of steps)
      if (event.type === 'queue.timedOut' && state !== 'failed') expect(after.value).not.toBe('failed');
  });
});
