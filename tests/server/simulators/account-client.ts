import { readEnv } from '../../../server/env/env.ts';
import { createLog } from '../../../server/log.ts';
import { createDarajaAccount } from '../../../server/providers/daraja-account.ts';
import type { MpesaAccount } from '../../../server/providers/mpesa-account.ts';
import { fixedTokens, json, scripted, settingsFor } from '../payments/daraja-client.ts';
import type { RunningSimulators } from './running.ts';

/** M-Pesa settings of a shop with simulators. */
export const { mpesa } = readEnv({});

/** Fetches an access token. */
export async function grantToken({ url }: RunningSimulators): Promise<string> {
  const { consumerKey, consumerSecret } = settingsFor('');
  const response = await fetch(`${url}/daraja/oauth/v1/generate?grant_type=client_credentials`, {
    headers: { authorization: `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}` },
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Creates the shop's client for the calls beside the prompt. */
export function getAccount(
  { url }: RunningSimulators,
  token: string,
  change: Partial<typeof mpesa> = {},
): MpesaAccount {
  const settings = { ...mpesa, baseUrl: `${url}/daraja`, ...change };
  const log = createLog('silent', { write: () => undefined });
  return createDarajaAccount({ settings, tokens: fixedTokens(token), log });
}

/** Starts a shop that accepts every message. */
export const listen = () => scripted(json(200, { ResultCode: 0, ResultDesc: 'Accepted' }));
export type Listener = Awaited<ReturnType<typeof listen>>;
export const urls = ({ url }: Listener) => ({ resultUrl: `${url}/result`, timeoutUrl: `${url}/timeout` });
