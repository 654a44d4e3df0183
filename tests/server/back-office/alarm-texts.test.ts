import { expect, test } from 'vitest';
import { formatAlarm, formatAlarmKind } from '../../../server/modules/back-office/alarm-texts.rules.ts';

const BAD = 'M-Pesa refused the settings of this shop';
const said = (detail?: unknown, count = 1) => formatAlarm({ kind: 'badSettings', count, detail });

test('D29: describes an alarm, and shows the kind of one without a text', () => {
  expect(formatAlarmKind('badSettings')).toBe(BAD);
  expect(formatAlarmKind('new.kind')).toBe('new.kind');
});

test.each([
  ['no detail', undefined, ''],
  ['null', null, ''],
  ['a text', 'code 1', ''],
  ['an empty object', {}, ''],
  ['a fact', { code: 2028 }, ': code 2028'],
  ['a meaning and a fact', { meaning: 'wrong till', code: '2028' }, ': wrong till, code 2028'],
  ['a fix', { fix: 'Set MPESA_TILL.' }, '. Set MPESA_TILL.'],
  ['all', { meaning: 'wrong till', fix: 'Set it.', codes: [1, 2] }, ': wrong till, codes [1,2]. Set it.'],
  ['a control sequence', { odd: 'a\u001b[2J\nb' }, ': odd a [2J b'],
])('D29: appends %s to the kind', (_, detail, text) => {
  expect(said(detail)).toBe(`${BAD}${text}`);
});

test('D29: shows the count, and cuts a long detail', () => {
  expect(said(undefined, 2)).toBe(`${BAD} (2 times)`);
  expect(said({ odd: 'x'.repeat(1_000) })).toHaveLength(BAD.length + 400);
});
