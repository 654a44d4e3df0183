import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MERCHANT } from '../../../simulators/daraja/merchant.ts';
import type { Clock } from '../../../server/clock.ts';
import { createLog } from '../../../server/log.ts';
import type { AccessTokens } from '../../../server/providers/daraja-token.ts';
import { createDaraja, type DarajaSettings } from '../../../server/providers/daraja.ts';

export const settingsFor = (baseUrl: string): DarajaSettings => ({
  baseUrl,
  consumerKey: MERCHANT.consumerKey,
  consumerSecret: MERCHANT.consumerSecret,
  shortcode: MERCHANT.shortcode,
  passkey: MERCHANT.passkey,
  partyB: MERCHANT.shortcode,
  transactionType: 'CustomerPayBillOnline',
  timeoutMs: 5_000,
});

/** Uses the host's real time, as the simulators do. */
export const hostClock: Clock = { now: () => new Date(), advance: () => undefined, sync: async () => 0 };

/** Returns the tokens in order, and the last one forever. */
export function fixedTokens(...tokens: readonly string[]): AccessTokens & { readonly refused: (string | undefined)[] } {
  const refused: (string | undefined)[] = [];
  return {
    refused,
    renew: async () => undefined,
    async get(refusedToken) {
      refused.push(refusedToken);
      return tokens[Math.min(refused.length, tokens.length) - 1] ?? '';
    },
  };
}

/** Creates a client that records its log lines. */
export function getClient(settings: DarajaSettings, tokens: AccessTokens, clock: Clock = hostClock) {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line: string) => void lines.push(line) });
  return { ...createDaraja({ settings, tokens, clock, log }), lines };
}

export interface Heard {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

/** Starts a fake Daraja with one response function per request, in order; the last one answers all further requests. */
export async function scripted(...answers: ((response: ServerResponse) => void)[]) {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      heard.push({ path: request.url ?? '', headers: request.headers, body: text === '' ? {} : JSON.parse(text) });
      answers[Math.min(heard.length, answers.length) - 1]?.(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
export const raw = (status: number, type: string, body: string) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': type }).end(body);
export const reset = (response: ServerResponse) => void response.socket?.resetAndDestroy();
export const hang = () => undefined;
