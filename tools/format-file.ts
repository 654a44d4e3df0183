import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import type { OxfmtConfig } from 'oxfmt';

/** Formats a file's text in the style of this project (.oxfmtrc.json). Rejects when it cannot be parsed. */
export async function formatFile(file: string, text: string): Promise<string> {
  const { ignorePatterns: _, ...options } = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as OxfmtConfig;
  const { code, errors } = await format(file, text, options);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  return code;
}
