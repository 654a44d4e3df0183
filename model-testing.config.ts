import { ApiError } from './contract/errors.ts';
import { createModelTesting } from 'model-testing/config';
import { findContract } from './tools/paths/contract-calls.ts';
import { getTexts } from './tools/texts/specification.ts';
import { words } from './tests/flows/support/vocabulary.ts';

/**
 * Configuration of the testing tool: what `packages/model-testing` and `packages/flow-atlas` need to know of this shop.
 */
export const { config, defineModel, failures, failuresIn } = createModelTesting({
  table: (flow) => `tests/flows/${flow}/${flow}.yaml`,
  words,
  failures: {
    'refused with words': refused(400, 'The server says no.', 'req-1'),
    'refused without words': refused(400, '', 'req-2'),
    'server error': refused(500, 'Internal error', 'req-3'),
    unauthorized: refused(401, 'Please log in again.', 'req-4'),
    offline: new ApiError({ kind: 'offline', status: 0 }),
    timeout: new ApiError({ kind: 'timeout', status: 0 }),
    broken: new ApiError({ kind: 'broken', status: 200, requestId: 'req-5' }),
  },
  createFailure: {
    networkLost: () => new ApiError({ kind: 'offline', status: 0 }),
    timeout: () => new ApiError({ kind: 'timeout', status: 0 }),
    brokenReply: () => new ApiError({ kind: 'broken', status: 200 }),
    status: (status, message) => refused(status, message, 'req-1'),
  },
  texts: {
    of: getTexts,
    report: 'docs/texts.json',
    command: 'npm run texts -- --write',
  },
  descriptions: {
    references: /(?<![\w%])[ADHQRTU][1-9]\d?(?![\w:])|§\d(?!\.\d)|(?:providers )?§\d\.\d+/g,
    findContract,
    failure: toSentence,
  },
});

/** Tells someone who tests by hand how a call fails. */
function toSentence(error: Error, call: string): string {
  if (!(error instanceof ApiError)) return `Let ${call} fail: ${error.message}`;
  const { kind, status, message, code, fields, retryAfter } = error;
  if (kind === 'offline') return `Cut the network, so that ${call} does not get through`;
  if (kind === 'timeout') return `Let ${call} go without an answer for 10 s`;
  if (kind === 'broken') return `Let ${call} get an answer that cannot be read`;
  const words = message === '' ? 'no message' : `the message '${message}'`;
  const wrong = Object.entries(fields).map(([field, text]) => `${field}: '${text}'`);
  return [
    `Let the shop refuse ${call} with status ${status} and ${words}`,
    ...(code === null ? [] : [`with the code '${code}'`]),
    ...(wrong.length > 0 ? [`for the fields ${wrong.join(', ')}`] : []),
    ...(retryAfter === null ? [] : [`to be tried again after ${retryAfter / 1_000} s`]),
  ].join(', ');
}

function refused(status: number, message: string, requestId: string): ApiError {
  return new ApiError({ kind: status === 401 ? 'unauthorized' : 'refused', status, message, requestId });
}
