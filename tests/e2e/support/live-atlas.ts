import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { writeAtlas } from 'flow-atlas/atlas/atlas';
import { CHANNEL } from 'flow-atlas/live/messages';
import type { Message } from 'flow-atlas/live/messages';
import type { LiveStep } from 'flow-atlas/live/record';
import { EMPTY } from 'flow-atlas/live/run';
import type { FlowNote } from 'flow-atlas/notes/notes';
import type { Run } from 'flow-atlas/live/run';
import { allCharts } from '../../../tools/flows/charts.ts';

/** An atlas of three flows, and runs to show in it. */

const FLOWS = ['checkout', 'mpesa-payment', 'purchase'];
export const ORIGIN = 'http://live.test';
export const PHONE = { width: 390, height: 844 };

export interface LiveAtlas {
  /** Returns the file of an address. */
  readonly getFile: (url: string) => string;
  /** Returns the address of a flow's page on disk. */
  readonly atDisk: (flow: string) => string;
  readonly remove: () => void;
}

/** Writes the atlas into a new folder. The notes are on the checkout. */
export async function createLiveAtlas(notes: readonly FlowNote[] = []): Promise<LiveAtlas> {
  const folder = mkdtempSync(path.join(tmpdir(), 'duka-live-'));
  const charts = (await allCharts()).filter(({ flow }) => FLOWS.includes(flow));
  await writeAtlas({
    title: 'Flows',
    out: folder,
    flows: charts.map((chart) => ({ chart, group: 'Paying', notes: chart.flow === 'checkout' ? notes : [] })),
    notesFolder: 'docs/flow-notes',
    project: { version: '1.0.0', tests: { command: 'make-it', formats: { text: 'txt', csv: 'csv' } } },
  });
  return {
    getFile: (url) => path.join(folder, path.basename(new URL(url).pathname)),
    atDisk: (flow) => pathToFileURL(path.join(folder, `${flow}.html`)).href,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Serves atlas and shop from one origin, as a development server does. */
export async function serveAtlas(context: BrowserContext, { getFile }: LiveAtlas): Promise<void> {
  await context.route(`${ORIGIN}/flows/*`, (route) => {
    const file = getFile(route.request().url());
    // Not every server keeps notes.
    return existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 404 });
  });
  await context.route(`${ORIGIN}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Shop</title>' }),
  );
}

/** The states of a payment that waits. */
export const before = { page: 'seen', polling: 'waiting', network: 'online', prompt: 'onPhone', limit: 'running' };
export const START = Date.UTC(2026, 0, 5, 9);
/** Returns a recorded step, so many seconds after the start. */
export function step(at: number, given: Pick<LiveStep, 'machine' | 'event' | 'value'> & Partial<LiveStep>): LiveStep {
  const values = { payload: {}, changes: { phone: 'text of 12' }, output: null, transitions: [], repeats: 0 };
  const of = { tab: 'a', page: 'a1', actor: `a1/${given.machine}` };
  return { kind: 'step', at: START + at * 1000, status: 'active', ...of, ...values, ...given };
}
export const PAYMENT = 'mpesaPayment';
export const STEPS: readonly LiveStep[] = [
  step(0, { machine: 'purchase', event: 'xstate.init', value: 'confirmingPhone' }),
  step(1, { machine: PAYMENT, event: 'xstate.init', value: 'starting' }),
  step(2, {
    machine: PAYMENT,
    event: 'clock.tick',
    value: { pending: before },
    transitions: [{ source: 'mpesaPayment.starting', event: '', index: 0 }],
  }),
];

export const getRun = (records: readonly LiveStep[], given: Partial<Run> = {}): Run => ({
  ...EMPTY,
  version: '1.0.0',
  records,
  ...given,
});

/** Opens a page of the shop with these recorded steps. It replies to the `hello` message of an atlas. */
export async function openShop(
  context: BrowserContext,
  steps = STEPS,
): Promise<{ page: Page; tell: (step: LiveStep) => Promise<void> }> {
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/`);
  const told: Message = { kind: 'page', page: steps[0]?.page ?? '', run: getRun(steps) };
  await page.evaluate(
    ([name, answer]) => {
      const channel = new BroadcastChannel(name);
      const tell: (message: unknown) => void = channel.postMessage.bind(channel);
      channel.addEventListener('message', ({ data }) => data.kind === 'hello' && tell(answer));
      Object.assign(window, { tell });
    },
    [CHANNEL, told] as const,
  );
  const tell = async (record: LiveStep) => {
    const message: Message = { kind: 'record', record };
    await page.evaluate((data) => (window as unknown as { tell: (message: Message) => void }).tell(data), message);
  };
  return { page, tell };
}

export async function openLive(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const button = page.getByRole('button', { name: /^Live/ });
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
}

export const lit = (page: Page, state: string) => page.locator(`.state.lit[data-state="${state}"]`);
export const said = (page: Page) => page.locator('#live').getByRole('status');
