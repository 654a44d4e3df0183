import type { AnyMachineSnapshot } from 'xstate';
import { isIgnored } from 'model-testing/model/happening';
import type { Happening } from 'model-testing/model/happening';
import { parseAnswer } from 'model-testing/table/language';
import type { Row } from 'model-testing/table/flow';
import { nameReferences } from 'model-testing/model/explore';
import { isFromActor } from 'model-testing/model/steps';
import { actsFor } from 'model-testing/view/acts-for';
import { getRowText, getStepKey } from './case-texts.ts';
import type { CaseTexts } from './case-texts.ts';
import { getControlNames } from './rendered-view.ts';
import { toAddressedCall } from './sent-call.ts';
import { SAME, SAME_KIND } from './subject.ts';
import type { MatchingRows, Subject } from './subject.ts';
import { capitalise, describeAct, formatDuration, formatValue, humanise, withFullStop } from './words.ts';

/** What an instruction depends on besides the happening. */
export interface InstructionContext extends MatchingRows {
  /** Time of the previous step, in milliseconds since the start. */
  readonly time: number;
  readonly findCall: Subject['findCall'];
}

/**
 * Returns the sentence that a person carries out: the control and its value, the flow's own sentence for a step without
 * a control, or else the words of the row or of the machine.
 */
export function describeInstruction(subject: Subject, one: Happening, context: InstructionContext): string {
  return withFullStop(capitalise(describe(subject, one, context)));
}

function describe(subject: Subject, one: Happening, { likeness, rows, time, findCall }: InstructionContext): string {
  const { step, before, after, act, now } = one;
  const { kind, event, late } = step;
  const row = rows[0]?.row ?? null;
  const { texts } = subject;
  const look = subject.look(before);
  const shown = look === null ? [] : [...getControlNames(look), ...look.texts];
  if (act !== undefined) return describeAct(act, shown);
  if (kind === 'start') return findStartTexts(subject, step)?.do ?? describeStart(subject, step, after);
  if (kind === 'after')
    return now === time ? 'Do nothing: the next thing happens at once' : `Wait ${formatDuration(now - time)}`;
  const [how] = before === null ? [] : (actsFor(subject.model, event, before) ?? []);
  if (how !== undefined) return `${describeAct(how, shown)}${isIgnored(one) ? ', if it can be used' : ''}`;
  const tail = late === true ? ' This comes at the last moment before the waiting time ends' : '';
  const text = findText(subject, one);
  // The row of this very step says more than the sentence for any values of its event.
  const own = likeness === SAME && !step.label.includes('(') ? texts.rows[row?.on ?? ''] : undefined;
  if (text !== undefined) return `${own ?? text}${tail}`;
  if (kind === 'done' || kind === 'error')
    return `${withFullStop(describeAnswer(subject, findCall, one, likeness === SAME ? row : null))}${tail}`;
  const isRowsEvent = likeness >= SAME_KIND && hasOneEvent(rows);
  if (row !== null && isRowsEvent && row.from !== '' && parseAnswer(row.on) === null && row.on !== 'timer')
    return getRowText(texts, row.on);
  return subject.labels.events[event.type] ?? describePlainly(one);
}

/** Returns the sentences of a start, also if a row began with the same input under another name. */
export function findStartTexts(
  { model, texts }: Pick<Subject, 'model' | 'texts'>,
  { label, input }: Happening['step'],
): CaseTexts['starts'][string] | undefined {
  const wanted = toText(input);
  const [name] = Object.entries(model.inputs).find(([, value]) => toText(value) === wanted) ?? [];
  return (
    texts.starts[label] ?? (name === undefined ? undefined : texts.starts[name === '' ? 'start' : `start(${name})`])
  );
}

/** Returns the flow's own sentence for the step, also if a row gave it another name for the same values. */
function findText({ model, texts }: Subject, { step, before }: Happening): string | undefined {
  const { kind, event, label, actorId = '' } = step;
  const own = texts.steps[getStepKey(label)];
  if (own !== undefined || (kind !== 'done' && kind !== 'sent' && kind !== 'user')) return own;
  const entry = model.events[event.type];
  const isAnswer = kind === 'done';
  const cases = isAnswer
    ? model.done[findSlot(before, actorId)]
    : entry !== undefined && isFromActor(entry)
      ? entry.cases
      : entry;
  const wanted = toText(isAnswer ? event['output'] : event);
  const [name] = Object.entries(cases ?? {}).find(
    ([, value]) => toText(isAnswer ? value : { ...(value as object), type: event.type }) === wanted,
  ) ?? [null];
  if (name === null) return undefined;
  const trigger = isAnswer ? `${actorId} answers` : kind === 'sent' ? `${actorId} sends ${event.type}` : event.type;
  return texts.steps[name === '' ? trigger : `${trigger}(${name})`];
}

/** Equal values have equal texts, whatever the order of their fields. */
function toText(value: unknown): string {
  return JSON.stringify(value, (key, one: unknown) => {
    const plain = nameReferences(key, one);
    return typeof plain === 'object' && plain !== null && !Array.isArray(plain)
      ? Object.fromEntries(Object.entries(plain).sort(([a], [b]) => (a < b ? -1 : 1)))
      : plain;
  });
}

/** Returns whether similar rows use one name for what happens, which means one event. */
function hasOneEvent(rows: MatchingRows['rows']): boolean {
  return (
    new Set(rows.map(({ row }) => row.on)).size === 1 &&
    rows.every(({ hasSeveralEvents: isOfSeveral }) => isOfSeveral !== true)
  );
}

function describeStart(subject: Subject, { label, input }: Happening['step'], after: AnyMachineSnapshot): string {
  const name = /^start\((.*)\)$/s.exec(label)?.[1] ?? inputName(subject, input);
  const when = name === null ? null : subject.findStart(name, after);
  const words = [when ?? name ?? ''].filter((one) => one !== '' && one !== 'always');
  const given = when !== null || input === undefined || input === null ? '' : formatValue(input);
  return `Begin${words.length === 0 ? '' : `: ${words.join(', ')}`}${given === '' ? '' : `, with ${given}`}`;
}

function inputName({ model }: Subject, input: unknown): string | null {
  return Object.entries(model.inputs).find(([, one]) => one === input)?.[0] ?? null;
}

function describeAnswer(
  { telling, labels, texts }: Subject,
  findCall: Subject['findCall'],
  { step, before }: Happening,
  row: Row | null,
): string {
  const { kind, actorId = '', event, label } = step;
  const known = findCall(findSlot(before, actorId));
  const who = known === null ? humanise(actorId) : toAddressedCall(telling, known, before);
  if (kind === 'error') return telling.failure(event['error'] as Error, who);
  if (row !== null && texts.rows[row.on] !== undefined) return getRowText(texts, row.on);
  const said = row === null ? null : parseAnswer(row.on);
  const result = labels.results[`${actorId} answers`];
  if (result !== undefined && (said === null || isCode(said.words))) return result;
  const name = /\((.*)\)$/s.exec(getStepKey(label))?.[1] ?? null;
  const output = formatValue(event['output']);
  const words = said?.words ?? name;
  const value = output === '' || said !== null ? '' : `: ${output}`;
  return `${who} ${known === null ? 'answers' : 'is answered'}${words === null ? '' : ` (${words})`}${value}`;
}

/** Names of fields and literals, which only a programmer reads. */
export function isCode(words: string): boolean {
  return /\b[a-z]+[A-Z]|[{}[\]_=]|\w\.\w/.test(words.replaceAll(/'[^']*'/g, ''));
}

/** Returns the slot of the actor with this id. */
export function findSlot(before: AnyMachineSnapshot | null, id: string): string {
  const src: unknown = (before?.children as Record<string, { src?: unknown } | undefined> | undefined)?.[id]?.src;
  return typeof src === 'string' ? src : id;
}

/** Describes a step in the machine's own words. */
export function describePlainly({ step: { event, actorId, kind, label } }: Happening): string {
  if (kind === 'after') return 'Time passes';
  if (event.type.startsWith('xstate.snapshot.'))
    return `${humanise(actorId ?? '')} changes to: ${/\((.*)\)$/.exec(label)?.[1] ?? 'another state'}`;
  const words = humanise(event.type);
  const from = kind === 'sent' && actorId !== undefined ? `${humanise(actorId)} tells: ` : '';
  const { type: _, ...values } = event;
  const given = formatValue(values);
  return given === '' ? `${from}${words}` : `${from}${words}: ${given}`;
}
