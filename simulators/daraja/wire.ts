import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { SimulatedClock } from '../core/clock.ts';
import { invalid, refuse, spikeArrest } from './errors.ts';
import type { Rules } from './merchant.ts';
import { LIMITED, OUTCOMES, type PlannedAct } from './outcomes.ts';
import type { Prompt, Prompts } from './prompts.ts';
import { findBadMerchant, findBadPushField, findBadQueryField, Push, Query, Signed } from './requests.ts';
import { requireToken, type Tokens } from './tokens.ts';

interface WireDeps {
  readonly clock: SimulatedClock;
  readonly rules: () => Rules;
  readonly tokens: Tokens;
  readonly prompts: Prompts;
  /** Times of the accepted queries in the last minute. */
  readonly queried: number[];
  /** Returns the action that a test planned for the phone's next prompt. */
  readonly takePlan: (phone: string) => PlannedAct | undefined;
}

const MINUTE = 60_000;
/** Right after the push a query finds nothing. Slightly later it reports processing, in two ways (providers 1.4). */
const UNKNOWN_MS = 1_000;
const BUSY_MS = 5_000;
const ACCEPTED = 'Success. Request accepted for processing';

/** M-Pesa Express API: push and query (providers 1.2, 1.4). */
export function expressWire(
  app: FastifyInstance,
  { clock, rules, tokens, prompts, queried, takePlan }: WireDeps,
): void {
  requireToken(app, tokens);

  app.post('/mpesa/stkpush/v1/processrequest', async ({ body }, reply) => {
    const bad = findBadPushField(body);
    if (bad !== undefined) return invalid(reply, bad);
    const stranger = findBadMerchant(v.parse(Signed, body), rules().passkey);
    if (stranger !== undefined) return refuse(reply, '500.001.1001', stranger);
    const { Amount: amount, PhoneNumber: phone, CallBackURL, AccountReference, TransactionDesc } = v.parse(Push, body);
    if (prompts.openOn(phone) !== undefined) {
      return refuse(
        reply,
        '500.001.1001',
        'Unable to lock subscriber, a transaction is already in process for the current subscriber',
      );
    }
    const isLimited = clock.now() - (prompts.lastAsked(phone, amount) ?? -Infinity) < rules().sameAmountMs;
    if (isLimited && rules().limitedBy === 'answer') {
      return {
        MerchantRequestID: '',
        CheckoutRequestID: '',
        ResponseCode: LIMITED.code,
        ResponseDescription: LIMITED.text,
        CustomerMessage: LIMITED.text,
      };
    }
    const prompt = prompts.make({
      phone,
      amount,
      accountReference: AccountReference,
      description: TransactionDesc,
      callbackUrl: CallBackURL,
    });
    if (isLimited) afterReply(reply, () => prompts.settle(prompt, LIMITED));
    else await followPlan(prompt, reply);
    return {
      MerchantRequestID: prompt.merchantRequestId,
      CheckoutRequestID: prompt.checkoutRequestId,
      ResponseCode: '0',
      ResponseDescription: ACCEPTED,
      CustomerMessage: ACCEPTED,
    };
  });

  async function followPlan(prompt: Prompt, reply: FastifyReply): Promise<void> {
    const plan = takePlan(prompt.phone);
    if (plan === undefined) return;
    if (plan.when === 'before-reply') await prompts.act(prompt, plan);
    else afterReply(reply, () => prompts.act(prompt, plan));
  }

  app.post('/mpesa/stkpushquery/v1/query', async ({ body }, reply) => {
    const now = clock.now();
    while (queried[0] !== undefined && now - queried[0] >= MINUTE) queried.shift();
    const perMinute = rules().queriesPerMinute;
    if (queried.length >= perMinute) {
      const seconds = Math.ceil(((queried[0] ?? now) + MINUTE - now) / 1000);
      return reply.code(429).header('retry-after', String(seconds)).send(spikeArrest(perMinute));
    }
    queried.push(now);
    const bad = findBadQueryField(body);
    if (bad !== undefined) return invalid(reply, bad);
    const stranger = findBadMerchant(v.parse(Signed, body), rules().passkey);
    if (stranger !== undefined) return refuse(reply, '500.001.1001', stranger);
    const prompt = prompts.find(v.parse(Query, body).CheckoutRequestID);
    if (prompt === undefined) return invalid(reply, 'CheckoutRequestID');
    return queryState(prompt, now, reply, rules().contradict);
  });
}

function queryState(prompt: Prompt, now: number, reply: FastifyReply, contradicts: boolean): FastifyReply | object {
  const { outcome, isTold, receivedAt, merchantRequestId, checkoutRequestId } = prompt;
  const answer = (code: string, text: string) => ({
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successfully',
    MerchantRequestID: merchantRequestId,
    CheckoutRequestID: checkoutRequestId,
    ResultCode: code,
    ResultDesc: text,
  });
  if (outcome !== null && isTold) {
    const { code, text } = contradicts ? (outcome.code === '0' ? OUTCOMES.cancel : OUTCOMES.pay) : outcome;
    return answer(code, text);
  }
  if (now - receivedAt < UNKNOWN_MS) return invalid(reply, 'CheckoutRequestID');
  if (now - receivedAt < BUSY_MS) return refuse(reply, '500.001.1001', 'The transaction is being processed');
  return answer('4999', 'The transaction is still under processing');
}

/** Runs `work` after the reply was sent or lost. */
export function afterReply(reply: FastifyReply, work: () => Promise<unknown>): void {
  reply.raw.once('close', () => void work());
}
