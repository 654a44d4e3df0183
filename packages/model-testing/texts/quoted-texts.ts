/** A text that a specification quotes and the product shows letter by letter. */
export interface QuotedText {
  /** Its heading: `§8 Login`. */
  readonly section: string;
  /** `{name}` in it matches anything. */
  readonly text: string;
}

/**
 * Returns the texts in 'single quotes' of a Markdown specification, once per heading. `within` selects the headings.
 */
export function findQuotedTexts(markdown: string, within: (heading: string) => boolean): QuotedText[] {
  return parseSections(markdown)
    .filter(({ heading }) => within(heading))
    .flatMap(({ heading, body }) =>
      [...new Set([...body.matchAll(QUOTED)].map(([, text = '']) => text.replace(/\s+/g, ' ')))].map((text) => ({
        section: heading,
        text,
      })),
    );
}

/** An apostrophe between letters, as in `the server's`, is no quote. */
const QUOTED = /(?<!\w)'((?:[^']|(?<=\w)'(?=\w))+)'(?!\w)/g;

/** A heading with the text below it, up to the next heading of any level. */
export interface Section {
  readonly heading: string;
  readonly body: string;
}

export function parseSections(markdown: string): Section[] {
  return markdown
    .split(/^(?=#+ )/m)
    .map((part) => ({ heading: /^#+ (.*)$/m.exec(part)?.[1] ?? '', body: part.replace(/^#.*$/m, '') }));
}

/** Returns the cells of all rows in a section's tables, without headers. */
export function parseTableRows(body: string): string[][] {
  const lines = body.split('\n').filter((line) => line.startsWith('|'));
  const isRule = (line: string | undefined) => line !== undefined && /^\|[\s|:-]+\|$/.test(line);
  return lines
    .filter((line, index) => !isRule(line) && !isRule(lines[index + 1]))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}
