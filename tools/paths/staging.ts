import { ApiError } from '../../contract/errors.ts';
import type { Reply } from 'flow-atlas/browser/play';
import type { Staging } from 'flow-atlas/browser/script';
import { SERVER_MACHINES } from './server-machines.ts';
import { accountStages } from './stages/account.ts';
import { catalogueStages } from './stages/catalogue.ts';
import { frameStages } from './stages/frame.ts';
import { orderStages } from './stages/orders.ts';
import { elsewhere, toKnownIds, turn } from './stages/parts.ts';
import { paymentStages } from './stages/payment.ts';

/** How paths begin on the pages of the shop, and the server's replies for the machines' results. */

/** Time-out of a call (§7). Milliseconds. */
const TIME_OUT_MS = 10_000;

const AT_THE_SERVER = 'it runs at the server, through calls of the API and of the providers';

export const staging: Staging = {
  stages: {
    ...accountStages,
    ...catalogueStages,
    ...frameStages,
    ...orderStages,
    ...paymentStages,
    ...Object.fromEntries(SERVER_MACHINES.map((name) => [name, AT_THE_SERVER])),
  },
  failure,
  events: {
    'clock.tick': ({ now }) => [{ do: 'reach', with: [now] }],
    'network.back': () => [{ do: 'network', with: [true] }],
    'network.lost': () => [{ do: 'network', with: [false] }],
    'page.hidden': () => [turn(false)],
    'page.visible': () => [turn(true)],
    'window.focused': () => [turn(true)],
    'session.ended': () => [elsewhere({ user: null, token: null })],
  },
  translation: {
    sent: toKnownIds,
    differences: [
      {
        what: /^or$|Google|^Sent encrypted/,
        why: "Google's script is not called, and its part is static in the page",
      },
      {
        what: /^(Loading|Looking for|Checking authentication)/,
        why: 'the page has its reply before it can be checked',
      },
      { what: /^Resend Code$/, why: 'the page announces it a moment longer' },
      { what: / in cart$/, why: 'the browser stores the cart of the page' },
    ],
  },
};

function failure(error: Error): Reply | null | number {
  if (!(error instanceof ApiError)) throw error;
  const { kind, status, message, code, fields, requestId, retryAfter, data } = error;
  if (kind === 'offline') return null;
  if (kind === 'timeout') return TIME_OUT_MS;
  const headers = {
    ...(requestId !== null && { 'x-request-id': requestId }),
    ...(retryAfter !== null && { 'retry-after': String(retryAfter / 1_000) }),
  };
  return {
    status,
    headers,
    json: kind === 'broken' ? {} : { success: false, message, code: code ?? undefined, fields, data },
  };
}

/** Flows whose paths can run in a browser. */
export const stagedFlows: readonly string[] = Object.entries(staging.stages).flatMap(([flow, stage]) =>
  typeof stage === 'string' ? [] : [flow],
);
