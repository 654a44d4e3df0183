import type { Case, CaseStep } from '../case.ts';
import { oneLine } from './plain.ts';

/** For wikis and pull requests: each case as a heading with a table of its steps. */
export function formatMarkdown(cases: readonly Case[]): string {
  return cases.map(formatCase).join('\n');
}

function formatCase({ id, fingerprint, title, preconditions, steps, references }: Case): string {
  return [
    `### ${escape(title)}`,
    '',
    `\`${id}\`, fingerprint \`${fingerprint}\`${references.length === 0 ? '' : `, see ${references.map(escape).join(', ')}`}`,
    '',
    ...preconditions.flatMap((one) => [`Before: ${escape(one)}`, '']),
    '| step | action | data | expected |',
    '| ---: | ------ | ---- | -------- |',
    ...steps.map(formatStep),
    '',
  ].join('\n');
}

function formatStep({ keyword, action, data, expected }: CaseStep, index: number): string {
  const cells = [
    `${index + 1}`,
    `${keyword === 'given' ? 'Given: ' : ''}${escape(action)}`,
    data.map(escape).join('<br>'),
    expected.map(({ words }) => escape(words)).join('<br>'),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** A text may contain signs that Markdown or HTML would read as its own. */
function escape(text: string): string {
  return oneLine(text)
    .replaceAll(/[\\|*_`~[\]#]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');
}
