import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { NO_LABELS } from 'flow-atlas/atlas/labels';
import type { FlowLabels } from 'flow-atlas/atlas/labels';
import { NO_CASE_TEXTS } from 'flow-atlas/cases/case-texts';
import type { CaseTexts } from 'flow-atlas/cases/case-texts';
import type { SubjectWords } from 'flow-atlas/cases/subject';

/**
 * Reads the words of a flow for people who read no code: `tests/flows/<flow>/<flow>.labels.yaml`. A new flow has none;
 * `tests/architecture/labels.test.ts` requires all.
 */
export function readWords(flow: string): SubjectWords {
  const file = `tests/flows/${flow}/${flow}.labels.yaml`;
  const all = existsSync(file) ? (parse(readFileSync(file, 'utf8')) as Readonly<Record<string, object>>) : {};
  return { labels: pick<FlowLabels>(all, NO_LABELS), texts: pick<CaseTexts>(all, NO_CASE_TEXTS) };
}

/** Reads the short labels of a flow's chart. */
export function readLabels(flow: string): FlowLabels {
  return readWords(flow).labels;
}

function pick<Sections extends object>(all: Readonly<Record<string, object>>, none: Sections): Sections {
  return Object.fromEntries(Object.entries(none).map(([name, empty]) => [name, all[name] ?? empty])) as Sections;
}
