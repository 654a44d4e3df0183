import { readFileSync } from 'node:fs';
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
  readonly leftOut: readonly LeftOut[];
  /** Address of the product, unless the environment sets one. */
  readonly url: string;
}

/** Formats a Playwright spec that needs only Playwright and the running pages. */
export function formatSpec({ scripts, leftOut, url }: SpecInput): string {
  const player = PARTS.map((file) => readFileSync(file, 'utf8'))
    .join('\n')
    .replaceAll(/^import .*';\n/gm, '')
    .replaceAll(/^export /gm, '');
  return [
    "import { test } from '@playwright/test';\nimport type { Locator, Page, Request, Route } from '@playwright/test';",
    player.trim(),
    `test.use({\n  baseURL: process.env['BASE_URL'] ?? ${quote(url)},\n  ...(process.env['CHROMIUM'] && { launchOptions: { executablePath: process.env['CHROMIUM'] } }),\n});`,
    ...scripts.map(formatTest),
    ...leftOut.map(({ id, title, why }) => `// Left out: ${oneLine(`${title} (${id})`)}, because ${oneLine(why)}.`),
    '',
  ].join('\n\n');
}

function formatTest({ case: { id, title, tags }, steps }: Script): string {
  const names = tags.map((tag) => quote(`@${tag.replaceAll(/\s+/g, '-')}`));
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

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
