import { defineModel } from '../../../model-testing.config.ts';
import { connectionMachine } from '../../../src/machines/shell/connection.machine.ts';

export const connectionModel = defineModel({
  flow: 'connection',
  machine: connectionMachine,
  inputs: { '': undefined },
  events: {
    'network.lost': { sentBy: 'watchBrowser', cases: { '': {} } },
    'network.back': { sentBy: 'watchBrowser', cases: { '': {} } },
    'page.hidden': { sentBy: 'watchBrowser', cases: { '': {} } },
    'page.visible': { sentBy: 'watchBrowser', cases: { '': {} } },
  },
  done: {},
  delays: {},
  states: {
    'network.online': (snapshot) => snapshot.matches({ network: 'online' }),
    'network.offline': (snapshot) => snapshot.matches({ network: 'offline' }),
    'page.visible': (snapshot) => snapshot.matches({ page: 'visible' }),
    'page.hidden': (snapshot) => snapshot.matches({ page: 'hidden' }),
  },
  equivalents: {
    'add network.online: network.back as in network.offline': 'it leads where it is, and does nothing',
    'add network.offline: network.lost as in network.online': 'it leads where it is, and does nothing',
    'add page.visible: page.visible as in page.hidden': 'it leads where it is, and does nothing',
    'add page.hidden: page.hidden as in page.visible': 'it leads where it is, and does nothing',
  },
  invariants: {
    // The server renders its HTML from this state, which holds no data of one shopper (H11).
    'until the browser tells, there is a network and the page is seen': ({ before, snapshot }) =>
      before !== null || (snapshot.value.network === 'online' && snapshot.value.page === 'visible'),
    'network and page never change each other': ({ step, before, snapshot }) => {
      if (step === null || before === null) return true;
      const { network, page } = before.value;
      const expected = {
        'watchBrowser sends network.lost': { network: 'offline', page },
        'watchBrowser sends network.back': { network: 'online', page },
        'watchBrowser sends page.hidden': { network, page: 'hidden' },
        'watchBrowser sends page.visible': { network, page: 'visible' },
      }[step.label];
      return expected?.network === snapshot.value.network && expected.page === snapshot.value.page;
    },
  },
});
