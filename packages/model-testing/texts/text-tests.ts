import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AnyModel } from '../model/define.ts';
import { explore } from '../model/explore.ts';
import type { Graph } from '../model/explore.ts';
import type { View } from '../view/screen.ts';
import { findRowTexts } from './row-texts.ts';
import type { RunTable } from './row-texts.ts';
import { findMissingText, findShownTexts } from './shown-texts.ts';
import type { ShownText } from './shown-texts.ts';

/** A text in the checked-in report. */
export interface ReportedText extends ShownText {
  readonly flow: string;
}

/** Defines a test that searches a flow for its texts and writes the result into a folder. */
export function searchTexts(model: AnyModel, folder: string, { view, tables }: TextSources): void {
  test('its texts', { timeout: 1_800_000 }, async () => {
    const all = model.config.texts?.of(model.flow) ?? [];
    const found = view === undefined || all.length === 0 ? [] : findShownTexts(explore(model), view, all);
    const missing = all.filter((text) => !found.some((one) => one.text === text));
    if (view !== undefined) found.push(...(await findRowTexts(tables, view, missing)));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${model.flow}.json`), JSON.stringify(found));
  });
}

/** Sources of a flow's texts. */
interface TextSources {
  readonly view: View | undefined;
  readonly tables: readonly RunTable[];
}

/** Defines tests that verify the report's part about one flow. */
export function reportedTexts({ flow, config }: AnyModel, graph: () => Graph, { view, tables }: TextSources): void {
  const mine = readReport(config.texts?.report).filter((one) => one.flow === flow);
  if (mine.length === 0) return;
  test('each text is shown where the report says, at the end of its path', async () => {
    const wrong: string[] = [];
    for (const one of mine) {
      const { text, state, row } = one;
      if (view === undefined) wrong.push(`${flow} has no view`);
      else if (row === undefined) wrong.push(...findMissingText(graph(), view, one));
      else if (!(await findRowTexts(tables, view, [text], row)).some((found) => found.state === state))
        wrong.push(`'${text}' is not shown in ${state} by the row ${row}`);
    }
    expect(wrong, `${config.texts?.report} is made anew by ${config.texts?.command}`).toEqual([]);
  });
}

export function readReport(path: string | undefined): readonly ReportedText[] {
  if (path === undefined || !existsSync(path)) return [];
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly shown: readonly ReportedText[] }).shown;
}
