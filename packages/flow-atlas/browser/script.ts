import type { AnyMachineSnapshot } from 'xstate';
import type { Case, CaseStep } from '../cases/case.ts';
import { isIgnored } from 'model-testing/model/happening';
import type { Happening } from 'model-testing/model/happening';
import type { Subject } from '../cases/subject.ts';
import { findSlot } from '../cases/instruction.ts';
import { findStartedActors } from '../cases/started-actors.ts';
import type { FindSubject } from '../cases/describe-step.ts';
import type { DescribedCase } from '../cases/describe-case.ts';
import { actsFor } from 'model-testing/view/acts-for';
import { getExpectations } from './expected.ts';
import type { Check, Expectation, Translation, Difference } from './expected.ts';
import type { ExpectedLook } from './look.ts';
import { addChecks, withLook } from './checks.ts';
import type { RawStep } from './checks.ts';
import { toReply } from './play.ts';
import type { Beginning, Player, Reply } from './play.ts';

/** One action of a player: the name of its method, and the arguments. */
export interface Move {
  readonly do: Exclude<keyof Player, symbol>;
  readonly with: readonly unknown[];
}

/** A case that can be walked in a browser. */
export interface Script {
  readonly case: Case;
  /** One for each step of the case. */
  readonly steps: readonly ScriptStep[];
}

export type { Expectation } from './expected.ts';

export interface ScriptStep {
  readonly text: string;
  /** Actions of the step. */
  readonly moves: readonly Move[];
  /** Checks after the step. */
  readonly checks: readonly Move[];
  /** All expectations of the case about the step. */
  readonly expectations: readonly Expectation[];
}

/** Returns the number of checked expectations, and of all. */
export function countChecks(steps: readonly Pick<ScriptStep, 'expectations'>[]): {
  readonly checked: number;
  readonly all: number;
} {
  const lines = steps.flatMap(({ expectations }) => expectations);
  return { checked: lines.filter(({ check }) => check !== null).length, all: lines.length };
}

/** How to open the page on which a user meets a flow, and the actions until the flow begins. */
export interface Scene {
  readonly at: Beginning;
  readonly next?: readonly Move[];
  /** By slot, when it sends a different call here. */
  readonly calls?: Stage['calls'];
}

type PathEvent = Happening['step']['event'];
/** Moves, or the reason why no browser can make them. */
type MovesOrReason = readonly Move[] | string;

/** Initial conditions that make this event happen; `null` when it happens without them or through `events`. */
type InitialCondition = (event: PathEvent, before: AnyMachineSnapshot | null) => Partial<Beginning> | null;

/** The call that a slot sends to the server. */
export interface StagedCall {
  /** `GET /albums/{id}`. */
  readonly call: string;
  /** Builds the body of the reply from the machine's answer. Default: the answer as `data`. */
  readonly reply?: (output: never) => unknown;
  /** Time during which the page retries when no reply arrives. Milliseconds. */
  readonly triesFor?: number;
}

/** How the paths of one flow are walked in a browser. */
export interface Stage {
  /**
   * By the name of the model's input, `*` for any other. A function receives the input, because rows have inputs without
   * a name. A text gives the reason why users never begin there.
   */
  readonly begins: Readonly<Record<string, Scene | string | ((input: never) => Scene | string)>>;
  /** Calls by slot. */
  readonly calls?: Readonly<Record<string, StagedCall>>;
  /** Initial conditions before the page opens, by the event type that reports them to the machine. */
  readonly foreseen?: Readonly<Record<string, InitialCondition>>;
  /** Events without a control in the flow's view, by event type. */
  readonly events?: Readonly<
    Record<string, (event: PathEvent, before: AnyMachineSnapshot | null) => MovesOrReason | undefined>
  >;
  /** Results of slots that call no server; `undefined` for one that calls it. */
  readonly outcomes?: Readonly<
    Record<string, (event: PathEvent, before: AnyMachineSnapshot | null) => MovesOrReason | undefined>
  >;
  /** Steps that no browser can reach, by label or condition. */
  readonly never?: readonly {
    readonly step: RegExp;
    /** `outer` is the last happening of the machine that runs this one, if another does. */
    readonly when?: (happening: Happening, outer: Happening | undefined) => boolean;
    readonly why: string;
  }[];
  /** Check in place of the flow's own rendering, when it has none or the step leads to another page. */
  readonly instead?: (happening: Happening) => Check | null;
  /** Additional check of other parts of the page. */
  readonly beside?: (happening: Happening) => Check | null;
  /** Selector of the elements in a machine's rendering that this flow's page shows, by machine id. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Differences between the flow's rendering and its page. */
  readonly differences?: readonly Difference[];
  /** Expectations that cannot be checked on its page; of a call the fields are checked, but not their values. */
  readonly unchecked?: readonly Difference[];
}

/** A project's knowledge of its pages. */
export interface Staging {
  /** By flow. A text gives the reason why users never see it. */
  readonly stages: Readonly<Record<string, Stage | string>>;
  /** Converts a failure to the server's reply; `null` for no network; a number for no reply within that many ms. */
  readonly failure: (error: Error) => Reply | null | number;
  /** Like `events` of a stage, for all flows. */
  readonly events: NonNullable<Stage['events']>;
  /** Differences between the names on the pages and in the tables. */
  readonly translation?: Translation;
}

/** Converts a case to a script, or returns the reason why it cannot be walked. */
export function createScript(
  path: Subject,
  findSubject: FindSubject,
  staging: Staging,
  walked: DescribedCase,
): Script | string {
  const { told } = walked;
  const happenings = told.flatMap((each) => each.happenings);
  if (happenings.length === 0) return 'it exists in words only';
  const stage = staging.stages[path.flow] ?? `no stage defines how ${path.flow} begins in a browser`;
  if (typeof stage === 'string') return stage;
  const scene = findScene(stage, happenings[0]?.step);
  if (typeof scene === 'string') return scene;
  const cast: Cast = { path, stage, scene, findSubject, staging };
  const steps: RawStep[] = [];
  let time = 0;
  for (const { step, happenings: all } of told) {
    const moves: Move[] = [];
    for (const one of all) {
      const found = getMoves(cast, happenings, one, time);
      if (typeof found === 'string') return found;
      moves.push(...found);
      time = Math.max(time, one.now);
    }
    const { still, ...expected } = getExpected(cast, step, all);
    steps.push({
      text: step.action,
      moves: all.at(-1)?.step.kind === 'after' ? withLook(moves, still) : moves,
      ...expected,
    });
  }
  return { case: walked.case, steps: steps.map(addChecks) };
}

/** Returns the expectations of a step with their checks. */
function getExpected(
  cast: Cast,
  step: CaseStep,
  happenings: readonly Happening[],
): Omit<RawStep, 'text' | 'moves'> & { readonly still: ExpectedLook } {
  const last = happenings.at(-1);
  const { subject, stage } = findStage(cast, last?.machine ?? cast.path.id);
  const { translation = {} } = cast.staging;
  const instead = last === undefined ? null : (stage.instead?.(last) ?? null);
  const after = instead === null ? subject.look(last?.after ?? null) : null;
  const mayChangeMore =
    instead !== null || happenings.some((one) => findStartedActors(one.before, one.after).length > 0);
  const { lines, sight, still, messages } = getExpectations(
    step,
    { before: subject.look(last?.before ?? null), after },
    {
      ...translation,
      part: cast.stage.parts?.[subject.id] ?? stage.parts?.[subject.id],
      differences: [translation, cast.stage, stage].flatMap(({ differences: unlike = [] }) => unlike),
      unchecked: [translation, cast.stage, stage].flatMap(({ unchecked: unasked = [] }) => unasked),
    },
  );
  const more = instead ?? (last === undefined ? null : (stage.beside?.(last) ?? null));
  return { expectations: more === null ? lines : attachCheck(lines, more), sight, still, messages, mayChangeMore };
}

/** Attaches the check to the first expectation without one, or to the first check. */
function attachCheck(lines: readonly Expectation[], more: Check): Expectation[] {
  const at = Math.max(
    lines.findIndex(({ check }) => check === null),
    0,
  );
  return lines.map((line, index) => (index === at ? { ...line, check: { ...more, ...line.check } } : line));
}

interface Cast {
  readonly path: Subject;
  readonly stage: Stage;
  readonly scene: Scene;
  readonly findSubject: FindSubject;
  readonly staging: Staging;
}

function getMoves(cast: Cast, all: readonly Happening[], one: Happening, time: number): MovesOrReason {
  const { step, before, inside, act, isConsequence } = one;
  if (isConsequence === true) return [];
  if (step.kind === 'start') return inside.length > 0 ? [] : openPage(cast, all);
  const { subject, stage } = findStage(cast, one.machine);
  const outer = inside.length === 0 ? undefined : findOuter(all, one);
  const never = stage.never?.find((each) => each.step.test(step.label) && each.when?.(one, outer) !== false);
  if (never !== undefined) return never.why;
  if (act === undefined && (stage.foreseen?.[step.event.type]?.(step.event, before) ?? null) !== null) return [];
  const passed: Move[] = one.now > time ? [{ do: 'pass', with: [one.now - time] }] : [];
  const done = act === undefined ? movesFor(cast, subject, stage, one) : [gesture('act', act)];
  if (typeof done !== 'string') return [...passed, ...done];
  return done === ''
    ? `no stage can make '${step.label}' in a browser${before === null ? '' : ` (${one.machine})`}`
    : done;
}

/** Returns the last happening before this one outside the machine in which it happens. */
function findOuter(all: readonly Happening[], one: Happening): Happening | undefined {
  return all.slice(0, all.indexOf(one)).findLast(({ inside }) => inside.length < one.inside.length);
}

/** Finds the scene by the input's name, or by the input. */
function findScene({ begins }: Stage, start: Happening['step'] | undefined): Scene | string {
  const label = start?.label ?? '';
  const name = /^start\((.*)\)$/s.exec(label)?.[1] ?? '';
  const found = begins[name] ?? begins['*'] ?? `no stage defines how ${label} begins in a browser`;
  return typeof found === 'function' ? found(start?.input as never) : found;
}

function findStage({ path, stage, findSubject, staging }: Cast, machine: string): { subject: Subject; stage: Stage } {
  const subject = findSubject(machine) ?? path;
  const known = staging.stages[subject.flow];
  return { subject, stage: typeof known === 'object' ? known : stage };
}

/** Opens the page with all initial conditions. */
function openPage(cast: Cast, all: readonly Happening[]): MovesOrReason {
  const { scene } = cast;
  let at = scene.at;
  for (const one of all) {
    const tell = findStage(cast, one.machine).stage.foreseen?.[one.step.event.type];
    if (one.act !== undefined || one.isConsequence === true || tell === undefined) continue;
    const more = tell(one.step.event, one.before);
    if (more === null) continue;
    at = {
      ...at,
      ...more,
      replies: { ...at.replies, ...more.replies },
      storage: { ...at.storage, ...more.storage },
      tab: { ...at.tab, ...more.tab },
      scripts: [...(at.scripts ?? []), ...(more.scripts ?? [])],
    };
  }
  const answered = all.flatMap((one) => findAnsweredCall(cast, one)?.call ?? []);
  const replied = new Set(Object.keys(at.replies ?? {}));
  // A call that the path never answers stays open until the end, so it must not reach the server.
  const open = all.flatMap((one) => findCalls(cast, one)).filter((call) => !replied.has(call));
  const held = [...new Set([...(at.held ?? []), ...answered, ...open])];
  return [{ do: 'begin', with: [{ ...at, held }] }, ...(scene.next ?? [])];
}

/** Returns all calls that a machine, its children and their children may make. */
function findCalls(cast: Cast, { machine }: Happening): string[] {
  const calls: string[] = [];
  const ids = new Set([machine]);
  for (const id of ids) {
    for (const slot of Object.keys(findStage(cast, id).subject.model.machine.implementations.actors)) {
      const staged = findSlotCall(cast, id, slot);
      if (staged !== null) calls.push(staged.call);
      if (cast.findSubject(slot) !== null) ids.add(slot);
    }
  }
  return calls;
}

/** Returns the call that a happening answers. */
function findAnsweredCall(cast: Cast, { step, before, machine }: Happening): StagedCall | null {
  if (step.kind !== 'done' && step.kind !== 'error') return null;
  return findSlotCall(cast, machine, findSlot(before, step.actorId ?? ''));
}

/** Returns the server call of a machine's slot. */
function findSlotCall(cast: Cast, machine: string, slot: string): StagedCall | null {
  const { subject, stage } = findStage(cast, machine);
  const staged = cast.scene.calls?.[slot] ?? cast.stage.calls?.[slot] ?? stage.calls?.[slot];
  if (staged !== undefined) return staged;
  const call = subject.findCall(slot) ?? cast.path.findCall(slot);
  return call === null ? null : { call };
}

function movesFor(cast: Cast, subject: Subject, stage: Stage, one: Happening): MovesOrReason {
  const { step, before } = one;
  const { kind, event, actorId = '' } = step;
  if (kind === 'after') return [];
  if (kind === 'done' || kind === 'error') {
    const slot = findSlot(before, actorId);
    const made = (stage.outcomes?.[slot] ?? cast.stage.outcomes?.[slot])?.(event, before);
    if (made !== undefined) return made;
    const staged = findAnsweredCall(cast, one);
    return staged === null ? '' : findAnsweredCalls(cast, staged, one);
  }
  const known = stage.events?.[event.type] ?? cast.stage.events?.[event.type];
  const found = known?.(event, before);
  if (found !== undefined) return found;
  const [how] = before === null ? [] : (actsFor(subject.model, event, before) ?? []);
  if (how !== undefined) return [gesture(isIgnored(one) ? 'attempt' : 'act', how)];
  return cast.staging.events[event.type]?.(event, before) ?? '';
}

function findAnsweredCalls(
  { staging }: Cast,
  { call, reply, triesFor }: StagedCall,
  { step: { kind, event } }: Happening,
): MovesOrReason {
  if (kind === 'done') {
    const output = event['output'] as never;
    return [
      {
        do: 'answer',
        with: [call, toReply(reply === undefined ? { success: true, data: output ?? {} } : reply(output))],
      },
    ];
  }
  const failure = staging.failure(event['error'] as Error);
  if (failure === null) return [{ do: 'cut', with: triesFor === undefined ? [call] : [call, triesFor] }];
  if (typeof failure === 'number') return [{ do: 'silence', with: [call, failure] }];
  return [{ do: 'answer', with: [call, failure] }];
}

function gesture(what: 'act' | 'attempt', act: object): Move {
  return { do: what, with: [act] };
}
