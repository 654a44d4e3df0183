import type { AnyStateMachine } from 'xstate';
import { valueOf } from '../model/structure.ts';
import { waysOf } from '../model/ways.ts';
import type { AnyModel, Model } from '../model/define.ts';
import { loadFlow, nameOfRow } from '../table/flow.ts';
import type { Table } from '../table/table.ts';
import { traceRow } from '../table/trace-row.ts';
import type { View } from '../view/screen.ts';
import { isSeen } from './seen.ts';
import { piecesShown } from './shown.ts';
import type { ShownText } from './shown.ts';

/** A table that runs on the machine. */
export interface RunTable {
  readonly model: Model<AnyStateMachine>;
  readonly table: Table<AnyStateMachine>;
}

/**
 * Finds the texts that only rows reach, with inputs or replies that no path of the model has: returns the rows that end
 * with one of the texts on the page.
 */
export async function textsOfRows(
  tables: readonly RunTable[],
  view: View,
  texts: readonly string[],
  named?: string,
): Promise<ShownText[]> {
  const found = new Map<string, ShownText>();
  for (const { model, table } of tables) {
    const flow = loadFlow(model.config, model.flow);
    const bench = { model, table, flow, ways: waysOf(model as unknown as AnyModel) };
    for (const row of flow.rows) {
      const name = nameOfRow(row);
      if (named !== undefined && named !== name) continue;
      const mine = texts.filter(
        (text) => !found.has(text) && (row.says ?? []).some((said) => isSeen(text, new Set([said]))),
      );
      if (mine.length === 0 || table.elsewhere?.some(({ rows }) => rows.test(name)) === true) continue;
      const { happenings } = await traceRow(bench, row).catch(() => ({ happenings: [] }));
      const own = happenings.filter(({ inside }) => inside.length === 0);
      const last = own.at(-1);
      if (last === undefined) continue;
      const pieces = piecesShown(view, last.after);
      for (const text of mine.filter((one) => isSeen(one, pieces)))
        found.set(text, {
          text,
          state: valueOf(last.after),
          path: own.map(({ step }) => step.label),
          row: name,
        });
    }
  }
  return [...found.values()];
}
