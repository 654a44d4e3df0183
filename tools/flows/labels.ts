import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { NO_LABELS } from 'flow-atlas/atlas/labels';
import type { FlowLabels } from 'flow-atlas/atlas/labels';

function getLabelFile(flow: string): string {
  return `tests/flows/${flow}/${flow}.labels.yaml`;
}

/** Reads the short labels of a flow's chart. None for a new flow; `tests/architecture/labels.test.ts` asks for all. */
export function readLabels(flow: string): FlowLabels {
  const file = getLabelFile(flow);
  if (!existsSync(file)) return NO_LABELS;
  return { ...NO_LABELS, ...(parse(readFileSync(file, 'utf8')) as Partial<FlowLabels>) };
}
