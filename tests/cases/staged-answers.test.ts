import { readdirSync } from 'node:fs';
import path from 'node:path';
import { safeParse } from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { answerOf } from '../../model-testing/browser/play.ts';
import type { Beginning } from '../../model-testing/browser/play.ts';
import { exportedFor } from '../../scripts/paths/in-browser.ts';
import { optionsIn } from '../../scripts/paths/options.ts';
import { stagedFlows } from '../../scripts/paths/staging.ts';

/**
 * A walk answers the calls of a page by itself. A page takes an answer that the contract does not know for none at all, and
 * the walk would look at another page than the case means.
 */

const files = readdirSync('contract').filter((file) => file.endsWith('.ts'));
const modules = await Promise.all(files.map(async (file) => (await import(path.resolve('contract', file))) as object));
const endpoints = modules.flatMap((one) => Object.values(one).filter(isEndpoint));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'reply' in value && 'path' in value && 'method' in value;
}

/** What a shop answers that is out of order, on purpose. */
const isBroken = (json: unknown) => JSON.stringify(json) === '{}';

/** What is wrong with an answer, in a sentence; null where the contract allows it. */
function wrongIn(call: string, given: unknown): string | null {
  const { status, json } = answerOf(given);
  if (status !== 200 || isBroken(json)) return null;
  const [method = '', address = ''] = call.split(' ');
  const place = address.replace(/\?.*$/, '');
  const isIt = (one: Endpoint) =>
    one.method === method && new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(place);
  const found = endpoints.find((one) => one.method === method && one.path === place) ?? endpoints.find(isIt);
  if (found === undefined) return `${call} is no call of the contract`;
  const { issues } = safeParse(found.reply, json);
  const [issue] = issues ?? [];
  return issue === undefined
    ? null
    : `${call} answers ${issue.path?.map(({ key }) => String(key)).join('.') ?? 'all'}: ${issue.message}`;
}

describe('answers of walked paths', { timeout: 600_000 }, () => {
  test.each(stagedFlows)('X88: %s is answered with nothing but what the contract allows', async (flow) => {
    const { scripts } = await exportedFor(optionsIn([flow, '--cover', 'transitions']));
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

  test('X88: an answer that the contract does not allow is found', () => {
    const at = { success: true, data: { status: 'pending', checkedAt: 0 } };
    expect(wrongIn('GET /mpesa/payment-status/{id}', at)).toMatch(/data\.checkedAt/);
    expect(wrongIn('GET /nowhere', { success: true })).toMatch(/no call of the contract/);
  });
});
