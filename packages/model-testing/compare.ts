import { assign, createMachine } from 'xstate';
import type { AnyStateMachine } from 'xstate';
import { getShortestPaths, getSimplePaths } from 'xstate/graph';
import { playerMachine } from './example/player.machine.ts';
import { DAY, SILENCE } from './example/player.samples.ts';
import { getEdgeIds, getEdges, getNodes } from './model/structure.ts';
import { NOT_STARTED, timedLogic } from './model/timed.ts';
import type { Step } from './model/timed.ts';
import { paths } from './paths.ts';
import type { PathOptions } from './paths.ts';

/** `npx tsx compare.ts` prints a table that compares `paths` with `xstate/graph` on the same machines. */

interface Tool {
  readonly name: string;
  /** Returns the events of each path after the start. */
  readonly find: (machine: AnyStateMachine, options?: object) => Walk[];
  /** The values that the player needs. */
  readonly given: object;
  readonly says: string;
}

type Walk = readonly Pick<Step, 'kind' | 'event'>[];

const INPUT = { album: 'day' };
const ANSWERED = 'xstate.done.actor.loadAlbum';
const FAILED = 'xstate.error.actor.loadAlbum';

/** An events option of `xstate/graph` replaces the events that it derives, so all of them are given. */
const events: readonly Step['event'][] = [
  { type: ANSWERED, output: DAY },
  { type: ANSWERED, output: SILENCE },
  { type: FAILED, error: new Error('offline') },
  ...[...new Set(getNodes(playerMachine).flatMap(({ transitions }) => [...transitions.keys()]))]
    .filter((type) => type !== ANSWERED && type !== FAILED)
    .map((type) => ({ type })),
];

const graphTool = (name: string, find: typeof getShortestPaths): Tool => ({
  name,
  find: (machine, options) =>
    find(machine, options as never).map(({ steps }) =>
      steps.slice(1).map(({ event }) => ({ kind: 'user', event: event as Step['event'] })),
    ),
  given: { input: INPUT, events },
  says: `${events.length} events`,
});

const TOOLS: readonly Tool[] = [
  {
    name: 'paths',
    find: (machine, options) =>
      paths(machine, options as PathOptions<AnyStateMachine>).map(({ steps }) => steps.slice(1)),
    given: { input: INPUT, done: { loadAlbum: { 'two tracks': DAY, 'no tracks': SILENCE } } },
    says: '2 results',
  },
  graphTool('getShortestPaths', getShortestPaths),
  graphTool('getSimplePaths', getSimplePaths),
];

/** Two timers run at the same time. */
const timersMachine = createMachine({
  type: 'parallel',
  states: {
    short: { initial: 'on', states: { on: { after: { 1_000: 'off' } }, off: {} } },
    long: { initial: 'on', states: { on: { after: { 5_000: 'off' } }, off: {} } },
  },
});

const MOST_COUNTED = 5_000;
const counterMachine = createMachine({
  types: {} as { context: { count: number } },
  context: { count: 0 },
  on: { add: { actions: assign({ count: ({ context }) => countOn(context.count) }) } },
});

/** Ends the exploration of a tool that does not end. */
function countOn(count: number): number {
  if (count === MOST_COUNTED) throw new Error(`no end after ${count} snapshots`);
  return count + 1;
}

function row(name: string, tell: (tool: Tool) => string): string {
  return `| ${[name, ...TOOLS.map(tell)].join(' | ')} |`;
}

function findPlayerWalks({ find, given }: Tool): Walk[] {
  return find(playerMachine, given);
}

/** Takes the events of all paths and counts the transitions. */
function countTaken(walks: readonly Walk[]): number {
  const ids = getEdgeIds(playerMachine);
  const { transition } = timedLogic(playerMachine);
  const taken = new Set<string | undefined>();
  for (const walk of walks) {
    let state = transition(NOT_STARTED, { kind: 'start', label: '', event: { type: 'xstate.init' }, input: INPUT });
    for (const { kind, event } of walk) {
      state = transition(state, { kind, label: '', event });
      for (const { definition } of state.taken) taken.add(ids.get(definition));
    }
  }
  return taken.size;
}

function countEvents(walks: readonly Walk[], prefix: string): string {
  return String(walks.flat().filter(({ event }) => event.type.startsWith(prefix)).length);
}

/** Describes the order of the timers of 1 s and 5 s on all paths. */
function tellTimers({ find }: Tool): string {
  const firsts = find(timersMachine).flatMap((walk) => walk[0]?.event.type.split('.')[2] ?? []);
  return firsts.includes('5000') ? 'also 5 s before 1 s' : '1 s before 5 s';
}

function attempt(find: () => string): string {
  try {
    return find();
  } catch (error) {
    const [first = ''] = String(error instanceof Error ? error.message : error).split(/\. | in transition/);
    return first.split(': ').at(-1) ?? first;
  }
}

function time(tool: Tool): string {
  const began = performance.now();
  for (let run = 0; run < 10; run++) findPlayerWalks(tool);
  return `${Math.round((performance.now() - began) / 10)} ms`;
}

const table = [
  row('', ({ name }) => `\`${name}\``),
  row('---', () => '---'),
  row('without any value', ({ find }) => attempt(() => `${find(playerMachine, { input: INPUT }).length} paths`)),
  row('values to write', ({ says }) => says),
  row('paths', (tool) => String(findPlayerWalks(tool).length)),
  row('their steps', (tool) => String(findPlayerWalks(tool).flat().length)),
  row(`transitions, of ${getEdges(playerMachine).length}`, (tool) => String(countTaken(findPlayerWalks(tool)))),
  row('failures on them', (tool) => countEvents(findPlayerWalks(tool), 'xstate.error.')),
  row('timers on them', (tool) => countEvents(findPlayerWalks(tool), 'xstate.after.')),
  row('two timers', tellTimers),
  row('a counter without an end', ({ find }) => attempt(() => `${find(counterMachine).length} paths`)),
  row('time for the player', time),
];
console.log(table.join('\n'));
