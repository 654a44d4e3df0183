import type { FastifyInstance } from 'fastify';
import { createSimulators } from '../../../simulators/app.ts';

export interface RunningSimulators {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly messages: (phone?: string) => Promise<readonly { to: string; text: string; code?: string; sentAt: string }[]>;
  readonly fault: (provider: string, mode: string, times?: number) => Promise<void>;
  readonly requests: () => Promise<readonly { provider: string; path: string; status: number; body: unknown }[]>;
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The simulators on a free port, with their control calls as functions. */
export async function startSimulators(): Promise<RunningSimulators> {
  const app: FastifyInstance = createSimulators({});
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  };
  const get = async (path: string) => (await fetch(`${url}${path}`)).json();
  return {
    url,
    messages: async (phone) => (await get(`/control/sms${phone === undefined ? '' : `?phone=${phone}`}`)).messages,
    fault: (provider, mode, times = 1) => post('/control/faults', { provider, mode, times }),
    requests: async () => (await get('/control/log')).requests,
    reset: () => post('/control/reset', {}),
    close: () => app.close(),
  };
}
