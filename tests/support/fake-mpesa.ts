import { randomInt, randomUUID } from 'node:crypto';
import type { MpesaProvider, Push, PushAnswer, QueryAnswer, TokenAnswer } from '../../server/providers/mpesa.ts';

/** A push with its Daraja ids, also when the response was lost. */
export interface SentPrompt extends Push {
  readonly merchantRequestId: string;
  readonly checkoutRequestId: string;
}

/** An answer, or a function that returns one, synchronously or asynchronously. */
type Script<Asked, Answer> = Answer | ((asked: Asked) => Answer | Promise<Answer>);

/** An M-Pesa provider in memory. Without scripted answers, it accepts every push and has no result. */
export function createFakeMpesa() {
  const prompts: SentPrompt[] = [];
  const queries: string[] = [];
  const pushScripts: Script<SentPrompt, PushAnswer>[] = [];
  const queryScripts: Script<string, QueryAnswer>[] = [];
  let standing: Script<string, QueryAnswer> = {
    outcome: 'noResult',
    text: 'The transaction is being processed',
    isAnswered: true,
    retryAfterMs: null,
  };

  const tokens: TokenAnswer[] = [];
  const tokenScripts: TokenAnswer[] = [];

  return {
    /** All pushes, oldest first. */
    prompts,
    /** The checkoutRequestIds of all queries, oldest first. */
    queries,
    /** Sets the answers of the next pushes, in order. */
    answerPush: (...scripts: Script<SentPrompt, PushAnswer>[]) => void pushScripts.push(...scripts),
    /** Sets the answers of the next queries, in order. */
    answerQuery: (...scripts: Script<string, QueryAnswer>[]) => void queryScripts.push(...scripts),
    /** The answers to all requests for a token, oldest first. */
    tokens,
    /** Sets the answers of the next requests for a token, in order. Others get one. */
    answerToken: (...scripts: TokenAnswer[]) => void tokenScripts.push(...scripts),
    /** Sets the answer of all other queries. */
    answerQueries: (script: Script<string, QueryAnswer>) => void (standing = script),
    async push(prompt) {
      const sent = { ...prompt, merchantRequestId: randomUUID(), checkoutRequestId: newId(prompt.phone) };
      prompts.push(sent);
      const script = pushScripts.shift();
      if (script === undefined) {
        return {
          outcome: 'accepted',
          merchantRequestId: sent.merchantRequestId,
          checkoutRequestId: sent.checkoutRequestId,
        };
      }
      return typeof script === 'function' ? script(sent) : script;
    },
    async query(checkoutRequestId) {
      queries.push(checkoutRequestId);
      const script = queryScripts.shift() ?? standing;
      return typeof script === 'function' ? script(checkoutRequestId) : script;
    },
    async token() {
      const answer = tokenScripts.shift() ?? { outcome: 'granted' };
      tokens.push(answer);
      return answer;
    },
  } satisfies MpesaProvider & Record<string, unknown>;
}

/** Creates an id in the format of Daraja (providers 1.2). */
function newId(phone: string): string {
  return `ws_CO_21112026090000${randomInt(100, 1000)}${randomInt(100, 1000)}${phone.slice(-9)}`;
}
