import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { NO_LABELS } from 'flow-atlas/atlas/labels';
import type { FlowLabels } from 'flow-atlas/atlas/labels';

/** Returns the path of a flow's labels. */
export function getLabelFile(flow: string): string {
  return `tests/flows/${flow}/${flow}.labels.yaml`;
}

/** Reads the short labels of a flow's chart. `tests/architecture/labels.test.ts` checks that none is missing. */
export function readLabels(flow: string): FlowLabels {
  return { ...NO_LABELS, ...(parse(readFileSync(getLabelFile(flow), 'utf8')) as Partial<FlowLabels>) };
}
