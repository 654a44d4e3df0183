// @all
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { safeParse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { AREAS } from '../../contract/areas.ts';
import { toReply } from 'flow-atlas/browser/play';
import type { Beginning } from 'flow-atlas/browser/play';
import { findContract, findEndpoint } from '../../tools/paths/contract-calls.ts';
import { exportCases } from '../../tools/paths/in-browser.ts';
import { parseOptions } from '../../tools/paths/options.ts';
import { stagedFlows } from '../../tools/paths/staging.ts';

/**
 * A walk answers the calls of a page by itself. A page takes an answer that the contract does not know for none at all, and
 * the walk would look at another page than the case means.
 */

/** What a shop answers that is out of order, on purpose. */
const isBroken = (json: unknown) => JSON.stringify(json) === '{}';

/** What is wrong with an answer, in a sentence; null where the contract allows it. */
function wrongIn(call: string, given: unknown): string | null {
  const { status, json } = toReply(given);
  if (status !== 200 || isBroken(json)) return null;
  const found = findEndpoint(call);
  if (found === undefined) return `${call} is no call of the contract`;
  const { issues } = safeParse(found.reply, json);
  const [issue] = issues ?? [];
  return issue === undefined
    ? null
    : `${call} answers ${issue.path?.map(({ key }) => String(key)).join('.') ?? 'all'}: ${issue.message}`;
}

const exports = new Map<string, ReturnType<typeof exportCases>>();

/** What a walk of a flow does; made once for all tests. */
function walked(flow: string): ReturnType<typeof exportCases> {
  const made = exports.get(flow) ?? exportCases(parseOptions([flow, '--cover', 'transitions']));
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
      const { fields = [] } = findContract(`${method} ${path}`) ?? {};
      return fields.flatMap((name) => (names.includes(name) ? [] : [`${name}: ${words}`]));
    });
    expect([...new Set(wrong)]).toEqual([]);
  });

  test('X88: a call is told with the address of what is changed, and never with that of another row', async () => {
    const { scripts } = await exportCases(parseOptions(['address-book', '--cover', 'states']));
    const told = scripts.flatMap(({ steps }) => {
      let isOther = false;
      return steps.flatMap(({ text, expectations }) => {
        if (/'(Edit|Add) /.test(text)) isOther = text.includes("'Edit Work");
        return isOther ? [text, ...expectations.map(({ words }) => words)].filter((one) => one.includes('PUT ')) : [];
      });
    });
    expect(told.filter((one) => one.includes('PUT /auth/addresses/{id} '))).not.toEqual([]);
    expect([...new Set(told)].filter((one) => /PUT \/auth\/addresses\/a1 /.test(one))).toEqual([]);
  });

  test('X88: a step that leads to another page is followed there, and no line of it stays without a check', async () => {
    const { scripts } = await walked('product-detail');
    const steps = scripts.flatMap((script) => script.steps.filter(({ text }) => text.includes("'Add to Cart'")));
    const addresses = steps.map(({ expectations }) => expectations.map(({ check }) => check?.address));
    expect(new Set(addresses.flat())).toEqual(new Set(['/cart']));
  });

  test('X88: a text that a machine takes to its end is said by no page', async () => {
    const { scripts } = await exportCases(parseOptions(['phone-verification', '--cover', 'states']));
    const lines = scripts.flatMap((script) =>
      script.steps.flatMap(({ text, expectations }) => (text.startsWith('Complete is refused') ? expectations : [])),
    );
    expect(lines.map(({ words }) => words)).toEqual(['§7: by the rows of sign-up and login from completing']);
  });

  test('X88: who takes a payment up again is told the time before anything else', async () => {
    const { scripts } = await exportCases(parseOptions(['mpesa-payment', '--cover', 'states', '--max-steps', '5']));
    const resumed = scripts.filter(({ steps: [first] }) => /kept from before a reload/.test(first?.text ?? ''));
    const second = resumed.flatMap(({ steps: [, next] }) => next?.text ?? []);
    expect(second).not.toEqual([]);
    expect(second.filter((text) => !text.startsWith('The clock moves on'))).toEqual([]);
  });

  test('X88: an answer that the contract does not allow is found', () => {
    const at = { success: true, data: { status: 'pending', checkedAt: 0 } };
    expect(wrongIn('GET /mpesa/payment-status/{id}', at)).toMatch(/data\.checkedAt/);
    expect(wrongIn('GET /nowhere', { success: true })).toMatch(/no call of the contract/);
  });
});

test('X88: every file of the contract that has calls is known to the list of all', async () => {
  const files = readdirSync('contract').filter((file) => file.endsWith('.ts'));
  const loaded = await Promise.all(
    files.map(async (file) => [file, (await import(path.resolve('contract', file))) as object] as const),
  );
  const isCall = (one: unknown) => typeof one === 'object' && one !== null && 'reply' in one;
  const said = loaded.filter(([, exported]) => Object.values(exported).some(isCall)).map(([file]) => file);
  expect(said.filter((file) => !Object.keys(AREAS).includes(file.replace('.ts', '')))).toEqual([]);
});
