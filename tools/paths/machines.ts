import { existsSync, readdirSync } from 'node:fs';
import { setFileScope } from '@vanilla-extract/css/fileScope';
import type { AnyStateMachine, EventObject } from 'xstate';
import { flowSubject } from 'flow-atlas/cases/flow-subject';
import type { AlsoHere } from 'flow-atlas/cases/flow-subject';
import { createUnknownNameError } from 'flow-atlas/cases/nearest';
import { createPureSubject } from 'flow-atlas/cases/pure-subject';
import type { PureSubject } from 'flow-atlas/cases/pure-subject';
import type { CaseTexts } from 'flow-atlas/cases/case-texts';
import type { Subject, SubjectWords } from 'flow-atlas/cases/subject';
import type { FindSubject } from 'flow-atlas/cases/describe-step';
import type { Model } from 'model-testing/model/define';
import { getLogicKind } from 'model-testing/model/structure';
import { loadFlow } from 'model-testing/table/flow';
import type { Table } from 'model-testing/table/table';
import type { View } from 'model-testing/view/screen';
import { config } from '../../model-testing.config.ts';
import { readWords } from '../flows/labels.ts';
import { isServerMachine, SERVER_MACHINES } from './server-machines.ts';
import type { ServerMachine } from './server-machines.ts';

/** All machines of the shop: the flows of the browser and the machines of the server. */

const FLOWS = new URL('../../tests/flows/', import.meta.url);
const MACHINES = new URL('../../server/machines/', import.meta.url);

export function machineNames(): string[] {
  const flows = readdirSync(FLOWS).filter((name) => listFiles(name).includes(`${name}.model.ts`));
  // An older version, which runs with these tools, may not have all of them.
  const server = SERVER_MACHINES.filter((name) => existsSync(new URL(`${name}.machine.ts`, MACHINES)));
  return [...flows, ...server].sort();
}

/**
 * Returns the machine of this name with its model and its tables. Throws with the most similar names when there is
 * none.
 */
export async function getSubject(name: string): Promise<Subject> {
  if (!machineNames().includes(name)) throw createUnknownNameError('machine called', name, machineNames());
  return isServerMachine(name) ? SERVER[name]() : browserSubject(name);
}

/** Finds a machine and its child machines by id. */
export async function createSubjectFinder(subject: Subject): Promise<FindSubject> {
  const all = new Map([[subject.id, subject]]);
  for (const one of all.values()) {
    for (const id of machinesInside(one)) {
      const name = machineNames().find((each) => camel(each) === id);
      if (name !== undefined && !all.has(id)) all.set(id, await browserSubject(name));
    }
  }
  return (id) => all.get(id) ?? null;
}

function machinesInside({ model }: Subject): string[] {
  const actors = Object.values(model.machine.implementations.actors as Record<string, AnyStateMachine>);
  return actors.filter((logic) => getLogicKind(logic) === 'machine').map(({ id }) => id);
}

const made = new Map<string, Promise<Subject>>();

function browserSubject(name: string): Promise<Subject> {
  const known = made.get(name) ?? createSubject(name);
  made.set(name, known);
  return known;
}

async function createSubject(name: string): Promise<Subject> {
  const [model] = Object.values(await exported(name, `${name}.model.ts`)).filter(isModel);
  if (model === undefined) throw new Error(`tests/flows/${name}/${name}.model.ts exports no model`);
  return flowSubject(model, await findTable(name, `${camel(name)}Table`), {
    also: await findOtherTables(name),
    view: await findView(name),
    words: readAllWords(name),
  });
}

/** Rows of other tables have the sentences of their own flow. */
function readAllWords(name: string): SubjectWords {
  const { labels, texts } = readWords(name);
  const others = (ALSO[name] ?? []).map(({ flow }) => readWords(flow).texts.rows);
  return { labels, texts: { ...texts, rows: Object.assign({}, ...others, texts.rows) as CaseTexts['rows'] } };
}

/** Some flows are drawn by another flow's view. */
async function findView(flow: string): Promise<View | undefined> {
  if (!listFiles(flow).includes(`${flow}.view.tsx`)) return undefined;
  const view = (await exported(flow, `${flow}.view.tsx`))[`${camel(flow)}View`];
  if (view === undefined) throw new Error(`tests/flows/${flow}/${flow}.view.tsx exports no ${camel(flow)}View`);
  return view as View;
}

/** Returns maps of other flows' tables, as in `also` of the flow's paths test. */
async function findOtherTables(name: string): Promise<AlsoHere<AnyStateMachine>[]> {
  return Promise.all(
    (ALSO[name] ?? []).map(async ({ flow, file, table, states }) => {
      const all = await exported(name, file);
      return { flow, table: all[table] as Table<AnyStateMachine>, states: all[states] as never };
    }),
  );
}

interface OtherTable {
  readonly flow: string;
  readonly file: string;
  readonly table: string;
  readonly states: string;
}

export const ALSO: Readonly<Record<string, readonly OtherTable[]>> = {
  checkout: [
    {
      flow: 'mpesa-payment',
      file: 'checkout-elsewhere.table.tsx',
      table: 'paymentCheckoutTable',
      states: 'paymentStates',
    },
    {
      flow: 'purchase',
      file: 'checkout-elsewhere.table.tsx',
      table: 'purchaseCheckoutTable',
      states: 'purchaseStates',
    },
  ],
  'order-placement': [
    { flow: 'checkout', file: 'order-placement.table.tsx', table: 'checkoutPlacementTable', states: 'checkoutStates' },
    { flow: 'mpesa-payment', file: 'order-placement.table.tsx', table: 'mpesaPlacementTable', states: 'paymentStates' },
  ],
  purchase: [
    {
      flow: 'checkout',
      file: 'purchase-of-checkout.table.tsx',
      table: 'checkoutPurchaseTable',
      states: 'checkoutStates',
    },
    {
      flow: 'mpesa-payment',
      file: 'purchase-of-payment.table.tsx',
      table: 'paymentPurchaseTable',
      states: 'paymentStates',
    },
  ],
};

async function findTable(flow: string, name: string): Promise<Table<AnyStateMachine>> {
  const file = listFiles(flow).find((one) => one === `${flow}.table.tsx` || one === `${flow}.table.ts`);
  const table = file === undefined ? undefined : (await exported(flow, file))[name];
  if (table === undefined) throw new Error(`tests/flows/${flow}/${flow}.table.ts(x) exports no ${name}`);
  return table as Table<AnyStateMachine>;
}

async function exported(flow: string, file: string): Promise<Readonly<Record<string, unknown>>> {
  // The maps draw views, whose styles are not needed here.
  setFileScope(file, 'paths');
  return (await import(new URL(`${flow}/${file}`, FLOWS).href)) as Record<string, unknown>;
}

/** Returns the files in a flow's folder. */
function listFiles(flow: string): readonly string[] {
  const folder = new URL(`${flow}/`, FLOWS);
  return existsSync(folder) ? readdirSync(folder) : [];
}

function isModel(value: unknown): value is Model<AnyStateMachine> {
  return typeof value === 'object' && value !== null && 'machine' in value && 'delays' in value;
}

function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A state of a machine without regions. */
const isState = ({ state }: { readonly state: string }, name: string) => state === name;

/** The server's machines with their tables. */
const SERVER: Readonly<Record<ServerMachine, () => Promise<Subject>>> = {
  async circuit() {
    const { circuitMachine: machine } = await import('../../server/machines/circuit.machine.ts');
    const { circuitTable: table } = await import('../../tests/server/payments/circuit-rows.ts');
    return serverSubject('circuit', { machine, table, isIn: isState });
  },
  async claim() {
    const { claimMachine: machine } = await import('../../server/machines/claim.machine.ts');
    const { claimTable: table } = await import('../../tests/server/claims/claim-rows.ts');
    return serverSubject('claim', { machine, table, isIn: isState });
  },
  async order() {
    const { orderMachine: machine } = await import('../../server/machines/order.machine.ts');
    const { orderTable: table } = await import('../../tests/server/orders/order-table.ts');
    const { isIn } = await import('../../tests/server/orders/order-walk.ts');
    return serverSubject('order', { machine, table, isIn });
  },
  async parcel() {
    const { parcelMachine: machine } = await import('../../server/machines/parcel.machine.ts');
    const { parcelTable: table } = await import('../../tests/server/orders/parcel-table.ts');
    const isIn = ({ parcel }: { readonly parcel: string }, name: string) => parcel === name;
    return serverSubject('parcel', { machine, table, isIn });
  },
  async 'payment-attempt'() {
    const { paymentAttemptMachine: machine } = await import('../../server/machines/payment-attempt.machine.ts');
    const { attemptTable: table } = await import('../../tests/server/payments/attempt-rows.ts');
    return serverSubject('payment-attempt', { machine, table, isIn: isState });
  },
  async refund() {
    const { refundMachine: machine } = await import('../../server/machines/refund.machine.ts');
    const { refundTable: table } = await import('../../tests/server/refunds/refund-rows.ts');
    return serverSubject('refund', { machine, table, isIn: isState });
  },
};

function serverSubject<Facts extends object, Event extends EventObject>(
  name: ServerMachine,
  parts: Pick<PureSubject<Facts, Event>, 'machine' | 'table' | 'isIn'>,
): Subject {
  return createPureSubject({ ...parts, config, flow: loadFlow(config, name), words: readWords(name) });
}
