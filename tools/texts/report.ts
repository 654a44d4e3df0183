import { readFileSync } from 'node:fs';
import type { ReportedText } from 'model-testing/texts/text-tests';
import { formatFile } from '../format-file.ts';
import { sources } from '../../tests/support/files.ts';
import { FLOWS, removedTexts, SERVERS_WORDS, specifiedTexts, unmetTexts } from './specification.ts';
import type { ListedText } from './specification.ts';

/** `docs/texts.json`: where each text of the specification is shown. `npm run texts -- --write` generates it. */
export const REPORT = 'docs/texts.json';

export interface Report {
  /** Sorted by flow; the shortest path for each text and flow. */
  readonly shown: readonly ReportedText[];
}

export function readReport(): Report {
  return JSON.parse(readFileSync(REPORT, 'utf8')) as Report;
}

/** Returns the text of the report's file, formatted. */
export async function loadReport(shown: Report['shown']): Promise<string> {
  return formatFile(REPORT, JSON.stringify({ shown }, null, 2));
}

/** One text of the specification with everything known about it. */
export interface TextLine {
  readonly section: string;
  readonly text: string;
  /** Flows whose pages show it; those of its section first. */
  readonly shown: readonly ReportedText[];
  /** Files of the server that contain it, with the titles of the tests that trigger it. */
  readonly server: readonly ServerMention[];
  /** The ruling that removed its case. */
  readonly removed: ListedText | null;
  /** Why no page of the shop shows it. */
  readonly unmet: ListedText | null;
}

export interface ServerMention {
  readonly file: string;
  readonly tests: readonly string[];
}

/** Returns every text of §5 and §8 with everything known about it. */
export function textLines({ shown } = readReport(), removed = removedTexts(), unmet = unmetTexts()): TextLine[] {
  return specifiedTexts().map(({ section, text }) => {
    const flows = FLOWS[section] ?? [];
    const listedIn = (list: readonly ListedText[]) =>
      list.find((one) => one.section === section && one.text === text) ?? null;
    const mine = shown.filter((one) => one.text === text && flows.includes(one.flow));
    return {
      section,
      text,
      shown: mine.toSorted((a, b) => flows.indexOf(a.flow) - flows.indexOf(b.flow)),
      server: saidByServer(text),
      removed: listedIn(removed),
      unmet: listedIn(unmet),
    };
  });
}

/** Returns where a flow of the section shows the server's message unchanged. */
export function showsServersWords({ section }: TextLine, { shown }: Report): readonly ReportedText[] {
  const flows = FLOWS[section] ?? [];
  return shown.filter((one) => one.text === SERVERS_WORDS && flows.includes(one.flow));
}

const SERVER = sources('server', 'contract');
const TESTS = sources('tests/server', 'tests/contract');

/** Returns the server's sources with the text, directly or through a constant, and the tests that expect it. */
function saidByServer(text: string): ServerMention[] {
  const plain = text.replace(/\{\w+\}.*$/, '');
  const isIn = (source: string) => plain !== '' && new RegExp(`['"\`]${escaped(plain)}['"\`$]`).test(source);
  return SERVER.filter(({ text: source }) => isIn(source)).map(({ path }) => ({
    file: path,
    tests: TESTS.filter(({ text: source }) => isIn(source)).map((one) => titleIn(one.path, one.text, plain)),
  }));
}

/** Returns `file: title` of the test around the first occurrence of the text. */
function titleIn(path: string, source: string, text: string): string {
  const before = source.slice(0, source.indexOf(text));
  const title = [...before.matchAll(/\b(?:test|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:(?!\1).)+)\1/g)].at(
    -1,
  )?.[2];
  return title === undefined ? path : `${path}: ${title}`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
