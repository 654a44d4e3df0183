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
    who: 'The listener',
    references: /P\d/g,
    events: { 'headphones.unplugged': 'The headphones are pulled out' },
    findContract: () => null,
    failure: ({ message }) => (message === '' ? 'gets no answer' : `is refused with '${message}'`),
  },
});
