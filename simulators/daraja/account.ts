import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { SimulatedClock } from '../core/clock.ts';
import { AccountRequest, FIELDS, type AccountCall, type AccountPlan } from './account-requests.ts';
import { deliver } from './callback.ts';
import { invalid, refuse } from './errors.ts';
import { newReceipt, type Ledger, type Transaction } from './ledger.ts';
import { MERCHANT, type Rules } from './merchant.ts';
import {
  balanceParameters,
  idleParameters,
  payoutParameters,
  resultBody,
  reversalParameters,
  statusParameters,
  type Operation,
  type Operations,
} from './operations.ts';
import { findFirstBad } from './requests.ts';
import { openSealed } from './sealed.ts';
import { requireToken, type Tokens } from './tokens.ts';
import { afterReply } from './wire.ts';

export interface AccountDeps {
  readonly clock: SimulatedClock;
  readonly rules: () => Rules;
  readonly tokens: Tokens;
  readonly ledger: Ledger;
  readonly operations: Operations;
  readonly takePlan: (call: AccountCall) => AccountPlan | undefined;
}

interface Outcome {
  readonly code: string;
  readonly text: string;
  /** `null` after a failure. */
  readonly parameters: Parameters<typeof resultBody>[2];
}

const PATHS: Readonly<Record<AccountCall, string>> = {
  status: '/mpesa/transactionstatus/v1/query',
  reversal: '/mpesa/reversal/v1/request',
  payout: '/mpesa/b2c/v3/paymentrequest',
  balance: '/mpesa/accountbalance/v1/query',
};
const PLAIN: Omit<AccountPlan, 'call'> = {
  tells: 'result',
  text: '',
  acts: true,
  isEarly: false,
  bend: {},
  sameParties: false,
  stays: false,
  delayMs: 0,
  times: 1,
  drop: false,
};
const INITIATORS = {
  expired: failed('2001', 'The initiator information is invalid.'),
  locked: failed('8006', 'The security credential is locked.'),
  'no-role': failed('21', 'The initiator is not allowed to initiate this request.'),
} as const;

function failed(code: string, text: string): Outcome {
  return { code, text, parameters: null };
}

/** Transaction Status, Reversal, B2C and Account Balance (providers 1.11). */
export function accountWire(app: FastifyInstance, deps: AccountDeps): void {
  const { clock, operations, takePlan, tokens } = deps;
  requireToken(app, tokens);
  for (const [call, path] of Object.entries(PATHS) as [AccountCall, string][]) {
    app.post(path, async ({ body }, reply) => {
      const bad = findFirstBad(body, FIELDS[call]);
      if (bad !== undefined) return invalid(reply, bad);
      const request = v.parse(AccountRequest, body);
      if (call === 'payout' && operations.isKnown(request.OriginatorConversationID))
        return refuse(reply, '500.002.1001', 'Duplicate OriginatorConversationID.');
      const plan = { ...PLAIN, ...takePlan(call) };
      const operation = operations.start(call, clock.now(), request.Amount, request.OriginatorConversationID);
      if (plan.isEarly) await carryOut(deps, operation, request, plan);
      else afterReply(reply, async () => carryOut(deps, operation, request, plan));
      return {
        OriginatorConversationID: operation.originatorConversationId,
        ConversationID: operation.conversationId,
        ResponseCode: '0',
        ResponseDescription: 'Accept the service request successfully.',
      };
    });
  }
}

async function carryOut(
  deps: AccountDeps,
  operation: Operation,
  request: AccountRequest,
  plan: Omit<AccountPlan, 'call'>,
): Promise<void> {
  const outcome = decide(deps, operation, request, plan);
  if (operation.state === 'Initiated') operation.state = outcome.code === '0' && plan.acts ? 'Completed' : 'Declined';
  if (plan.tells === 'none' || plan.drop) return;
  const isResult = plan.tells === 'result';
  const url = isResult ? request.ResultURL : request.QueueTimeOutURL;
  const body = isResult
    ? resultBody(operation, outcome, outcome.parameters, plan)
    : resultBody({ ...operation, receipt: '' }, { code: '1', text: 'The request timed out in the queue.' }, null, plan);
  const send = async () =>
    void (await Promise.all(
      Array.from({ length: plan.times }, async () => operation.replies.push(await deliver(url, body))),
    ));
  if (plan.delayMs === 0) await send();
  else deps.clock.at(deps.clock.now() + plan.delayMs, send);
}

/** Moves the money and returns what the result reports. */
function decide(
  deps: AccountDeps,
  operation: Operation,
  request: AccountRequest,
  { code, text, acts }: Omit<AccountPlan, 'call'>,
): Outcome {
  const isInitiator =
    [request.Initiator, request.InitiatorName].includes(MERCHANT.initiator.name) &&
    openSealed(request.SecurityCredential) === MERCHANT.initiator.password;
  const { initiator } = deps.rules();
  if (!isInitiator) return INITIATORS.expired;
  if (initiator !== 'good') return INITIATORS[initiator];
  if (code !== undefined && code !== '0') return failed(code, text);
  switch (operation.call) {
    case 'status':
      return findStatus(deps, request);
    case 'reversal':
      return reverse(deps, operation, request, acts);
    case 'payout':
      return payOut(deps, operation, request, acts);
    case 'balance':
      return good(balanceParameters(deps.clock.now(), deps.ledger.balance(request.PartyA)));
  }
}

function good(parameters: Outcome['parameters']): Outcome {
  return { code: '0', text: 'The service request is processed successfully.', parameters };
}

function findStatus({ ledger, operations }: AccountDeps, request: AccountRequest): Outcome {
  const { TransactionID, OriginalConversationID } = request;
  const operation = OriginalConversationID === '' ? undefined : operations.find(OriginalConversationID);
  const found = ledger.find((operation?.receipt ?? TransactionID).toUpperCase());
  if (found !== undefined) return good(statusParameters(found, MERCHANT.name, false));
  return operation === undefined
    ? failed('R000002', 'The transaction receipt number does not exist.')
    : good(idleParameters(operation));
}

function reverse(
  { ledger, clock }: AccountDeps,
  operation: Operation,
  request: AccountRequest,
  acts: boolean,
): Outcome {
  const paid = ledger.find(request.TransactionID.toUpperCase());
  const isOurs = paid !== undefined && paid.to === request.ReceiverParty;
  if (paid === undefined || !isOurs) return failed('R000002', 'The OriginalTransactionID is invalid.');
  if (ledger.findReversal(paid.receipt) !== undefined)
    return failed('R000001', 'The transaction has already been reversed.');
  if (request.Amount !== paid.amount)
    return failed('2028', 'The request is not permitted according to product assignment.');
  if (ledger.balance(paid.to) < paid.amount) return failed('1', 'The balance is insufficient for the transaction.');
  const back: Transaction = {
    receipt: newReceipt(),
    kind: 'reversal',
    at: clock.now(),
    amount: paid.amount,
    from: paid.to,
    to: paid.from,
    name: paid.name,
    account: '',
    reverses: paid.receipt,
  };
  move(ledger, operation, back, acts);
  return good(reversalParameters(back, MERCHANT.name, ledger.balance(paid.to)));
}

function payOut({ ledger, clock }: AccountDeps, operation: Operation, request: AccountRequest, acts: boolean): Outcome {
  if (request.PartyA !== MERCHANT.payoutShortcode)
    return failed('2028', 'The request is not permitted according to product assignment.');
  if (ledger.balance(request.PartyA) < request.Amount)
    return failed('1', 'The balance is insufficient for the transaction.');
  const known = ledger.all().find(({ from }) => from === request.PartyB);
  const sent: Transaction = {
    receipt: newReceipt(),
    kind: 'payout',
    at: clock.now(),
    amount: request.Amount,
    from: request.PartyA,
    to: request.PartyB,
    name: known?.name ?? 'Jane Wanjiru Test',
    account: '',
  };
  move(ledger, operation, sent, acts);
  return good(payoutParameters(sent, ledger.balance(request.PartyA)));
}

function move(ledger: Ledger, operation: Operation, transaction: Transaction, acts: boolean): void {
  if (!acts) return;
  ledger.add(transaction);
  operation.receipt = transaction.receipt;
}
