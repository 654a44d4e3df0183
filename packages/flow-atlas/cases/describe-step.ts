import type { AnyMachineSnapshot } from 'xstate';
import type { DescriptionOptions } from 'model-testing/config';
import { nameReferences } from 'model-testing/model/explore';
import { actsFor } from 'model-testing/view/acts-for';
import type { Row } from 'model-testing/table/flow';
import type { CaseStep } from './case.ts';
import { getStepKey, listData } from './case-texts.ts';
import { describeLine, withoutInvisible } from './expected-line.ts';
import type { Happening } from 'model-testing/model/happening';
import { describeInstruction, describePlainly, findSlot, findStartTexts } from './instruction.ts';
import { describeChanges, describeFieldChanges, isTextOnScreen, describeLookChange, NOTHING } from './rendered-view.ts';
import type { RenderedView } from './rendered-view.ts';
import { toAddressedCall, withoutOtherValues } from './sent-call.ts';
import { SAME, SAME_KIND, SAME_SIGHT, UNLIKE } from './subject.ts';
import type { MatchingRows, SubjectRow, NamedState, Subject } from './subject.ts';
import { capitalise, describeValue, withFullStop } from './words.ts';

/** Finds the machine of a happening; `null` when it is unknown. */
export type FindSubject = (machine: string) => Subject | null;

/** Position of a step in its case. */
export interface StepPlace {
  readonly keyword: CaseStep['keyword'];
  /** Time of the previous step. */
  readonly time: number;
  /** The row that the step is an example of. */
  readonly row?: SubjectRow;
  /** The machine of the whole path. */
  readonly path: Subject;
}

/** Describes one step in words. */
export async function describeStep(subjectOf: FindSubject, one: Happening, place: StepPlace): Promise<CaseStep> {
  const { keyword, row, path } = place;
  const subject = subjectOf(one.machine);
  if (subject === null)
    return { keyword, action: withFullStop(capitalise(describePlainly(one))), data: [], expected: [], references: [] };
  const told = row === undefined ? await nearestRows(subject, one) : { likeness: SAME, rows: [row] };
  const seen = findNewStates(subject, one);
  const beyond = told.rows.length > 0 ? [] : findBeyond(subject, one);
  const said = [...getRequirements(subject, one, told), ...seen.map(stateWords)];
  const expected =
    said.length > 0 ? [...said, ...describeSilentChanges(subject, one, said)] : describeStepChanges(subject, one);
  const lines = withoutInvisible(
    expected.map((line) =>
      // A row of the path may end inside a child machine.
      describeLine({ texts: { ...subject.texts, rows: { ...path.texts.rows, ...subject.texts.rows } } }, line),
    ),
  );
  const findCall = (slot: string) => subject.findCall(slot) ?? path.findCall(slot);
  const action = describeInstruction(subject, one, { ...told, time: place.time, findCall });
  const start = one.step.kind === 'start' ? (findStartTexts(subject, one.step)?.has ?? '') : '';
  const sentences = [action, start, ...lines.map(({ expected }) => expected.words)];
  return {
    keyword,
    action,
    data: [...listData(subject.texts, sentences), ...lines.flatMap(({ data }) => data)],
    expected: lines.map(({ expected }) => expected),
    references: await findReferences(subject, one, { told, words: [...seen.map(({ ref }) => ref), ...beyond] }),
  };
}

/** Describes the changes when no row does. */
function describeStepChanges(subject: Subject, one: Happening): string[] {
  const { before, after, step, descriptions = [] } = one;
  const around = subject.texts.around[getStepKey(step.label)];
  if (!isDeed(one) && isQuiet(one)) return [around ?? (subject.look(after) === null ? 'Nothing changes.' : NOTHING)];
  const [was, is] = [subject.look(before), subject.look(after)];
  const changes = describeViewChanges(subject, one);
  if (changes.length > 0) return around !== undefined && changes.includes(NOTHING) ? [around] : changes;
  const typed = describeTypedValue(subject, one);
  if (typed.length > 0) return typed;
  if (is !== null && was !== null) return [describeLookChange(was, is)];
  const said = descriptions.length > 0 ? descriptions : leafWords(after);
  return [...new Set(said)];
}

/** Describes the changes of the page when its rows only say that it shows no message. */
function describeSilentChanges(subject: Subject, one: Happening, said: readonly string[]): string[] {
  if (said.some((words) => words !== NO_MESSAGE)) return [];
  const changes = describeViewChanges(subject, one);
  if (changes.length === 0) return describeTypedValue(subject, one);
  return changes.filter((words) => words !== NOTHING);
}

function describeTypedValue({ model }: Subject, { step, before }: Happening): string[] {
  const [how] = before === null ? [] : (actsFor(model, step.event, before) ?? []);
  return how?.value !== undefined && how.do !== 'key' ? [describeValue(how)] : [];
}

function describeViewChanges(subject: Subject, one: Happening): string[] {
  const [was, is] = [subject.look(one.before), subject.look(one.after)];
  if (isDeed(one) || was === null || is === null) return [];
  const changes = describeChanges(was, is);
  return one.step.kind === 'user' ? changes : [...changes, ...describeFieldChanges(was, is)];
}

/** Returns whether the happening is part of a larger step. */
function isDeed({ act, before, isConsequence }: Happening): boolean {
  return act !== undefined || before === null || isConsequence === true;
}

/** Returns the descriptions of the machine's active states. */
function leafWords({ _nodes }: AnyMachineSnapshot): string[] {
  return _nodes
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .flatMap(({ description }) => description ?? []);
}

/**
 * Returns the references of a step: of matching rows, else of the entered state, else of the machine's descriptions,
 * else of the state's rows.
 */
async function findReferences(
  subject: Subject,
  { before, after, descriptions = [] }: Happening,
  { told, words }: { readonly told: MatchingRows; readonly words: readonly string[] },
): Promise<readonly string[]> {
  const by = (texts: readonly string[]) => findIds(subject, texts.join(' '));
  const sure = [commonRefs(subject, told.rows), by(words), by(descriptions)].find((ids) => ids.length > 0);
  if (sure !== undefined) return sure;
  const [were, are] = [before, after].map((one) => (one === null ? [] : subject.findStates(one)));
  const isOne = (states: readonly NamedState[] | undefined, name: string) =>
    states?.some((state) => state.name === name) === true;
  const rows = await subject.rows();
  const leading = rows.filter(({ row }) => isOne(are, row.to));
  const ways = [leading.filter(({ row }) => isOne(were, row.from)), leading].map((each) =>
    by(getRefs(each)).slice(0, 2),
  );
  const places = (are ?? []).map(({ ref }) => ref);
  return [by(places.slice(-1)), by(places), ...ways].find((ids) => ids.length > 0) ?? [];
}

function getRefs(rows: readonly SubjectRow[]): string[] {
  return rows.map(({ row }) => row.ref);
}

/** Returns the distinct ids of specification and rulings in a text. */
export function findIds({ telling }: Pick<Subject, 'telling'>, text: string): string[] {
  return [...new Set(text.match(telling.references) ?? [])];
}

async function nearestRows(subject: Subject, one: Happening): Promise<MatchingRows> {
  const found = (await subject.rows())
    .map((row) => ({ row, likeness: row.likeness(one) }))
    .filter(({ likeness }) => likeness > UNLIKE);
  const likeness = Math.max(UNLIKE, ...found.map((each) => each.likeness));
  const best = found.filter((each) => each.likeness === likeness).map(({ row }) => row);
  // Rows without a condition are certain, so they take precedence, but only for the values of this step.
  const plain = likeness === SAME_KIND ? [] : best.filter(({ row }) => row.when === null);
  return { likeness, rows: plain.length > 0 ? plain : best };
}

/** Returns what the rows require to be visible and sent. */
function getRequirements(subject: Subject, one: Happening, told: MatchingRows): string[] {
  return textsIn(subject, one, told)
    .filter((words) => !isSentBefore(subject, one, words))
    .map((words) => toSentCall(subject.telling, words, one));
}

/** Returns a row's call as this step sends it. Without a body in the row, it lists the required fields. */
function toSentCall(telling: DescriptionOptions, words: string, one: Happening): string {
  const [, call = '', rest = ''] = /^Sent: (\w+ \/\S*)(.*)$/s.exec(words) ?? [];
  const fields = call === '' ? [] : (telling.findContract(call)?.fields ?? []);
  if (call === '') return words;
  const named = rest.includes('{') || fields.length === 0 ? '' : ` {${fields.join(', ')}}`;
  return `Sent: ${toAddressedCall(telling, call, one.after)}${named}${withoutOtherValues(rest, one)}`;
}

/**
 * Returns whether an earlier step already started a required call. A row describes everything up to its end, a step
 * only itself.
 */
function isSentBefore({ model, findCall: callOf }: Subject, { before, after }: Happening, words: string): boolean {
  if (!words.startsWith('Sent: ') || before === null) return false;
  const isIt = (slot: string) => {
    const call = callOf(slot);
    return call !== null && words.startsWith(`Sent: ${call}`);
  };
  const slots = Object.keys(model.machine.implementations.actors as object).filter(isIt);
  const running = (snapshot: AnyMachineSnapshot) =>
    Object.entries(snapshot.children as Record<string, unknown>).filter(([id]) =>
      slots.includes(findSlot(snapshot, id)),
    );
  const old = new Map(running(before));
  const now = running(after);
  return now.length > 0 && now.every(([id, actor]) => old.get(id) === actor);
}

/**
 * Rows of other failures name other texts. Of their texts only those count that the machine knows now or that were in
 * the message.
 */
function textsIn(subject: Subject, one: Happening, told: MatchingRows): string[] {
  const { step, before, after } = one;
  if (told.likeness < SAME && isQuiet(one)) return [];
  const sight = told.likeness < SAME ? subject.look(after) : null;
  const said = rowSays(told).filter((words) => sight === null || isRowTextOnScreen(words, sight));
  if (step.kind !== 'error' || told.likeness > SAME_KIND) return said;
  const known = JSON.stringify(after.context, nameReferences);
  const isKnown = (text: string) => text !== '' && known.includes(JSON.stringify(text).slice(1, -1));
  const { message } = step.event['error'] as Error;
  const wasKnown = JSON.stringify(before?.context, nameReferences)?.includes(message) === true;
  const kept = said.filter(
    (one) => isKnown(/^Shown: '(.*)'$/s.exec(one)?.[1] ?? one) || !/^Shown: |^No message/.test(one),
  );
  // The surrounding machine describes what a machine knows at its end, possibly in other words.
  return isKnown(message) && !wasKnown && after.status === 'active'
    ? [...new Set([`Shown: '${message}'`, ...kept])]
    : kept;
}

/** Returns whether a text from a row with other values is on this page. */
function isRowTextOnScreen(words: string, sight: RenderedView): boolean {
  const text = /^Shown: '(.*)'$/s.exec(words)?.[1];
  return text === undefined || isTextOnScreen(sight, text);
}

/** Returns the expectations of the rows: all of a row about this very step, or those that similar rows share. */
function rowSays({ likeness, rows }: MatchingRows): string[] {
  const [first] = rows;
  if (first === undefined) return [];
  if (likeness === SAME)
    return [...describeTexts(first.row), ...describeCalls(first.row), ...describeEffects(first.row)];
  if (likeness === SAME_SIGHT)
    return [...describeTexts(first.row), ...common(rows, describeCalls), ...common(rows, describeEffects)];
  // For other values, a single row is not enough evidence.
  if (likeness === SAME_KIND && rows.length === 1) return [];
  // A condition of a row may not hold here.
  const effects = rows.some(({ row }) => row.when === null) ? common(rows, describeEffects) : [];
  return [...common(rows, describeTexts), ...common(rows, callNames), ...effects];
}

function common(rows: readonly SubjectRow[], wordsOf: (row: Row) => readonly string[]): string[] {
  const [first, ...others] = rows.map(({ row }) => wordsOf(row));
  return (first ?? []).filter((words) => others.every((other) => other.includes(words)));
}

const NO_MESSAGE = 'No message is shown.';

function describeTexts({ says }: Row): string[] {
  if (says === undefined) return [];
  // A described text contains its own quotes.
  return says === null
    ? [NO_MESSAGE]
    : says.map((text) => (/(?<!\w)'[^']+'/.test(text) ? `Shown: ${text}` : `Shown: '${text}'`));
}

function describeCalls({ calls }: Row): string[] {
  return calls.map((call) => `Sent: ${call}`);
}

/** Without the sent body, whose values differ here. */
function callNames({ calls }: Row): string[] {
  // A brace after a slash belongs to the address.
  return calls.map((call) => `Sent: ${call.replace(/(?:\s+\{|\?).*$/s, '')}`);
}

function describeEffects({ does, restarts }: Row): string[] {
  return [...does.map(capitalise), ...restarts.map((state) => `The timer of '${state}' restarts.`)];
}

function commonRefs(subject: Subject, rows: readonly SubjectRow[]): string[] {
  const [first, ...others] = rows.map(({ row }) => findIds(subject, row.ref));
  const shared = (first ?? []).filter((id) => others.every((ids) => ids.includes(id)));
  return shared.length > 0 ? shared : (first ?? []);
}

/** Returns the table's states that are new. */
function findNewStates(subject: Subject, { before, after, act }: Happening): readonly NamedState[] {
  if (act !== undefined) return [];
  const were = new Set(before === null ? [] : subject.findStates(before).map(({ name }) => name));
  const are = subject.findStates(after);
  const entered = are.filter(({ name }) => !were.has(name) && (after.status === 'done' || !subject.isOutside(name)));
  // The inner state's texts are enough; what it leaves open is described by the outer state.
  return entered.filter(
    ({ name, shows }) =>
      shows.length > 0 || !entered.some((other) => other.name !== name && name.startsWith(`${other.name}.`)),
  );
}

function stateWords({ name, shows, says }: NamedState): string {
  const words = [...shows, ...(says === null ? [] : [`'${says}'`])];
  return words.length === 0 ? `It is now: ${name}` : `It is now: ${name} (${words.join('; ')})`;
}

function findBeyond({ model }: Subject, { taken }: Happening): string[] {
  return (model.beyond ?? []).filter(({ what }) => taken.some((id) => what.test(id))).map(({ why }) => capitalise(why));
}

/** Returns whether an action had no effect. */
function isQuiet({ before, after, isConsequence, act }: Happening): boolean {
  if (before === null || isConsequence === true || act !== undefined) return false;
  const text = (snapshot: AnyMachineSnapshot) => JSON.stringify([snapshot.value, snapshot.context], nameReferences);
  return text(before) === text(after);
}
