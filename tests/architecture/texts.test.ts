import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { constantLines } from '../../tools/texts/constant-lines.ts';
import { CONSTANTS, isWrittenIn } from '../../tools/texts/constants.ts';
import { readReport, showsServersWords, textLines } from '../../tools/texts/report.ts';
import {
  FLOWS,
  removedTexts,
  specifiedConstants,
  specifiedTexts,
  unmetTexts,
} from '../../tools/texts/specification.ts';
import type { Model } from 'model-testing/model/define';

/** The specification as data: a path reaches a state that shows each text, and a test covers each constant. */

const lines = textLines();
const report = readReport();
const getName = ({ section, text }: { readonly section: string; readonly text: string }) => `${section}: '${text}'`;

test('A55: finds as many texts in §5 and §8 as a manual count', () => {
  const counted = Object.fromEntries(
    Object.keys(FLOWS).map((section) => [section, lines.filter((line) => line.section === section).length]),
  );
  expect(counted).toEqual({
    '§5 Review': 1,
    '§5 Checkout': 5,
    '§5 M-Pesa phone': 2,
    '§5 Phone': 2,
    '§5 OTP': 3,
    '§5 Login': 3,
    '§5 Signup': 7,
    '§5 Reset password': 6,
    '§5 Change password': 4,
    '§5 Address save': 1,
    '§8 Login': 1,
    '§8 Registration': 2,
    '§8 Google': 6,
    '§8 Profile load': 6,
    '§8 Profile update': 3,
    '§8 Password change': 3,
    '§8 Address': 7,
    '§8 Reset': 2,
    '§8 Categories': 2,
    '§8 Banners': 1,
    '§8 Flash deals': 3,
    '§8 Brands': 2,
    '§8 Popular': 3,
    '§8 Featured': 2,
    '§8 New arrivals': 1,
    '§8 Products': 3,
    '§8 Product fetch': 3,
    '§8 Reviews': 7,
    '§8 Checkout': 6,
    '§8 OTP': 4,
    '§8 Tracking': 6,
  });
  expect(specifiedTexts().map(getName), 'read the specification again, and count').toHaveLength(107);
});

test('A55: every text is reached by a path, sent by the server where its message is shown, or listed in docs/texts.md', () => {
  const unreached = lines.filter(
    (line) =>
      line.removed === null &&
      line.shown.length === 0 &&
      !(line.server.some(({ tests }) => tests.length > 0) && showsServersWords(line, report).length > 0),
  );
  expect(unreached.map(getName)).toEqual([]);
});

test('A55: docs/texts.md lists the texts of the specification that nothing shows, each with a ruling', () => {
  const law = readFileSync('docs/specification.md', 'utf8');
  const wrong = removedTexts().flatMap((removed) => {
    const line = lines.find((one) => one.section === removed.section && one.text === removed.text);
    if (line === undefined) return [`${getName(removed)} is no text of the specification`];
    if (!new RegExp(`^###+ ${removed.ruling} `, 'm').test(law)) return [`${getName(removed)}: no ruling`];
    return line.shown.map(({ flow, state }) => `${getName(removed)} is shown by ${flow} in ${state}`);
  });
  expect(wrong).toEqual([]);
});

test('X38: a text that a flow shows only in isolation is listed with a ruling, and a test tries to reach it in the shop', () => {
  const law = readFileSync('docs/specification.md', 'utf8');
  const tried = readFileSync('tests/routes/unmet-texts.test.tsx', 'utf8');
  const wrong = unmetTexts().flatMap((unmet) => {
    const line = lines.find((one) => one.section === unmet.section && one.text === unmet.text);
    if (line === undefined) return [`${getName(unmet)} is no text of the specification`];
    if (!new RegExp(`^###+ ${unmet.ruling} `, 'm').test(law)) return [`${getName(unmet)}: no ruling`];
    if (!tried.includes(`'${unmet.text}'`)) return [`${getName(unmet)}: nobody tries it in the shop`];
    return line.shown.length > 0 ? [] : [`${getName(unmet)} is shown by no flow`];
  });
  expect(wrong).toEqual([]);
  expect(lines.filter(({ unmet }) => unmet !== null)).toHaveLength(unmetTexts().length);
});

test('§9: every constant is found, with the place that defines it and the test that shows it', () => {
  expect(specifiedConstants()).toHaveLength(43);
  expect(Object.keys(CONSTANTS)).toEqual(specifiedConstants().map(({ what }) => what));
});

test.each(constantLines().map((line) => [line.what, line] as const))('§9: %s', async (_, { value, unit, places }) => {
  for (const { in: where, test: shown, delay, value: own = value } of places) {
    expect(readFileSync(where[0], 'utf8')).toContain(where[1]);
    expect(isWrittenIn(where[1], own, unit), `${where[1]} is ${own} ${unit}`).toBe(true);
    expect(existsSync(shown[0]) && readFileSync(shown[0], 'utf8').includes(shown[1]), shown.join(': ')).toBe(true);
    if (delay === undefined) continue;
    const [flow, name] = delay;
    const promised = await promisedBy(flow, name);
    // The model checks a computed delay against the times of the server.
    if (typeof promised === 'number') expect(promised).toBe(getMs(value, unit));
    else expect(typeof promised).toBe('function');
  }
});

async function promisedBy(flow: string, name: string): Promise<unknown> {
  const all = (await import(`../flows/${flow}/${flow}.model.ts`)) as Record<string, Model<AnyStateMachine>>;
  const model = Object.values(all).find((one) => typeof one === 'object' && one !== null && 'delays' in one);
  return (model?.delays as Record<string, unknown> | undefined)?.[name];
}

function getMs(value: string, unit: string): number {
  return Number(value) * ({ s: 1_000, min: 60_000 }[unit] ?? 1);
}
