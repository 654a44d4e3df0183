/** A text that a specification quotes: what the product shows letter by letter. */
export interface Quoted {
  /** The heading it stands under: `§8 Login`. */
  readonly section: string;
  /** `{name}` in it stands for anything. */
  readonly text: string;
}

/**
 * The texts in 'single quotes' of a specification in Markdown, each once for every heading it stands under.
 * `within` says which headings count.
 */
export function quotedIn(markdown: string, within: (heading: string) => boolean): Quoted[] {
  return sectionsOf(markdown)
    .filter(({ heading }) => within(heading))
    .flatMap(({ heading, body }) =>
      [...new Set([...body.matchAll(QUOTED)].map(([, text = '']) => text.replace(/\s+/g, ' ')))].map((text) => ({
        section: heading,
        text,
      })),
    );
}

/** An apostrophe between letters, as in `the server's`, opens and closes nothing. */
const QUOTED = /(?<!\w)'((?:[^']|(?<=\w)'(?=\w))+)'(?!\w)/g;

/** One heading and what stands under it, up to the next heading of whatever level. */
export interface Section {
  readonly heading: string;
  readonly body: string;
}

export function sectionsOf(markdown: string): Section[] {
  return markdown
    .split(/^(?=#+ )/m)
    .map((part) => ({ heading: /^#+ (.*)$/m.exec(part)?.[1] ?? '', body: part.replace(/^#.*$/m, '') }));
}

/** The cells of all rows of a section's tables, without their heads. */
export function rowsIn(body: string): string[][] {
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
