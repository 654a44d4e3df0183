import type { AnyStateMachine } from 'xstate';
import type { AnyModel } from '../model/define.ts';
import { renderPage } from '../view/page.ts';
import type { Page } from '../view/page.ts';
import { UserDriver } from '../view/user-driver.ts';
import type { TakenEdge } from './claims.ts';
import { begin, driveRow, edgesSince, expectState, findWrittenAction, getActs, isIn, meet } from './drive-row.ts';
import type { Bench, Live } from './drive-row.ts';
import type { Row, Start } from './flow.ts';
import { judgeRow } from './judge-row.ts';
import { Outcome } from './outcome.ts';
import { START } from './table.ts';

/** Runs rows of tables with the rendered view and judges the results. */

/**
 * Runs one row on a running actor, once for each failure that its words allow. Throws when the machine differs. Returns
 * the transitions that the row takes.
 */
export async function runRow<Machine extends AnyStateMachine>(
  bench: Bench<Machine>,
  row: Row,
): Promise<readonly TakenEdge[]> {
  const { model, table } = bench;
  const taken: TakenEdge[] = [];
  for (const act of getActs(bench, row)) {
    let before = 0;
    await driveRow(bench, row, act, {
      hands: new UserDriver(model as unknown as AnyModel, (table.view ?? noView) as never),
      begins: (live) => {
        before = findWrittenAction(bench, row)?.how === START ? 0 : live.taken.length;
      },
      ends: async (live, mark) => {
        taken.push(...edgesSince(live, before));
        judgeRow(bench, row, new Outcome(live, mark, () => renderLivePage(bench, live)));
        await expectRestarts(bench, row, live);
      },
    });
  }
  return taken;
}

/** Starts the flow under a condition and checks the initial state. */
export async function runStart<Machine extends AnyStateMachine>(
  bench: Bench<Machine>,
  { when, state }: Start,
): Promise<readonly TakenEdge[]> {
  const entry = bench.table.start[when];
  if (entry === undefined) throw new Error(`table.start has nothing for '${when}'`);
  const condition = typeof entry === 'string' ? { input: entry } : entry;
  const row: Row = {
    from: state,
    on: 'start',
    to: state,
    when: null,
    ms: null,
    says: undefined,
    calls: [],
    does: [],
    restarts: [],
    ref: '',
  };
  const hands = new UserDriver(bench.model as unknown as AnyModel, (bench.table.view ?? noView) as never);
  const { live } = await begin(bench, row, [condition], { hands });
  try {
    await meet(bench, live, condition, row);
    expectState(bench, live, state, 'at the start');
    return edgesSince(live, 0);
  } finally {
    live.stop();
  }
}

/** Checks that timers which the row restarts run their full time from now. */
async function expectRestarts<Machine extends AnyStateMachine>(
  bench: Bench<Machine>,
  row: Row,
  live: Live<Machine>,
): Promise<void> {
  const { table, flow, model } = bench;
  const within = (state: string) => row.restarts.some((one) => state === one || state.startsWith(`${one}.`));
  const timers = flow.rows.filter(({ on, from }) => on === 'timer' && within(from) && isIn(bench, live, from));
  const began = live.now;
  // If a timer leads back to its own state, only its deadline shows the restart.
  const own = timers.filter(({ from, to, ms }) => from === to && Object.values(model.delays).includes(ms));
  const missing = own.filter(({ ms }) => !live.clock.pending().includes(began + (ms ?? 0)));
  if (missing.length > 0) throw new Error(`restarted, no timer of ${missing[0]?.ms} ms runs from now`);
  for (const { from, to, ms } of timers.sort((a, b) => (a.ms ?? 0) - (b.ms ?? 0))) {
    const wait = (time: number) => (table.wait === undefined ? live.advance(time) : table.wait(live, time));
    await wait(began + (ms ?? 0) - 1 - live.now);
    expectState(bench, live, from, `restarted, 1 ms before ${ms} ms`);
    await wait(1);
    expectState(bench, live, to, `restarted, after ${ms} ms`);
  }
}

function noView(): never {
  throw new Error('the table has no view');
}

function renderLivePage<Machine extends AnyStateMachine>({ table }: Bench<Machine>, live: Live<Machine>): Page {
  if (table.view !== undefined) return renderPage(table.view(live.snapshot, () => undefined));
  if (table.texts === undefined) throw new Error('the table needs a view or texts to look for words');
  return textPage(table.texts(live.snapshot));
}

function textPage(texts: readonly (string | null)[]): Page {
  const says = texts.filter((text) => text !== null);
  return { says, text: says.join(' ') } as unknown as Page;
}
