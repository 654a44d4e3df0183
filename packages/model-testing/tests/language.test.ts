import { expect, test } from 'vitest';
import { ANY, parseAnswer, parseArgs, parseLiteral } from '../table/language.ts';
import { failuresIn } from './config.ts';

/** The fields of the configured errors. */
const kinds = (words: string) =>
  failuresIn(words)?.map((error) => {
    const { kind, status, message } = error as Error & { kind: string; status: number };
    return [kind, status, message];
  });

test.each([
  ['401', [['unauthorized', 401, '']]],
  ["400, message 'X'", [['refused', 400, 'X']]],
  ["400, message 'No session. Try, or wait.'", [['refused', 400, 'No session. Try, or wait.']]],
  ['429, no message', [['refused', 429, '']]],
  ["server message 'X'", [['refused', 400, 'X']]],
  ['no message', [['refused', 400, '']]],
  ['network lost', [['offline', 0, '']]],
  ['no answer in 10000 ms', [['timeout', 0, '']]],
  [
    'network lost, 5xx or 10 s time-out',
    [
      ['offline', 0, ''],
      ['refused', 503, ''],
      ['timeout', 0, ''],
    ],
  ],
  [
    '500 or network lost or 10 s time-out',
    [
      ['refused', 500, ''],
      ['offline', 0, ''],
      ['timeout', 0, ''],
    ],
  ],
  ['409, data.lines [{track}]', undefined],
  ['quota or blocked', undefined],
])('reads fails(%s)', (words, expected) => expect(kinds(words)).toEqual(expected));

test('reads fails(any) as every kind of failure', () => {
  expect(new Set(kinds('any')?.map(([kind]) => kind))).toEqual(
    new Set(['refused', 'unauthorized', 'offline', 'timeout', 'broken']),
  );
});

test('parses calls, answers and comments', () => {
  expect(parseAnswer('POST /auth/login answers(data.user, data.token)')).toEqual({
    call: 'POST /auth/login',
    kind: 'answers',
    words: 'data.user, data.token',
  });
  expect(parseAnswer("POST /auth/send-otp fails(400, message 'X' [country not listed, e.g. +1])")?.words).toBe(
    "400, message 'X'",
  );
  expect(parseAnswer("submit(email 'a@b.c')")).toBeNull();
});

test('reads the arguments of a call', () => {
  expect(parseArgs(" {phone:'0712345678', userName}")).toEqual({ phone: '0712345678', userName: ANY });
  expect(parseArgs('?artist=Nina&genre=Jazz (no sortBy)')).toEqual({ artist: 'Nina', genre: 'Jazz' });
  expect(parseArgs(' {…, isDefault:true} with a key')).toEqual({ isDefault: true });
  expect(parseArgs(' (Bearer T)')).toEqual({});
  expect(parseLiteral("{tracks:[{title,times:2,length:150}], artist:{name:'Nina'}, length:300, ok:true}")).toEqual({
    tracks: [{ title: ANY, times: 2, length: 150 }],
    artist: { name: 'Nina' },
    length: 300,
    ok: true,
  });
  expect(() => parseLiteral("{a:'x'")).toThrow('cannot read');
});
