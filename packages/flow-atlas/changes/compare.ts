import type { FlowLabels } from '../atlas/labels.ts';
import { capitalise, formatDuration, humanise } from '../cases/plain-words.ts';
import type { Way } from '../cases/describe-case.ts';
import { OFF } from './trace.ts';
import type { StepTrace, WayTrace } from './trace.ts';

/** One difference between two versions of a flow, in a sentence. */
export interface FlowDifference {
  readonly sentence: string;
  /** Other differences of the same cause. */
  readonly also: readonly string[];
  /** Paths and rows on which it was seen, the shortest first. */
  readonly ways: readonly Way[];
  /** Index of the step of the first way in which it shows. */
  readonly step: number;
}

/** The same path or row in both versions; `null` when one has none of it. */
export interface WayPair {
  readonly before: WayTrace | null;
  readonly after: WayTrace | null;
}

interface Finding {
  /** Findings with the same key have the same cause. */
  readonly key: string;
  readonly sentence: string;
  readonly step: number;
}

/** The kinds of findings, the most telling first. */
const RANKS = ['guard', 'wait', 'places', 'step', 'call', 'effect', 'context', 'row', 'text', 'gone', 'come', 'value'];

/**
 * Returns the differences between two versions, each cause once. If the flow is known to have one cause only, all
 * differences are its own, and the most telling one names it.
 */
export function findDifferences(
  pairs: readonly WayPair[],
  labels: FlowLabels,
  { hasOneCause = false }: { readonly hasOneCause?: boolean } = {},
): FlowDifference[] {
  const found = new Map<string, { finding: Finding; ways: WayTrace[] }>();
  const inOrder = [...pairs].sort((one, other) => getLength(one) - getLength(other));
  for (const pair of inOrder) {
    const way = pair.after ?? pair.before;
    if (way === null) continue;
    for (const finding of compareWay(pair, labels)) {
      const known = found.get(finding.key);
      if (known === undefined) found.set(finding.key, { finding, ways: [way] });
      else known.ways.push(way);
    }
  }
  const all = [...found.values()].map(({ finding: { key, sentence, step }, ways }) => ({
    rank: RANKS.indexOf(key.replace(/ .*$/s, '')),
    difference: { sentence, also: [], step, ways: ways.map(({ way }) => way) },
  }));
  const differences = all.sort((one, other) => one.rank - other.rank).map(({ difference }) => difference);
  const [first, ...others] = differences;
  if (!hasOneCause || first === undefined) return differences;
  const ways = new Map(differences.flatMap((each) => each.ways).map((way) => [JSON.stringify(way), way]));
  return [{ ...first, also: others.map(({ sentence }) => sentence), ways: [...ways.values()] }];
}

function getLength({ before, after }: WayPair): number {
  return (after ?? before)?.steps.length ?? 0;
}

/** Returns the first difference that changes what follows, and all differences of texts and times before it. */
function compareWay({ before, after }: WayPair, labels: FlowLabels): Finding[] {
  if (before === null || after === null) return compareRow(before, after);
  const findings: Finding[] = [];
  const length = Math.max(before.steps.length, after.steps.length);
  for (let at = 0; at < length; at += 1) {
    const [was, is] = [before.steps[at], after.steps[at]];
    const place = getPlace((after.steps[at - 1] ?? before.steps[at - 1])?.places);
    if (was === undefined || is === undefined) {
      const { trigger } = (was ?? is) as StepTrace;
      const words = is === undefined ? 'It no longer happens' : 'New';
      return [
        ...findings,
        {
          key: `step ${place} ${trigger} ${words}`,
          sentence: `${words}: ${quote(trigger)}${inPlace(place)}.`,
          step: at,
        },
      ];
    }
    const wait = compareWait(was, is, labels, at);
    if (wait !== null) findings.push(wait);
    const change =
      compareGuards(was, is, labels, at) ??
      comparePlaces(was, is, { from: place, states: labels.states, step: at }) ??
      compareCalls(was, is, labels, at) ??
      compareEffects(was, is, labels, at);
    if (change !== null) return [...findings, change];
    const context = compareContext(was, is, at);
    if (context !== null) return [...findings, context];
    findings.push(...compareTexts(was.texts ?? [], is.texts ?? [], at));
  }
  return findings.length > 0 ? findings : compareValues(before.steps, after.steps, labels);
}

/** A row that only one version has is a changed rule of the specification. */
function compareRow(before: WayTrace | null, after: WayTrace | null): Finding[] {
  const way = after ?? before;
  if (way === null || !('row' in way.way)) return [];
  const last = way.steps.at(-1);
  if (last === undefined) return [];
  const kind = after === null ? 'A rule is gone' : 'A rule is new';
  const sentence = `${kind} (${way.ref}): ${quote(last.trigger)} leads to ${quote(getPlace(last.places))}.`;
  return [{ key: `row ${kind} ${way.ref} ${last.trigger}`, sentence, step: way.steps.length - 1 }];
}

function compareWait(was: StepTrace, is: StepTrace, { timers }: FlowLabels, step: number): Finding | null {
  if (was.wait === is.wait || was.label !== is.label) return null;
  const [, name = ''] = /^after (\w+)/.exec(is.label) ?? [];
  const words = timers[name] ?? capitalise(humanise(name));
  const [before, now] = [was.wait, is.wait].map((ms) => formatDuration(ms) || 'no time');
  return { key: `wait ${name}`, sentence: `${quote(words)} now takes ${now} instead of ${before}.`, step };
}

function compareGuards(was: StepTrace, is: StepTrace, { guards }: FlowLabels, step: number): Finding | null {
  const name = Object.keys({ ...was.guards, ...is.guards }).find(
    (guard) =>
      was.guards[guard] !== undefined && is.guards[guard] !== undefined && was.guards[guard] !== is.guards[guard],
  );
  if (name === undefined) return null;
  const words = guards[name] ?? capitalise(humanise(name));
  const verb = is.guards[name] === true ? 'now also holds' : 'no longer holds';
  const [before, now] = [getPlace(was.places), getPlace(is.places)];
  const outcome = before === now ? '' : ` It leads to ${quote(now)} instead of ${quote(before)}.`;
  return {
    // A guard that is shifted holds in one case more or less; a replaced one in both.
    key: `guard ${name}`,
    sentence: `The condition ${quote(words)} ${verb} at ${quote(is.trigger)}.${outcome}`,
    step,
  };
}

/** Returns the names of the machine's states that only the later version is in: the table may not know them. */
function getNewStates(was: StepTrace, is: StepTrace, states: FlowLabels['states']): string {
  const old = was.value.split(' & ');
  const fresh = is.value.split(' & ').filter((leaf) => !old.includes(leaf));
  return fresh.map((leaf) => states[leaf] ?? capitalise(humanise(leaf))).join(', ');
}

interface Passage {
  /** The place before the step. */
  readonly from: string;
  readonly states: FlowLabels['states'];
  readonly step: number;
}

function comparePlaces(was: StepTrace, is: StepTrace, { from, states, step }: Passage): Finding | null {
  const before = was.places.filter((place) => !is.places.includes(place)).join(', ');
  const now = is.places.filter((place) => !was.places.includes(place)).join(', ');
  if (before === now) return null;
  const unnamed = now === '' ? getNewStates(was, is, states) : '';
  if (unnamed !== '')
    return {
      key: `places ${from} ${is.trigger} ${before} ${unnamed}`,
      sentence: `${quote(is.trigger)}${inPlace(from)} now leads to ${quote(unnamed)} instead of ${quote(before)}.`,
      step,
    };
  if (before === '' || now === '') {
    const verb = now === '' ? 'no longer leads to' : 'now also leads to';
    return {
      key: `places ${from} ${is.trigger} ${before} ${now}`,
      sentence: `${quote(is.trigger)}${inPlace(from)} ${verb} ${quote(now === '' ? before : now)}.`,
      step,
    };
  }
  return {
    key: `places ${from} ${is.trigger} ${before} ${now}`,
    sentence: `${quote(is.trigger)}${inPlace(from)} now leads to ${quote(now)} instead of ${quote(before)}.`,
    step,
  };
}

function compareCalls(was: StepTrace, is: StepTrace, { calls }: FlowLabels, step: number): Finding | null {
  const name = Object.keys({ ...was.calls, ...is.calls }).find((slot) => was.calls[slot] !== is.calls[slot]);
  if (name === undefined) return null;
  const words = quote(calls[name] ?? capitalise(humanise(name)));
  const [before, now] = [was.calls[name], is.calls[name]];
  const what =
    before === undefined
      ? `${words} now begins at ${quote(is.trigger)}.`
      : now === undefined
        ? `${words} no longer begins at ${quote(is.trigger)}.`
        : `${words} begins with other values${describeFields(before, now)}.`;
  return {
    key: `call ${name} ${before === undefined ? 'new' : now === undefined ? 'gone' : 'other'}`,
    sentence: what,
    step,
  };
}

/** An effect changes nothing in the machine: another address, another stored record. */
function compareEffects(was: StepTrace, is: StepTrace, { actions }: FlowLabels, step: number): Finding | null {
  const name = Object.keys({ ...was.effects, ...is.effects }).find((one) => was.effects[one] !== is.effects[one]);
  if (name === undefined) return null;
  const [before, now] = [was.effects[name], is.effects[name]];
  const verb =
    before === undefined ? 'now follows' : now === undefined ? 'no longer follows' : 'has other values after';
  const fields = before === undefined || now === undefined ? '' : describeFields(before, now);
  return {
    key: `effect ${name} ${verb}`,
    sentence: `${quote(actions[name] ?? capitalise(humanise(name)))} ${verb} ${quote(is.trigger)}${fields}.`,
    step,
  };
}

/** `: phone` for two inputs that differ in one field. */
function describeFields(before: string, now: string): string {
  try {
    const [was, is] = [JSON.parse(before), JSON.parse(now)] as Readonly<Record<string, unknown>>[];
    const fields = Object.keys({ ...was, ...is }).filter(
      (field) => JSON.stringify(was?.[field]) !== JSON.stringify(is?.[field]),
    );
    return fields.length === 0 ? '' : `: ${fields.map(humanise).join(', ')}`;
  } catch {
    return '';
  }
}

function compareContext(was: StepTrace, is: StepTrace, step: number): Finding | null {
  // A field that one version does not have changes nothing by itself.
  const fields = Object.keys(was.context).filter(
    (field) => field in is.context && was.context[field] !== is.context[field],
  );
  if (fields.length === 0) return null;
  const seen = compareTexts(was.texts ?? [], is.texts ?? [], step).map(({ sentence }) => sentence);
  const names = fields.map(humanise).join(', ');
  return {
    key: `context ${fields.join()}`,
    sentence: [`${quote(is.trigger)} gives another result for: ${names}.`, ...seen.slice(0, 2)].join(' '),
    step,
  };
}

/** Pairs the texts that are gone with those that are new, in page order. */
function compareTexts(was: readonly string[], is: readonly string[], step: number): Finding[] {
  const gone = was.filter((text) => !is.includes(text));
  const come = is.filter((text) => !was.includes(text));
  if (gone.length === come.length)
    return gone.map((text, index) => ({
      key: `text ${withoutNumbers(text)} ${withoutNumbers(come[index] ?? '')}`,
      sentence: `The page shows ${quote(come[index] ?? '')} instead of ${quote(text)}.`,
      step,
    }));
  return [
    ...gone.map((text) => ({
      key: `gone ${withoutNumbers(text)}`,
      sentence: `The page no longer shows ${quote(text)}.`,
      step,
    })),
    ...come.map((text) => ({
      key: `come ${withoutNumbers(text)}`,
      sentence: `The page now shows ${quote(text)}.`,
      step,
    })),
  ];
}

/** Other states of the machine that look the same: named only when nothing else differs, as after a change of names. */
function compareValues(were: readonly StepTrace[], are: readonly StepTrace[], { states }: FlowLabels): Finding[] {
  const step = are.findIndex(({ value }, at) => value !== were[at]?.value);
  const [was, is] = [were[step], are[step]];
  if (was === undefined || is === undefined) return [];
  const words = (value: string) =>
    value
      .split(' & ')
      .map((leaf) => states[leaf] ?? humanise(leaf))
      .join(', ');
  const [before, now] = [words(was.value), words(is.value)];
  return [
    {
      key: `value ${was.value} ${is.value}`,
      sentence: `${quote(is.trigger)} now leads to ${quote(now)} instead of ${quote(before)}, which looks the same.`,
      step,
    },
  ];
}

/** The same text with other amounts, or of a control that is off, has the same cause. */
function withoutNumbers(text: string): string {
  return (text.endsWith(OFF) ? text.slice(0, -OFF.length) : text).replaceAll(/\d[\d,.]*/g, '#');
}

function getPlace(places: readonly string[] = []): string {
  return places.at(-1) ?? '';
}

function inPlace(place: string): string {
  return place === '' ? '' : ` in ${quote(place)}`;
}

function quote(text: string): string {
  return `‘${text}’`;
}
