import { createHash } from 'node:crypto';
import path from 'node:path';
import type { CaseStep } from '../cases/case.ts';
import { findFailure, getVerdict } from './result.ts';
import type { LeftOut, Result, Run, StepResult } from './result.ts';
import { PICTURES } from './picture.ts';

/** Returns the files of Allure results by path, one for each case. */
export function formatAllure({ results, leftOut, started }: Run): Map<string, string> {
  const files = [
    ...results.map((one) => [one.case.id, toAllure(one)] as const),
    ...leftOut.map((one) => [one.id, toSkipped(one, started)] as const),
  ];
  return new Map(files.map(([id, result]) => [getAllureFile(id), `${JSON.stringify(result, null, 2)}\n`]));
}

/** Returns the path of a case's result, which is the same in each run. */
export function getAllureFile(id: string): string {
  return `${PICTURES}/${toUuid(id)}-result.json`;
}

/** Returns a UUID (version 8) that depends on the id alone. */
function toUuid(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function toAllure(result: Result) {
  const failed = findFailure(result);
  const status = { passed: 'passed', failed: 'failed', unchecked: 'skipped' }[getVerdict(result)];
  return {
    ...getHead(result.case),
    status,
    ...(failed !== null && { statusDetails: { message: failed.words } }),
    ...(status === 'skipped' && { statusDetails: { message: 'Nothing that it says could be checked.' } }),
    start: result.started,
    stop: result.started + result.ms,
    steps: result.steps.map((step, index) => toStep(step, result.case.steps[index])),
  };
}

function toSkipped(one: LeftOut, started: number) {
  const statusDetails = { message: `Left out: ${one.why}` };
  return { ...getHead(one), status: 'skipped', statusDetails, start: started, stop: started, steps: [] };
}

function getHead({ id, fingerprint, flow, title, preconditions, tags }: Result['case']) {
  return {
    uuid: toUuid(id),
    historyId: id,
    testCaseId: id,
    fullName: `${flow}: ${title} (${id})`,
    name: title,
    description: preconditions.join('\n'),
    stage: 'finished',
    labels: [
      { name: 'framework', value: 'flow-atlas' },
      { name: 'suite', value: flow },
      { name: 'feature', value: flow },
      ...tags.map((value) => ({ name: 'tag', value })),
    ],
    parameters: [{ name: 'Fingerprint', value: fingerprint, excluded: true }],
    links: [],
    attachments: [],
  };
}

const STATUS = { passed: 'passed', failed: 'failed', 'not reached': 'skipped' } as const;

function toStep({ expected, outcome, failure, picture, started, ms }: StepResult, step: CaseStep | undefined) {
  return {
    name: step?.action ?? '',
    status: STATUS[outcome],
    ...(failure !== null && { statusDetails: { message: failure } }),
    stage: 'finished',
    start: started,
    stop: started + ms,
    parameters: [
      ...(step?.data ?? []).map((value) => ({ name: 'Data', value })),
      ...expected.map(({ words, check }) => ({ name: check === null ? 'Then (not checked)' : 'Then', value: words })),
    ],
    attachments:
      picture === null
        ? []
        : [{ name: 'The page after this step', source: path.basename(picture.file), type: 'image/webp' }],
    steps: [],
  };
}
