import { describe, expect, test } from 'vitest';
import { getExpectations, readRendering } from '../browser/expected.ts';
import { toSentence } from '../browser/failure.ts';
import { findDifferences } from '../browser/look.ts';
import type { Look } from '../browser/look.ts';
import { formatPattern } from '../browser/observe.ts';
import { findCallDifference } from '../browser/sent-calls.ts';
import { parseCall } from '../cases/parse-call.ts';

/** Checks of a case's step in a browser, letter by letter. */

const NOTHING: Look = { texts: [], wholes: [], controls: [], links: [], messages: [] };
const step = (...lines: readonly string[]) => ({
  keyword: 'when' as const,
  action: '',
  data: [],
  expected: lines.map((line) => ({ words: `In words: ${line}`, line })),
  references: [],
});
const drawn = (html: string) => ({ html, texts: new Set<string>() });
const FORM = drawn('<form><label for="a">Email</label><input id="a" value="a@b.c"><button>Send</button></form>');
const BUSY = drawn('<form><label for="a">Email</label><input id="a" value=""><button disabled>Sending</button></form>');

describe('the expectations of a step', () => {
  test('X88: have one check each, and none if only a person can judge them', () => {
    const { lines, sight } = getExpectations(
      step(
        "Shown: 'Email is required'",
        "Sent: POST /letters {to:'a@b.c', …}",
        'Go to /letters?sent=1',
        'No message is shown.',
        'Nothing changes.',
        "It is now: form (field Email; 'Send')",
        'The letter is kept.',
      ),
      { before: null, after: FORM },
    );
    expect(lines.map(({ check }) => check)).toEqual([
      { text: 'Email is required' },
      { call: { method: 'POST', path: '/letters', body: { to: 'a@b.c' } } },
      { address: '/letters?sent=1' },
      { noMessage: [] },
      { unchanged: true },
      { sight: { texts: ['Send'] } },
      null,
    ]);
    expect(sight).toEqual({
      texts: ['Email', 'Send'],
      controls: ["textbox 'Email' = 'a@b.c'", "button 'Send'"],
    });
  });

  test('TST-Q7: require a new number after its label, because other places may show the same number', () => {
    const album = (tracks: number, discs: number) =>
      drawn(`<b>Tracks</b><i>${tracks}</i><b>Discs</b><i>${discs}</i><p>2 discs are ${tracks} tracks</p>`);
    const { sight } = getExpectations(step(), { before: album(2, 2), after: album(3, 2) });
    expect(sight).toMatchObject({ texts: ['2 discs are 3 tracks'], after: [['Tracks', '3']] });
  });

  test('TST-Q7: know the only messages that the view shows', () => {
    const told = drawn('<p role="alert">No network</p>');
    const differences = [{ what: /^Kept/, why: 'the page has its own' }];
    expect(getExpectations(step(), { before: null, after: told }, { differences }).messages).toEqual([
      'No network',
      /^Kept/,
    ]);
    expect(getExpectations(step(), { before: told, after: FORM }).messages).toEqual([]);
    expect(getExpectations(step(), { before: told, after: null }).messages).toBeNull();
  });

  test('X88: require that removed content is not visible and that controls match the view', () => {
    const { sight } = getExpectations(step(), { before: FORM, after: BUSY });
    expect(sight).toEqual({
      texts: ['Sending'],
      controls: ["textbox 'Email' = ''", "button 'Sending' (off)"],
      gone: ['Send', "textbox 'Email' = 'a@b.c'", "button 'Send'"],
    });
  });

  test.each([
    ["Shown: 'Wait {s} s'", { text: /^Wait .+ s$/ }],
    ["Shown: 'Wait {s} s.'", { text: /^Wait .+ s\.$/ }],
    ['It is now: sent (/letters)', { address: '/letters' }],
    ["The timer of 'form' restarts.", null],
  ])('X88: %s', (words, check) => {
    expect(getExpectations(step(words), { before: null, after: null }).lines).toEqual([
      { words: `In words: ${words}`, check },
    ]);
  });
});

test('X88: counts expectations that the project excludes as not checked', () => {
  const said = step("Sent: POST /letters {to:'a', more:{title:'b'}}", 'Go to /letters', 'No message is shown.');
  const why = 'the page has another letter';
  const { lines } = getExpectations(
    said,
    { before: null, after: FORM },
    { unchecked: [{ what: /letters/, why }], differences: [{ what: /^Kept/, why }] },
  );
  expect(lines.map(({ check }) => check)).toEqual([
    { call: { method: 'POST', path: '/letters', body: { to: '{any}', more: { title: '{any}' } } } },
    null,
    { noMessage: [/^Kept/] },
  ]);
});

test('X88: compares a page with the parts of a rendering that it shows', () => {
  const both = drawn('<main><h2>Pay</h2><button>Cancel</button></main><header><p>We wait</p></header>');
  const { lines, sight } = getExpectations(step("Shown: 'We wait'"), { before: FORM, after: both }, { part: 'header' });
  expect(lines.map(({ check }) => check)).toEqual([{ text: 'We wait' }]);
  expect(sight).toEqual({ texts: ['We wait'] });
});

describe('an expected view', () => {
  const page: Look = { ...NOTHING, texts: ['Email is required now', 'Send'], controls: ["button 'Send' (off)"] };
  const sentences = (...given: Parameters<typeof findDifferences>) =>
    findDifferences(...given).map(({ sentence }) => sentence);

  test('X88: does not accept a text inside another one', () => {
    expect(findDifferences({ texts: ['Email is required'] }, NOTHING, page)).toEqual([
      {
        sentence: "Not seen: 'Email is required'. On the page instead: 'Email is required now'.",
        places: ['Email is required now'],
      },
    ]);
    expect(findDifferences({ texts: ['Send'] }, NOTHING, page)).toEqual([]);
  });

  test('TST-Q7: names a link with another target, without its ids and values', () => {
    const links = (html: string) => readRendering(drawn(html)).links;
    const expected = links('<a href="/albums/a1?sort=old">Album</a><a href="tel:0700123456">Call</a>');
    expect(expected).toEqual(["link 'Album' to /albums/{id}?sort", "link 'Call' to tel:"]);
    const find = (html: string) => sentences({ links: expected }, NOTHING, { ...NOTHING, links: links(html) });
    expect(find('<a href="/albums/b2?sort=new">Album</a><a href="tel:0711000000">Call</a>')).toEqual([]);
    expect(find('<a href="/albums">Album</a><a href="/albums/a1?sort=old">Album</a>')).toEqual([]);
    expect(find('<a href="/albums">Album</a>')).toEqual([
      "The link 'Album' leads to /albums, not to /albums/{id}?sort.",
    ]);
    expect(find('<a href="/albums">Other</a>')).toEqual([]);
  });

  test('TST-Q7: names the similar texts of the page, and the new ones for the first text without a similar one', () => {
    const now: Look = { ...NOTHING, texts: ['Password is required', 'Home', 'Try again'], messages: ['No network'] };
    const before: Look = { ...NOTHING, texts: ['Home'] };
    expect(sentences({ texts: ['Email is required', 'Played', 'Thanks'] }, before, now)).toEqual([
      "Not seen: 'Email is required'. On the page instead: 'Password is required'.",
      "Not seen: 'Played'. On the page instead: 'No network', 'Password is required', 'Try again'.",
      "Not seen: 'Thanks'.",
    ]);
  });

  test('TST-Q7: does not offer an expected text or another whole page in place of a missing one', () => {
    const many = Array.from({ length: 20 }, (_, index) => `Track ${index}`);
    expect(
      sentences({ texts: ['Play now', 'Play later'] }, NOTHING, { ...NOTHING, texts: ['Play later', ...many] }),
    ).toEqual(["Not seen: 'Play now'."]);
  });

  test('TST-Q7: names a text that comes after another label', () => {
    const now: Look = { ...NOTHING, texts: ['3', 'Tracks', '2', 'Discs', '2'] };
    expect(findDifferences({ after: [['Tracks', '3']] }, NOTHING, now)).toEqual([
      { sentence: "After 'Tracks' comes '2', not '3'.", places: ['Tracks', '2'] },
    ]);
    expect(
      findDifferences(
        {
          after: [
            ['Tracks', '2'],
            ['Songs', '3'],
            ['Tracks', '4'],
          ],
        },
        NOTHING,
        now,
      ),
    ).toEqual([]);
  });

  test('X88: does not accept a control in another state', () => {
    expect(sentences({ controls: ["button 'Send'"] }, NOTHING, page)).toEqual([
      "No control: button 'Send'. On the page: button 'Send' (off).",
    ]);
  });

  test('TST-Q7: names a similar control, and none that is not', () => {
    const now: Look = { ...NOTHING, controls: ["button 'Play now'", "link 'Home'"] };
    expect(findDifferences({ controls: ["button 'Play'", "textbox 'Album' = ''"] }, NOTHING, now)).toEqual([
      { sentence: "No control: button 'Play'. On the page: button 'Play now'.", places: ["button 'Play now'"] },
      { sentence: "No control: textbox 'Album' = ''.", places: [] },
    ]);
  });

  test('X88: reports removed content that is still there', () => {
    expect(sentences({ gone: ['Send'] }, page, page)).toEqual(["Still there: 'Send'."]);
    expect(findDifferences({ gone: ['Send'] }, page, NOTHING)).toEqual([]);
    expect(findDifferences({ gone: ['Send'] }, { ...NOTHING, texts: ['Send', 'Send'] }, page)).toEqual([]);
  });
});

test.each([
  [
    'locator.click: Timeout 8000ms exceeded.\nCall log:\n\u001B[2m  - waiting for getByRole("button")\u001B[22m',
    'The page did not respond within 8 s.',
  ],
  [
    'page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:1/login\nCall log:\n  - navigating',
    'http://localhost:1/login does not open: connection refused.',
  ],
  [
    "locator.click: Error: strict mode violation: getByRole('button') resolved to 2 elements:\n 1) <button>",
    '2 controls of the page fit this step, which needs exactly one.',
  ],
  [
    'page.evaluate: \u001B[31mTarget page, context or browser has been closed\u001B[39m',
    'Target page, context or browser has been closed.',
  ],
])('TST-Q7: an error of the browser becomes one sentence: %j', (message, sentence) =>
  expect(toSentence(new Error(message))).toBe(sentence),
);

test.each([
  [/^Send again/, 'Send again…'],
  [/^Wait .+ s\.$/, 'Wait … s.'],
  [/^(?:Pay|Order) now$/, 'Pay now'],
])('TST-Q7: a pattern %s is quoted as text', (pattern, text) => expect(formatPattern(pattern)).toBe(text));

describe('a call', () => {
  const sent = [
    {
      method: 'POST',
      path: '/letters/l1/send',
      query: { now: '1' },
      body: { to: 'a', items: [{ id: 'x', n: 2 }] },
      headers: { authorization: 'Bearer T' },
    },
  ];

  test.each([
    ['POST /letters/{id}/send', null],
    ["POST /letters/l1/send {to:'a', items:[{id:'x', n}]}", null],
    ['POST /letters/l1/send?now=1', null],
    ['POST /letters/l1/send (Bearer)', null],
    ['POST /letters/l1/send (no Bearer)', null],
    ['POST /letters/l1/send {to} with Idempotency-Key K1', 'POST /letters/l1/send was sent without idempotency-key:.'],
    ['PUT /letters/l1/send', 'Not sent: PUT /letters/l1/send. Sent instead: POST /letters/l1/send.'],
    ['POST /letters/l1', 'Not sent: POST /letters/l1. Sent instead: POST /letters/l1/send.'],
    [
      "POST /letters/l1/send {to:'b'}",
      'was sent with another body: {"to":"a","items":[{"id":"x","n":2}]} instead of {"to":"b"}.',
    ],
    ['POST /letters/l1/send {title}', 'instead of {"title":"{any}"}.'],
    ['POST /letters/l1/send {items:[]}', 'instead of {"items":[]}.'],
    ['POST /letters/l1/send?now=2', 'was sent with other parameters: {"now":"1"} instead of {"now":"2"}.'],
  ])('X88: %s', (words, wrong) => {
    const expected = parseCall(words);
    const found = expected === null ? 'no call' : findCallDifference(expected, sent);
    if (wrong === null) expect(found).toBeNull();
    else expect(found).toContain(wrong);
  });

  test('has no check for words that are no call of a page', () =>
    expect(parseCall('the price of the lines')).toBeNull());
});
