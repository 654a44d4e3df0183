import path from 'node:path';
import { createModelTesting } from '../config.ts';

/** The configuration of a fake project, independent of the project that runs these tests. */
export const { config, defineModel, failuresIn } = createModelTesting({
  table: (flow) => path.join(import.meta.dirname, `../example/${flow}.yaml`),
  failures: {
    'refused with words': callError('refused', 400, 'The server says no.'),
    'refused without words': callError('refused', 400),
    'server error': callError('refused', 500, 'Internal error'),
    unauthorized: callError('unauthorized', 401, 'Please log in again.'),
    offline: callError('offline'),
    timeout: callError('timeout'),
    broken: callError('broken', 200),
  },
  createFailure: {
    networkLost: () => callError('offline'),
    timeout: () => callError('timeout'),
    brokenReply: () => callError('broken', 200),
    status: (status, message) => callError(status === 401 ? 'unauthorized' : 'refused', status, message),
  },
  descriptions: {
    references: /D\d|§\d/g,
    findContract: (call) => (call === 'POST /check' ? { address: '/check', fields: ['code'] } : null),
    failure: ({ message }, call) => `Let ${call} ${message === '' ? 'fail' : `be refused with '${message}'`}`,
  },
});

function callError(kind: string, status = 0, message = ''): Error {
  return Object.assign(new Error(message), { kind, status });
}
