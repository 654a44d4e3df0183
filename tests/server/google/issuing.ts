import { createGoogle, type GoogleProvider } from '../../../server/providers/google.ts';
import { startSimulators, type RunningSimulators } from '../simulators/running.ts';

export const CLIENT_ID = 'simulated.apps.googleusercontent.com';

export const PERSON = { email: 'achieng@gmail.com', name: 'Achieng', sub: '108000000000000000001' };

export interface Issuing {
  readonly simulators: RunningSimulators;
  readonly lines: unknown[];
  /** Creates a provider that has fetched no keys yet. */
  provider(settings?: { clientId?: string | null; issuers?: readonly string[] }): GoogleProvider;
  credential(extras?: object): Promise<string>;
  rotate(): Promise<void>;
  advance(ms: number): void;
  /** Number of fetches of the keys. */
  asked(): Promise<number>;
}

/** Starts the simulated issuer on loopback, and a server client with its own clock. */
export async function startIssuing(): Promise<Issuing> {
  const simulators = await startSimulators();
  const lines: unknown[] = [];
  let advanced = 0;
  const post = async (path: string, body: object) => {
    const response = await fetch(`${simulators.url}/control/google/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return (await response.json()) as { credential: string };
  };
  return {
    simulators,
    lines,
    provider: ({ clientId = CLIENT_ID, issuers = ['https://accounts.google.com', 'accounts.google.com'] } = {}) =>
      createGoogle({
        settings: { clientId, issuers, jwksUrl: `${simulators.url}/google/oauth2/v3/certs` },
        clock: { now: () => new Date(Date.now() + advanced) },
        log: { warn: (...line: unknown[]) => void lines.push(line) },
      }),
    credential: async (extras = {}) => (await post('credential', { ...PERSON, ...extras })).credential,
    rotate: async () => void (await post('rotate', {})),
    advance: (ms) => void (advanced += ms),
    asked: async () => (await simulators.requests()).filter(({ path }) => path.endsWith('/certs')).length,
  };
}
