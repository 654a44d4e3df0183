import { expect, test } from 'vitest';
import { sources } from '../support/files.ts';

/** Files that make decisions: machines, services, rules and compositions. */
const deciding = sources('src/machines', 'src/services', 'src/rules', 'src/compose');

/**
 * Comparisons of a message or of a problem's text. Checks for presence and comparisons with a field's text are allowed.
 */
const BY_WORDS = [
  /\b(?:message|[pP]roblem\??\.text)\s*[!=]==?(?!=|\s*(?:''|null\b|undefined\b|fields\[))/,
  /[!=]==?\s*(?:\w+(?:\([^()]*\))?\??\.)*(?:message|[pP]roblem\??\.text)\b/,
  /\bmessage\??\.(?:includes|startsWith|endsWith|match|search|indexOf|localeCompare)\(/,
  /\.(?:test|exec|includes|has|get)\((?:\w+(?:\([^()]*\))?\??\.)*message\b/,
  /\[(?:\w+(?:\([^()]*\))?\??\.)*message\]/,
  /\bswitch \((?:\w+(?:\([^()]*\))?\??\.)*message\)/,
];

/** Returns whether a line of code decides by the text of a message. */
function isByWords(line: string): boolean {
  const code = line.replace(/typeof [\w.]+ [!=]== '\w+'/g, '');
  return !/^\s*(\*|\/\*|\/\/)/.test(line) && BY_WORDS.some((pattern) => pattern.test(code));
}

/** The lines of `src` that match a predicate. */
const linesWhere = (holds: (line: string) => boolean) =>
  deciding.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (holds(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );

test.each([
  'isGone: (_, { error }) => toFailedCall(error).message === NO_OTP_SESSION,',
  "return kind === 'refused' && (status === 409 || message === IN_USE);",
  'if (IN_USE === error.message) return;',
  'if (IN_USE !== toFailedCall(error).message) return;',
  "if (message.startsWith('No verification')) return;",
  'if (/in use/.test(toFailedCall(error).message)) return;',
  'if (GONE.includes(message)) return;',
  'return STATES[message];',
  'switch (error.message) {',
  'return context.problem?.text === GONE;',
])('H15: detects a decision by message text: %s', (line) => expect(isByWords(line)).toBe(true));

test.each([
  "const isOnlyFields = message === '' && errors.length > 0;",
  "return typeof error.message === 'string' ? error.message : '';",
  'isUnsaid: ({ context }) => context.message === null,',
  "const isSaidThere = message === fields['password'];",
  "isGone: (_, { error }) => toFailedCall(error).code === 'no-otp-session',",
  '// message === GONE',
])('H15: allows %s', (line) => expect(isByWords(line)).toBe(false));

test('H15: no machine, service, rule or composition decides by the text of a failure', () => {
  expect(linesWhere(isByWords)).toEqual([]);
  expect(deciding.length).toBeGreaterThan(100);
});

test("§6: no code derives the kind of caller from the address; the endpoint's access defines it", () => {
  expect(linesWhere((line) => /(?:includes|startsWith|indexOf|match)\(['"`/].*\badmin\b/.test(line))).toEqual([]);
});
