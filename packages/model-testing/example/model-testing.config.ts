import path from 'node:path';
import { createModelTesting } from 'model-testing/config';

/** Configuration of the player's project. */
export const { defineModel } = createModelTesting({
  table: (flow) => path.join(import.meta.dirname, `${flow}.yaml`),
  failures: {
    refused: new Error('The server says no.'),
    offline: new Error(''),
  },
  createFailure: {
    networkLost: () => new Error(''),
    timeout: () => new Error(''),
    brokenReply: () => new Error(''),
    status: (_, message) => new Error(message),
  },
  descriptions: {
    references: /P\d/g,
    findContract: () => null,
    failure: ({ message }, call) =>
      message === '' ? `Let ${call} go without an answer` : `Let ${call} be refused with '${message}'`,
  },
});
