export interface Sms {
  readonly to: string;
  readonly text: string;
  readonly code?: string;
  readonly sentAt: string;
}

export type FaultMode = '503' | 'hang' | 'reset' | 'html' | '429' | 'lose-answer' | 'none';

/** The shop under test and the controls of its simulators (design.md, Simulators). */
export interface Shop {
  readonly url: string;
  /** Texts on the simulated phone, newest first. The number as `2547…`. */
  sms(phone: string): Promise<readonly Sms[]>;
  /** The newest code; waits for it. */
  smsCode(phone: string): Promise<string>;
  fault(provider: string, mode: FaultMode, times?: number): Promise<void>;
  /** Every request that the providers saw. */
  log(): Promise<readonly unknown[]>;
  /** Forgets texts, faults and log. */
  reset(): Promise<void>;
  /** Moves the server's clock and runs what has become due. */
  advanceClock(ms: number): Promise<void>;
  /** A call of the API below `/api`, past the pages. */
  api(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<{ status: number; body: unknown }>;
}

const WAIT_MS = 10_000;
const ASK_EVERY_MS = 50;

export function connectShop(url: string, simulators: string): Shop {
  const control = (path: string, body?: unknown) => answer(`${simulators}/control${path}`, body);
  const sms: Shop['sms'] = async (phone) => ((await control(`/sms?phone=${phone}`)) as { messages: Sms[] }).messages;
  return {
    url,
    sms,
    smsCode: async (phone) => {
      const until = performance.now() + WAIT_MS;
      while (performance.now() < until) {
        const code = (await sms(phone)).find((message) => message.code !== undefined)?.code;
        if (code !== undefined) return code;
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
      }
      throw new Error(`no code came to ${phone} within ${WAIT_MS / 1000} s`);
    },
    fault: async (provider, mode, times = 1) => void (await control('/faults', { provider, mode, times })),
    log: async () => ((await control('/log')) as { requests: unknown[] }).requests,
    reset: async () => void (await control('/reset', {})),
    advanceClock: async (advanceMs) => void (await answer(`${url}/api/dev/clock`, { advanceMs })),
    api: async (method, path, body, headers = {}) => {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
  };
}

async function answer(address: string, body?: unknown): Promise<unknown> {
  const response = await fetch(address, body === undefined ? {} : {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${address} answers ${response.status}: ${await response.text()}`);
  return response.json();
}
