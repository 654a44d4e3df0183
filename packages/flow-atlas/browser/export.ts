import { readFileSync } from 'node:fs';
import { oneLine, toTag } from '../cases/formats/plain.ts';
import { countChecks } from './script.ts';
import type { LeftOut } from './result.ts';
import type { Move, Script } from './script.ts';

/** Files that a spec includes; each needs only the earlier ones. */
const PARTS = ['./failure.ts', './look.ts', './sent-calls.ts', './observe.ts', './play.ts'].map(
  (file) => new URL(file, import.meta.url),
);

export interface SpecInput {
  readonly scripts: readonly Script[];
  /** Cases that cannot be walked in a browser, with the reason. */
  readonly leftOut: readonly Pick<LeftOut, 'flow' | 'id' | 'title' | 'why'>[];
  /** Address of the product, unless the environment sets one. */
  readonly url: string;
}

/** Splits the cases by flow. A flow whose cases are all left out is not among the results. */
export function splitByFlow({ scripts, leftOut, url }: SpecInput): Map<string, SpecInput> {
  const flows = new Set(scripts.map((script) => script.case.flow));
  return new Map(
    [...flows].map((flow) => [
      flow,
      {
        scripts: scripts.filter((script) => script.case.flow === flow),
        leftOut: leftOut.filter((one) => one.flow === flow),
        url,
      },
    ]),
  );
}

/** Formats a Playwright spec that needs only Playwright and the running pages. */
export function formatSpec({ scripts, leftOut, url }: SpecInput): string {
  return [
    "import { test } from '@playwright/test';\nimport type { Locator, Page, Request, Route } from '@playwright/test';",
    readSources(PARTS).replaceAll(/^export /gm, ''),
    `test.use(${formatUse(url)});`,
    ...scripts.map(formatTest),
    ...leftOut.map((one) => `// ${formatLeftOut(one)}`),
    '',
  ].join('\n\n');
}

/** Formats a module with the player and these files, which need only Playwright. */
export function formatPlayer(more: readonly URL[]): string {
  return `import type { Locator, Page, Request, Route } from '@playwright/test';\n\n${readSources([...PARTS, ...more])}\n`;
}

function readSources(files: readonly URL[]): string {
  return files
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
    .replaceAll(/^import .*';\n/gm, '')
    .trim();
}

/** Formats Playwright's options `use`: the address and the browser, unless the environment sets others. */
export function formatUse(url: string): string {
  return `{\n  baseURL: process.env['BASE_URL'] ?? ${formatLiteral(url)},\n  ...(process.env['CHROMIUM'] && { launchOptions: { executablePath: process.env['CHROMIUM'] } }),\n}`;
}

export function formatLeftOut({ id, title, why }: SpecInput['leftOut'][number]): string {
  return `Left out: ${oneLine(`${title} (${id})`)}, because ${oneLine(why)}.`;
}

function formatTest({ case: { id, title, tags }, steps }: Script): string {
  const names = tags.map((tag) => quote(`@${toTag(tag)}`));
  const lines = steps.flatMap(({ text, moves, checks, expectations }) => [
    `  await test.step(${quote(oneLine(text))}, async () => {`,
    ...[...moves, ...checks].map((move) => `    ${formatMove(move)}`),
    ...expectations.flatMap(({ words, check }) =>
      check === null ? [`    // Not checked automatically: ${oneLine(words)}`] : [],
    ),
    '  });',
  ]);
  const { checked, all } = countChecks(steps);
  return [
    `// ${checked} of ${all} expectations are checked.`,
    `test(${quote(oneLine(`${title} (${id})`))}, { tag: [${names.join(', ')}] }, async ({ page }) => {`,
    '  const player = new Player(page);',
    ...lines,
    '});',
  ].join('\n');
}

function formatMove({ do: what, with: given }: Move): string {
  return `await player.${what}(${given.map(formatLiteral).join(', ')});`;
}

/** Formats a value as code. */
export function formatLiteral(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(formatLiteral).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{ ${fields.map(([name, one]) => `${/^[a-z]\w*$/i.test(name) ? name : quote(name)}: ${formatLiteral(one)}`).join(', ')} }`;
}

function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
