import { safeParse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { answerOf } from '../../model-testing/browser/play.ts';
import type { Beginning } from '../../model-testing/browser/play.ts';
import { endpointOf, fieldsOf } from '../../scripts/paths/contract-calls.ts';
import { exportedFor } from '../../scripts/paths/in-browser.ts';
import { optionsIn } from '../../scripts/paths/options.ts';
import { stagedFlows } from '../../scripts/paths/staging.ts';

/**
 * A walk answers the calls of a page by itself. A page takes an answer that the contract does not know for none at all, and
 * the walk would look at another page than the case means.
 */

/** What a shop answers that is out of order, on purpose. */
const isBroken = (json: unknown) => JSON.stringify(json) === '{}';

/** What is wrong with an answer, in a sentence; null where the contract allows it. */
function wrongIn(call: string, given: unknown): string | null {
  const { status, json } = answerOf(given);
  if (status !== 200 || isBroken(json)) return null;
  const found = endpointOf(call);
  if (found === undefined) return `${call} is no call of the contract`;
  const { issues } = safeParse(found.reply, json);
  const [issue] = issues ?? [];
  return issue === undefined
    ? null
    : `${call} answers ${issue.path?.map(({ key }) => String(key)).join('.') ?? 'all'}: ${issue.message}`;
}

const exports = new Map<string, ReturnType<typeof exportedFor>>();

/** What a walk of a flow does; made once for all tests. */
function walked(flow: string): ReturnType<typeof exportedFor> {
  const made = exports.get(flow) ?? exportedFor(optionsIn([flow, '--cover', 'transitions']));
  exports.set(flow, made);
  return made;
}

describe('answers of walked paths', { timeout: 600_000 }, () => {
  test.each(stagedFlows)('X88: %s is answered with nothing but what the contract allows', async (flow) => {
    const { scripts } = await walked(flow);
    // What §8 says of an answer in which something is missing is walked with such an answer.
    const isWhole = (text: string) => !/\bno data\b/.test(text);
    const moves = scripts.flatMap(({ steps }) => steps.flatMap((step) => (isWhole(step.text) ? step.moves : [])));
    const wrong = moves.flatMap((move) => {
      if (move.do === 'answer') return [wrongIn(String(move.with[0]), move.with[1])];
      if (move.do !== 'begin') return [];
      return Object.entries((move.with[0] as Beginning).replies ?? {}).map(([call, given]) => wrongIn(call, given));
    });
    expect([...new Set(wrong.filter((one) => one !== null))]).toEqual([]);
  });

  test.each(stagedFlows)('X88: %s looks for every field that a call cannot be sent without', async (flow) => {
    const { scripts } = await walked(flow);
    const lines = scripts.flatMap(({ steps }) => steps.flatMap(({ expectations }) => expectations));
    const wrong = lines.flatMap(({ words, check }) => {
      if (check?.call === undefined) return [];
      const { method, path, body } = check.call;
      const names = Object.keys(body ?? {});
      return fieldsOf(`${method} ${path}`).flatMap((name) => (names.includes(name) ? [] : [`${name}: ${words}`]));
    });
    expect([...new Set(wrong)]).toEqual([]);
  });

  test('X88: an answer that the contract does not allow is found', () => {
    const at = { success: true, data: { status: 'pending', checkedAt: 0 } };
    expect(wrongIn('GET /mpesa/payment-status/{id}', at)).toMatch(/data\.checkedAt/);
    expect(wrongIn('GET /nowhere', { success: true })).toMatch(/no call of the contract/);
  });
});
