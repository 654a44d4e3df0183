import { test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate';
import type { AnyModel, Model } from 'model-testing/model/define';
import { explore } from 'model-testing/model/explore';
import type { Arc, Graph } from 'model-testing/model/explore';
import { predictSnapshots } from 'model-testing/model/paths';
import type { Step, Timed } from 'model-testing/model/timed';
import { edgeTours } from 'model-testing/model/tours';
import { actsFor } from 'model-testing/view/acts-for';
import { holdCalls } from './held-calls.ts';
import type { HeldCall } from './held-calls.ts';
import { perform } from './perform.ts';

/** Arguments of a gesture. `before` is null at the start. */
export interface Moment<Machine extends AnyStateMachine> {
  /** The event's own values, or the `output` of a response. */
  readonly event: Step['event'];
  readonly input: unknown;
  readonly before: SnapshotFrom<Machine> | null;
}

/** Defines how the page performs a flow's steps, and what it then shows. */
export interface Screen<Machine extends AnyStateMachine> {
  readonly model: Model<Machine>;
  /**
   * By `start`, event types, and `<actor> answers` for actors with their own screens. Missing gestures use the model's
   * acts; a step with neither is skipped.
   */
  readonly gestures: Readonly<Record<string, (page: Page, moment: Moment<Machine>) => Promise<void>>>;
  /** Calls that the steps answer, by slot. */
  readonly calls: Readonly<Record<string, HeldCall>>;
  /**
   * False if this page has no gesture for the step, for example because another page is open. `before` is null at the
   * start.
   */
  readonly canDo?: (step: Step, before: SnapshotFrom<Machine> | null) => boolean;
  readonly shows: (page: Page, snapshot: SnapshotFrom<Machine>) => Promise<void>;
  /** Transitions that no gesture takes, each with the reason. */
  readonly elsewhere: Readonly<Record<string, string>>;
}

/** Walks the tours that a shopper can make. Returns the ids of the transitions taken. */
export async function replayTours<Machine extends AnyStateMachine>(
  page: Page,
  screen: Screen<Machine>,
): Promise<ReadonlySet<string>> {
  const graph = explore(screen.model as unknown as AnyModel);
  const tours = edgeTours(graph, (arc) => isPossible(graph, screen, arc));
  const held = await holdCalls(page, screen.calls);
  const taken = new Set<string>();
  for (const [index, { steps }] of tours.paths.entries()) {
    await test.step(`tour ${index + 1} of ${tours.paths.length}`, async () => {
      let before: Timed | null = null;
      for (const [number, after] of predictSnapshots(graph, steps).entries()) {
        const step = steps[number] as Step;
        await test.step(step.label, () => oneStep(page, screen, held, { step, before, after }));
        for (const { definition } of after.taken) {
          const id = graph.edges.find((edge) => edge.definition === definition)?.id;
          if (id !== undefined) taken.add(id);
        }
        before = after;
      }
    });
  }
  return taken;
}

/** Returns all transitions of the machine that were not taken. */
export function untaken({ model }: Pick<Screen<AnyStateMachine>, 'model'>, taken: ReadonlySet<string>): string[] {
  return explore(model as unknown as AnyModel)
    .edges.map(({ id }) => id)
    .filter((id) => !taken.has(id));
}

type Held = Awaited<ReturnType<typeof holdCalls>>;

interface Stretch {
  readonly step: Step;
  readonly before: Timed | null;
  readonly after: Timed;
}

async function oneStep<Machine extends AnyStateMachine>(
  page: Page,
  screen: Screen<Machine>,
  held: Held,
  { step, before, after }: Stretch,
) {
  const gesture = screen.gestures[getGesture(step)] ?? getAct(screen, step, before?.snapshot ?? null);
  const slot = step.actorId ?? '';
  if (gesture !== undefined) {
    await gesture(page, { event: step.event, input: step.input, before: getSnapshot<Machine>(before) });
  } else if (step.kind === 'after') await page.clock.runFor(after.now - (before?.now ?? 0));
  else if (step.kind === 'error') await held.fail(slot, step.event['error']);
  else await held.answer(slot, step.event['output']);
  await held.expectOpen(after.flights.map(({ id }) => id).filter((id) => id in screen.calls));
  await screen.shows(page, after.snapshot as SnapshotFrom<Machine>);
}

function isPossible<Machine extends AnyStateMachine>(
  graph: Graph,
  { model, gestures, calls, canDo }: Screen<Machine>,
  { from, step }: Arc,
): boolean {
  const before = graph.nodes.get(from)?.state ?? null;
  const hasGesture =
    gestures[getGesture(step)] !== undefined || getAct({ model }, step, before?.snapshot ?? null) !== undefined;
  const hasCall = (step.kind === 'done' || step.kind === 'error') && (step.actorId ?? '') in calls;
  if (!hasGesture && !hasCall && step.kind !== 'after') return false;
  // The page has one clock: an open call times out after 10 s (§7), which the machine's timers do not model.
  const isOpen = before?.flights.some(({ id }) => id in calls) === true;
  if (step.late === true || (step.kind === 'after' && isOpen)) return false;
  if (step.label.endsWith('(timeout)') && (before?.timers.length ?? 0) > 0) return false;
  return canDo === undefined || canDo(step, getSnapshot<Machine>(before));
}

/** Returns the model's act for the step if its control is available. */
function getAct<Machine extends AnyStateMachine>(
  { model }: Pick<Screen<Machine>, 'model'>,
  { kind, event }: Step,
  before: AnyMachineSnapshot | null,
): ((page: Page) => Promise<void>) | undefined {
  if (kind !== 'user' || before === null || !before.can(event)) return undefined;
  const [act] = actsFor(model as unknown as AnyModel, event, before) ?? [];
  return act && ((page) => perform(page, act));
}

function getGesture({ kind, event, actorId }: Step): string {
  if (kind === 'start') return 'start';
  return kind === 'done' ? `${actorId} answers` : event.type;
}

function getSnapshot<Machine extends AnyStateMachine>(timed: Timed | null): SnapshotFrom<Machine> | null {
  return (timed?.snapshot ?? null) as (AnyMachineSnapshot & SnapshotFrom<Machine>) | null;
}
