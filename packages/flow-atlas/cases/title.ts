import type { Happening } from 'model-testing/model/happening';
import { getStepLabel } from '../atlas/labels.ts';
import type { CaseStep } from './case.ts';
import { getStepKey } from './case-texts.ts';
import { getStateName } from './expected-line.ts';
import type { Subject } from './subject.ts';
import { capitalise } from './words.ts';

/** A title is the first thing that a test management tool shows, in one line. */
const MOST_LETTERS = 120;
const MOST_OF_PART = 56;

/** The end of a case. Its last step may belong to an inner flow. */
export interface TitleEnd {
  /** State of the case's own flow in which it ends. */
  readonly place: string | undefined;
  /** Sentences of that flow. */
  readonly around: Subject['texts'];
}

/** Returns the title of a step's case: the action and its result. */
export function createTitle(subject: Subject, step: CaseStep, one: Happening | undefined, end: TitleEnd): string {
  const trigger = one === undefined ? step.action : getTrigger(subject, one, step.action);
  const outcome = getOutcome(subject.texts, step, end);
  return [trigger, outcome]
    .map((part) => shorten(part.replace(/\.$/, ''), MOST_OF_PART))
    .filter((part) => part !== '')
    .join(' → ');
}

/** Returns the event's label with the name of its values, or the instruction for a control of the page. */
export function getTrigger({ labels }: Subject, { step, act }: Happening, action: string): string {
  const { kind, event, label } = step;
  if (act !== undefined || kind === 'after') return action;
  if (kind === 'start') return capitalise(label.replace('(', ' ('));
  if (kind === 'user' && action.length <= MOST_OF_PART) return action;
  return getStepLabel(labels, { label: getStepKey(label), event }) ?? action;
}

function getOutcome(texts: Subject['texts'], { expected }: CaseStep, { place, around }: TitleEnd): string {
  const lines = expected.map(({ line }) => line);
  const shown = lines.map((line) => /^Shown: (.*)$/s.exec(line)?.[1]).find((text) => text !== undefined);
  const state = lines.map((line) => /^It is now: (\S+)/.exec(line)?.[1]).findLast((name) => name !== undefined);
  if (shown !== undefined) return shown;
  if (state === undefined) return place === undefined ? (expected[0]?.words ?? '') : getStateName(around, place);
  return texts.seen[state]?.name ?? getStateName(around, state);
}

/** Titles with what else distinguishes their cases, the most telling first. */
export interface TitledCase {
  readonly title: string;
  readonly hints: readonly string[];
}

/**
 * Returns the titles, each once: equal ones get the first hint that tells them apart, and a number where none does.
 */
export function makeUnique(all: readonly TitledCase[]): string[] {
  let titles = all.map(({ title }) => shorten(title, MOST_LETTERS));
  const most = Math.max(0, ...all.map(({ hints }) => hints.length));
  for (let nth = 0; nth < most; nth += 1) {
    const count = countEach(titles);
    titles = titles.map((title, index) => {
      const hint = all[index]?.hints[nth] ?? '';
      if (count.get(title) === 1 || hint === '') return title;
      const isTelling =
        new Set(all.filter((_, at) => titles[at] === title).map(({ hints }) => hints[nth] ?? '')).size > 1;
      return isTelling ? withHint(title, hint) : title;
    });
  }
  const count = countEach(titles);
  const seen = new Map<string, number>();
  return titles.map((title) => {
    if (count.get(title) === 1) return title;
    const nth = (seen.get(title) ?? 0) + 1;
    seen.set(title, nth);
    return withHint(title, String(nth));
  });
}

function withHint(title: string, hint: string): string {
  const tail = ` [${shorten(hint, MOST_OF_PART)}]`;
  return `${shorten(title, MOST_LETTERS - tail.length)}${tail}`;
}

function countEach(titles: readonly string[]): Map<string, number> {
  const count = new Map<string, number>();
  for (const title of titles) count.set(title, (count.get(title) ?? 0) + 1);
  return count;
}

/** Cuts a text at the end of a word. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()}…`;
}
