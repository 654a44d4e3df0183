import { openTab } from './tab.ts';
import type { Answer, Server, TabOptions } from './tab.ts';
import { accountLinkMachines } from '../../src/compose/account/account-links.ts';

/** Opens a tab whose server answers these paths. Every other call fails with a lost connection. */
export function openAnswering(
  answers: Readonly<Record<string, Answer | (() => Answer | Promise<Answer>)>>,
  options: TabOptions = {},
) {
  const server: Server = ({ path }) => {
    const answer = answers[path] ?? 'lost';
    return typeof answer === 'function' ? answer() : answer;
  };
  const tab = openTab({ server, ...options });
  return {
    tab,
    machines: tab.app.compose(accountLinkMachines),
    paths: () => tab.sent.map(({ path }) => path),
    stored: () => JSON.parse(tab.storage.values.get('user') ?? 'null') as unknown,
  };
}
