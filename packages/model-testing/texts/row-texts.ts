import type { AnyStateMachine } from 'xstate';
import { getActiveValue } from '../model/structure.ts';
import { createStatePathFinder } from '../model/ways.ts';
import type { AnyModel, Model } from '../model/define.ts';
import { loadFlow, getRowName } from '../table/flow.ts';
import type { Table } from '../table/table.ts';
import { traceRow } from '../table/trace-row.ts';
import type { View } from '../view/screen.ts';
import { isTextShown } from './text-pieces.ts';
import { piecesShown } from './shown-texts.ts';
import type { ShownText } from './shown-texts.ts';

/** A table that runs on the machine. */
export interface RunTable {
  readonly model: Model<AnyStateMachine>;
  readonly table: Table<AnyStateMachine>;
}

/**
 * Finds the texts that only rows reach, with inputs or replies that no path of the model has: returns the rows that end
 * with one of the texts on the page.
 */
export async function findRowTexts(
  tables: readonly RunTable[],
  view: View,
  texts: readonly string[],
  named?: string,
): Promise<ShownText[]> {
  const found = new Map<string, ShownText>();
  for (const { model, table } of tables) {
    const flow = loadFlow(model.config, model.flow);
    const bench = { model, table, flow, ways: createStatePathFinder(model as unknown as AnyModel) };
    for (const row of flow.rows) {
      const name = getRowName(row);
      if (named !== undefined && named !== name) continue;
      const mine = texts.filter(
        (text) => !found.has(text) && (row.says ?? []).some((said) => isTextShown(text, new Set([said]))),
      );
      if (mine.length === 0 || table.elsewhere?.some(({ rows }) => rows.test(name)) === true) continue;
      const { happenings } = await traceRow(bench, row).catch(() => ({ happenings: [] }));
      const own = happenings.filter(({ inside }) => inside.length === 0);
      const last = own.at(-1);
      if (last === undefined) continue;
      const pieces = piecesShown(view, last.after);
      for (const text of mine.filter((one) => isTextShown(one, pieces)))
        found.set(text, {
          text,
          state: getActiveValue(last.after),
          path: own.map(({ step }) => step.label),
          row: name,
        });
    }
  }
  return [...found.values()];
}
