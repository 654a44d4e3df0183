import type { Case } from '../cases/case.ts';

/** A text that some format could read as its own, with the same text in one line and as a tag. */
export interface HostileText {
  readonly name: string;
  readonly text: string;
  readonly line: string;
  readonly tag: string;
}

const text = (name: string, given: string, tag: string, line = given): HostileText => ({
  name,
  text: given,
  line,
  tag,
});

export const HOSTILE_TEXTS: readonly HostileText[] = [
  text('quotes', `"a" 'b' \`c\``, `"a"-'b'-\`c\``),
  text('commas', 'a, b,c; d', 'a-b-c-d'),
  text('a line break', 'a\nb', 'a-b', 'a b'),
  text('a line break of Windows', 'a\r\nb', 'a-b', 'a b'),
  text('a line break of Unicode', 'a\u2028b', 'a-b', 'a b'),
  text('an empty line', 'a\n\nb', 'a-b', 'a b'),
  text('emoji', '😀 👩‍👩‍👧 é ﷽', '😀-👩‍👩‍👧-é-﷽'),
  text('pipes', '| a | b \\| c', '|-a-|-b-\\|-c'),
  text('a hash', '# a #b', '#-a-#b'),
  text('a comment of a language', '# language: de', '#-language:-de'),
  text('markup', '<b>a</b> & &amp; <!-- c --> ]]>', '<b>a</b>-&-&amp-<!---c--->-]]>'),
  text('Markdown', '*a* _b_ ~~c~~ [d](e) ![f](g)', '*a*-_b_-~~c~~-[d](e)-![f](g)'),
  text('a formula', '=1+1', '=1+1'),
  text('a formula with plus', '+254712345678', '+254712345678'),
  text('a formula with minus', '-1', '-1'),
  text('a formula with at', '@SUM(A1)', '-SUM(A1)'),
  text('a formula of full width', '＝1', '＝1'),
  text('a formula after a line break', '\n=1', '=1', '=1'),
  text('an address', 'jane@example.com', 'jane-example.com'),
  text('a backslash', String.raw`C:\new\ "\"`, String.raw`C:\new\-"\"`),
  text('code', '${a} {string} `${b}` */ // c', '${a}-{string}-`${b}`-*/-//-c'),
  text('a step', 'Given a', 'Given-a'),
  text('a scenario', 'Scenario: a', 'Scenario:-a'),
  text('a block', '"""a', '"""a'),
  text('a tab', 'a\tb', 'a-b'),
  text('a long text', 'word '.repeat(2_000).trim(), 'word-'.repeat(2_000).slice(0, -1)),
];

/** Returns a case that has a text everywhere. */
export function createHostileCase({ text: given }: HostileText, index: number): Case {
  return {
    id: `door-${index.toString(16).padStart(8, '0')}`,
    fingerprint: '89abcdef',
    flow: 'door',
    title: given,
    preconditions: [given],
    steps: [
      { keyword: 'given', action: 'Begin.', data: [], expected: [{ words: 'Shut.', line: 'Shut.' }], references: [] },
      {
        keyword: 'when',
        action: given,
        data: [given],
        expected: [{ words: given, line: given }],
        references: ['D1'],
      },
    ],
    references: ['D1'],
    tags: ['door', given],
  };
}
