import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Decisions about the shop, and decisions about one package. Numbers are unique over all folders. */
const FOLDERS = ['docs/decisions', 'packages/flow-atlas/docs/decisions', 'packages/model-testing/docs/decisions'];

const HEAD = /^# (\d{4}) (.*[^.:])\n\n- Date: (\d{4}-\d\d-\d\d)\n- Status: (.+)\n/;
const LINK = String.raw`\[\d{4}\]\([^)]+\)`;
const LINKS = `${LINK}(?:(?:, | and )${LINK})*`;
const STATUS = new RegExp(`^(?:proposed|accepted(?:, changed by ${LINKS})?|superseded by ${LINKS})$`);

interface Decision {
  readonly file: string;
  /** The row of the index. */
  readonly row: string;
  readonly number: string;
  readonly status: string;
}

function decisionsIn(folder: string): Decision[] {
  return readdirSync(folder)
    .filter((file) => file !== 'README.md')
    .sort()
    .map((file) => {
      const [, number = '', title = '', date = '', status = ''] =
        HEAD.exec(readFileSync(`${folder}/${file}`, 'utf8')) ?? [];
      return { file, number, status, row: `| [${number}](${file}) | ${title} | ${date} | ${status} |` };
    });
}

/** Returns the rows of an index without the padding that aligns the columns. */
function getRows(folder: string): string[] {
  const rows = readFileSync(`${folder}/README.md`, 'utf8').match(/^\| \[.*\|$/gm) ?? [];
  return rows.map((row) => row.replace(/ +\|/g, ' |'));
}

describe.each(FOLDERS)('%s', (folder) => {
  const decisions = decisionsIn(folder);

  test('begins each decision with "# NNNN Title", "- Date: …" and "- Status: …"', () => {
    const wrong = decisions.filter(
      ({ file, number, status }) => !file.startsWith(`${number}-`) || !STATUS.test(status),
    );
    expect(wrong.map(({ file }) => file)).toEqual([]);
    expect(decisions.length).toBeGreaterThan(0);
  });

  test('has an index with number, title, date and status of each decision', () => {
    expect(getRows(folder)).toEqual(decisions.map(({ row }) => row));
  });

  test('links a changed or superseded decision to one that exists', () => {
    const links = decisions.flatMap(({ status }) => [...status.matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => file));
    expect(links.filter((file) => !existsSync(`${folder}/${file}`))).toEqual([]);
  });
});

test('each number belongs to one decision', () => {
  const numbers = FOLDERS.flatMap((folder) => decisionsIn(folder).map(({ number }) => number));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});

test.each([
  ['accepted', true],
  ['accepted, changed by [0058](0058-a.md), [0059](0059-b.md) and [0083](0083-c.md)', true],
  ['superseded by [0094](0094-a.md)', true],
  ['superseded', false],
  ['accepted, changed by 0094', false],
])('reads the status "%s" as valid: %s', (status, isValid) => expect(STATUS.test(status)).toBe(isValid));
