import { randomInt, randomUUID } from 'node:crypto';
import type { MpesaProvider, Push, PushAnswer, QueryAnswer } from '../../server/providers/mpesa.ts';

/** What was pushed, with the ids that Daraja has for it, also where its answer was lost. */
export interface SentPrompt extends Push {
  readonly merchantRequestId: string;
  readonly checkoutRequestId: string;
}

/** An answer, now or later, or a function that makes it. */
type Script<Asked, Answer> = Answer | ((asked: Asked) => Answer | Promise<Answer>);

/** An M-Pesa provider in memory: accepts every push and knows no result, unless it is given answers. */
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

  return {
    /** Oldest first. */
    prompts,
    /** The checkoutRequestIds that were asked about, oldest first. */
    queries,
    /** The next pushes answer so, in order. */
    answerPush: (...scripts: Script<SentPrompt, PushAnswer>[]) => void pushScripts.push(...scripts),
    /** The next queries answer so, in order. */
    answerQuery: (...scripts: Script<string, QueryAnswer>[]) => void queryScripts.push(...scripts),
    /** All other queries answer so from now on. */
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
  } satisfies MpesaProvider & Record<string, unknown>;
}

/** As Daraja's look (providers 1.2). */
function newId(phone: string): string {
  return `ws_CO_21112026090000${randomInt(100, 1000)}${randomInt(100, 1000)}${phone.slice(-9)}`;
}
