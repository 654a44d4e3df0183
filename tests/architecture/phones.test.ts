import { expect, test } from 'vitest';
import { sources } from '../support/files.ts';

/** The only phone parser, and the M-Pesa rule that uses it. */
const READERS = ['contract/rules/phone.ts', 'contract/rules/mpesa-phone.ts'];

/** Returns the lines of code that match a pattern, without comments. */
function getLines(said: RegExp, ...folders: readonly string[]): string[] {
  return sources(...folders)
    .filter(({ path }) => !READERS.includes(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => !/^\s*(\*|\/\*|\/\/)/.test(line) && said.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
}

test('X20: only contract/rules/phone.ts has a pattern for phone numbers', () => {
  // A country code or the start of a Kenyan number in a regular expression, or a code as a string.
  const regex = /\/[^/'"`]*(254|234|233|\[(17|71)\]|\^0\??\(?|\\d\{[89]\})[^/'"`]*\/[gimsuy]*/;
  expect(getLines(regex, 'contract', 'src', 'server')).toEqual([]);
  expect(getLines(/['"`]\+?(254|234|233)['"`]/, 'contract', 'src', 'server')).toEqual([]);
});

test('X20: every phone number is displayed with formatPhone', () => {
  const name = /(\w+\.)*(phone|payer|recipientPhone|shop\.phone)/.source;
  const shown = new RegExp(`(>|\\s|^)\\{${name}\\}|\\$\\{${name}\\}|\\btexts\\.\\w+\\(([^()]*, )?${name}[,)]`);
  expect(getLines(shown, 'contract', 'src', 'server/modules/messages')).toEqual([]);
});

test('X20: every phone field has the same input type, input mode and autocomplete token', () => {
  const fields = sources('src/views').flatMap(({ path, text }) =>
    (text.match(/<TextField\b[^>]*?\/>|<TextField\b[\s\S]*?\n\s*\/>/g) ?? [])
      .filter((field) => /label=(?:"[^"]*|\{texts\.\w*)phone|type="tel"/i.test(field))
      .map((field) => ({
        path,
        lacks: ['type="tel"', 'inputMode="tel"', 'autoComplete="tel"'].filter((it) => !field.includes(it)),
      })),
  );
  expect(fields.filter(({ lacks }) => lacks.length > 0)).toEqual([]);
  expect(fields.length).toBeGreaterThanOrEqual(6);
});
