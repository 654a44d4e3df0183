import type { ReactElement } from 'react';
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { Model } from './model/define.ts';
import { modelTests } from './model/model-tests.ts';
import type { Page } from './model/page.ts';
import { mutantTests } from './mutants.ts';
import { hasTable, loadFlow } from './table/flow.ts';
import { toldOf } from './table/shown.ts';
import { deadlinesOf, tableTests } from './table/table-tests.ts';
import type { Table } from './table/table.ts';

export interface FlowTestOptions<Machine extends AnyStateMachine> {
  /** Draws a snapshot; left out where the machine has no view of its own. */
  readonly view?: (snapshot: SnapshotFrom<Machine>) => ReactElement;
  /** What a shopper must see, by state of the machine; an entry for a parent holds for all inside. */
  readonly shows?: Readonly<Record<string, (page: Page, snapshot: SnapshotFrom<Machine>) => void>>;
  /** The map to the flow's table; left out only where there is no such table. */
  readonly table?: Table<Machine>;
}

/**
 * All tests of one flow: coverage, generated paths, views and the flow table. With MUTANTS set (`npm run
 * test:mutants -- <flow>`) the same checks judge wrong variants of the machine instead.
 */
export function flowTests<Machine extends AnyStateMachine>(
  model: Model<Machine>,
  options: FlowTestOptions<Machine>,
): void {
  const { view, table } = options;
  const full = table === undefined || view === undefined ? table : { view, ...table };
  const told = table === undefined ? [] : toldOf(model, table, loadFlow(model.flow));
  const deadlines = hasTable(model.flow) ? deadlinesOf(model, table) : [];
  if (process.env['MUTANTS'] !== undefined) {
    mutantTests(model, { ...options, deadlines, told, ...(full && { table: full }) });
    return;
  }
  modelTests(model, { ...options, deadlines, told });
  if (full !== undefined) tableTests(model, full);
}
