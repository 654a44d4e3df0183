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
 * A walk answers the calls of a page itself. A page ignores a response that violates the contract, and the walk would
 * then check another page than the case describes.
 */

/** Returns whether a response is broken on purpose: cases about incomplete responses have one without data. */
function isBroken(json: unknown): boolean {
  const { data = {} } = json as { readonly data?: object };
  return Object.keys(data).length === 0;
}

/** Returns the contract violation of a response; null when it is valid. */
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

/** Returns the walks of a flow, cached for all tests. */
function walked(flow: string): ReturnType<typeof exportCases> {
  const made = exports.get(flow) ?? exportCases(parseOptions([flow, '--cover', 'transitions']));
  exports.set(flow, made);
  return made;
}

describe('responses in walks', { timeout: 600_000 }, () => {
  test.each(stagedFlows)('X88: %s has only responses that the contract allows', async (flow) => {
    const { scripts } = await walked(flow);
    const moves = scripts.flatMap(({ steps }) => steps.flatMap((step) => step.moves));
    const wrong = moves.flatMap((move) => {
      if (move.do === 'answer') return [wrongIn(String(move.with[0]), move.with[1])];
      if (move.do !== 'begin') return [];
      return Object.entries((move.with[0] as Beginning).replies ?? {}).map(([call, given]) => wrongIn(call, given));
    });
    expect([...new Set(wrong.filter((one) => one !== null))]).toEqual([]);
  });

  test.each(stagedFlows)('X88: %s checks every required field of its calls', async (flow) => {
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

  test('X88: a call has the id of the changed address, never that of another row', async () => {
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

  test('X88: a step that leads to another page is checked there, without unchecked lines', async () => {
    const { scripts } = await walked('product-detail');
    const steps = scripts.flatMap((script) => script.steps.filter(({ text }) => /'Add to Cart'\.$/.test(text)));
    const addresses = steps.map(({ expectations }) => expectations.map(({ check }) => check?.address));
    expect(new Set(addresses.flat())).toEqual(new Set(['/cart']));
  });

  test('X88: the text of a machine that ends is not expected on a page', async () => {
    const { scripts } = await exportCases(parseOptions(['phone-verification', '--cover', 'states']));
    const lines = scripts.flatMap((script) =>
      script.steps.flatMap(({ text, expectations }) =>
        text.startsWith('Let the shop refuse POST /auth/complete-registration ') ? expectations : [],
      ),
    );
    expect(lines.map(({ words }) => words)).toEqual([
      'The phone is verified, but the waiting step failed. The page shows the error.',
    ]);
  });

  test('TST-Q7: a wait is looked at 1 ms before its end', async () => {
    const { scripts } = await exportCases(parseOptions(['reset-password', '--cover', 'transitions']));
    const waits = scripts.flatMap(({ steps }) => steps.filter(({ text }) => text === 'Wait 3 s.'));
    expect(waits).not.toEqual([]);
    for (const { moves } of waits) {
      expect(moves.slice(-3).map((move) => move.do)).toEqual(['pass', 'sight', 'pass']);
      expect(moves.at(-3)?.with).toEqual([2_999]);
      expect(moves.at(-2)?.with[0]).toMatchObject({ texts: expect.arrayContaining(['Go to Home Now']) });
    }
  });

  test('TST-Q7: the start of a flow checks the call that it sends', async () => {
    const { scripts } = await exportCases(parseOptions(['order-placement', '--cover', 'states']));
    const checked = scripts.map(({ steps: [first] }) => first?.checks.find((one) => one.do === 'call')?.with[0]);
    expect(checked).toContainEqual(expect.objectContaining({ method: 'POST', path: '/orders' }));
  });

  test('X88: a resumed payment first receives the time', async () => {
    const { scripts } = await exportCases(parseOptions(['mpesa-payment', '--cover', 'states', '--max-steps', '5']));
    const resumed = scripts.filter(({ steps: [first] }) => first?.text === 'Reload /checkout.');
    const second = resumed.flatMap(({ steps: [, next] }) => next?.text ?? []);
    expect(second).not.toEqual([]);
    expect(second.filter((text) => !/^(?:Let the computer sleep|Look at the page at once)/.test(text))).toEqual([]);
  });

  test('X88: finds a response that the contract does not allow', () => {
    const at = { success: true, data: { status: 'pending', checkedAt: 0 } };
    expect(wrongIn('GET /mpesa/payment-status/{id}', at)).toMatch(/data\.checkedAt/);
    expect(wrongIn('GET /nowhere', { success: true, data: { a: 1 } })).toMatch(/no call of the contract/);
  });
});

test('X88: the list of areas has every contract file with calls', async () => {
  const files = readdirSync('contract').filter((file) => file.endsWith('.ts'));
  const loaded = await Promise.all(
    files.map(async (file) => [file, (await import(path.resolve('contract', file))) as object] as const),
  );
  const isCall = (one: unknown) => typeof one === 'object' && one !== null && 'reply' in one;
  const said = loaded.filter(([, exported]) => Object.values(exported).some(isCall)).map(([file]) => file);
  expect(said.filter((file) => !Object.keys(AREAS).includes(file.replace('.ts', '')))).toEqual([]);
});
