import type { AnyStateMachine } from 'xstate';
import { nameOfRow } from './flow.ts';
import type { Row } from './flow.ts';
import type { Table } from './table.ts';

/** The row as it is judged: with the ruling or correction that differs from it. */
export function correct<Machine extends AnyStateMachine>({ corrections }: Table<Machine>, row: Row): Row {
  const correction = corrections?.find(({ rows }) => rows.test(nameOfRow(row)));
  if (correction === undefined) return row;
  const { rows: _, ...fields } = correction;
  return { ...row, ...fields };
}
