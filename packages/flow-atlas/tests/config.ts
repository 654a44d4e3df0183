import { createModelTesting } from 'model-testing/config';

/** The configuration of a fake project. */
export const { defineModel } = createModelTesting({
  table: (flow) => `${flow}.yaml`,
  failures: {
    'refused with words': new Error('The server says no.'),
    'refused without words': new Error(''),
  },
  createFailure: {
    networkLost: () => new Error(''),
    timeout: () => new Error(''),
    brokenReply: () => new Error(''),
    status: (_, message) => new Error(message),
  },
  descriptions: {
    references: /D\d|§\d/g,
    findContract: (call) => (call === 'POST /check' ? { address: '/check', fields: ['code'] } : null),
    failure: ({ message }, call) => `Let ${call} ${message === '' ? 'fail' : `be refused with '${message}'`}`,
  },
});
