import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { MERCHANT, type Rules } from './merchant.ts';
import { Act, PlannedAct } from './outcomes.ts';
import type { Prompt, Prompts } from './prompts.ts';
import type { Tokens } from './tokens.ts';

const whole = v.pipe(v.number(), v.integer(), v.minValue(1));
const RulesChange = v.partial(
  v.strictObject({
    queriesPerMinute: whole,
    sameAmountMs: v.pipe(v.number(), v.integer(), v.minValue(0)),
    limitedBy: v.picklist(['answer', 'callback']),
    promptMs: whole,
    tokenSeconds: whole,
    credentials: v.picklist(['good', 'revoked']),
    passkey: v.picklist(['good', 'dead']),
    initiator: v.picklist(['good', 'expired', 'locked', 'no-role']),
    contradict: v.boolean(),
    c2bVersion: v.picklist(['v1', 'v2']),
    registerOnce: v.boolean(),
    validation: v.picklist(['off', 'on', 'slow', 'down']),
    confirmPrompts: v.boolean(),
    float: v.pipe(v.number(), v.integer(), v.minValue(0)),
    pullPhones: v.picklist(['whole', 'masked']),
  }),
);

interface ControlDeps {
  readonly prompts: Prompts;
  readonly tokens: Tokens;
  readonly rules: Rules;
  readonly plan: (plan: PlannedAct) => void;
}

/**
 * Controls the phone's owner and Safaricom's behaviour: `GET /mpesa`, `POST /mpesa/{checkoutRequestId}`, `POST
 * /mpesa/next`, `POST /mpesa/rules`, `POST /mpesa/revoke`.
 */
export function mpesaControl(app: FastifyInstance, { prompts, tokens, rules, plan }: ControlDeps): void {
  app.get<{ Querystring: { phone?: string; limit?: string } }>('/mpesa', async ({ query: { phone = '', limit } }) => {
    const isAsked = (it: { phone: string }) => phone === '' || it.phone === phone;
    return {
      merchant: MERCHANT.name,
      prompts: prompts
        .all()
        .filter(isAsked)
        .slice(0, limit === undefined ? undefined : Number(limit))
        .map(toPromptView),
      charges: prompts
        .charges()
        .filter(isAsked)
        .map((charge) => ({ ...charge, at: new Date(charge.at).toISOString() })),
    };
  });

  app.post('/mpesa/next', async ({ body }, reply) => {
    const parsed = v.safeParse(PlannedAct, body);
    if (!parsed.success) return reply.code(400).send({ success: false, message: v.summarize(parsed.issues) });
    plan(parsed.output);
    return { success: true };
  });

  app.post('/mpesa/rules', async ({ body }, reply) => {
    const parsed = v.safeParse(RulesChange, body);
    if (!parsed.success) return reply.code(400).send({ success: false, message: v.summarize(parsed.issues) });
    return { success: true, rules: Object.assign(rules, parsed.output) };
  });

  app.post('/mpesa/revoke', async () => {
    tokens.revoke();
    return { success: true };
  });

  app.post<{ Params: { id: string } }>('/mpesa/:id', async ({ params, body }, reply) => {
    const parsed = v.safeParse(Act, body);
    if (!parsed.success) return reply.code(400).send({ success: false, message: v.summarize(parsed.issues) });
    const prompt = prompts.find(params.id);
    if (prompt === undefined) return reply.code(404).send({ success: false, message: 'No such prompt' });
    const isDone = await prompts.act(prompt, parsed.output);
    return isDone
      ? { success: true, prompt: toPromptView(prompt) }
      : reply.code(409).send({ success: false, message: `The prompt is ${getState(prompt)}` });
  });
}

function getState({ outcome }: Prompt) {
  return outcome?.state ?? 'open';
}

function toPromptView(prompt: Prompt) {
  const { checkoutRequestId, merchantRequestId, phone, amount, accountReference, description, callbackUrl, callbacks } =
    prompt;
  return {
    checkoutRequestId,
    merchantRequestId,
    phone,
    amount,
    accountReference,
    description,
    callbackUrl,
    callbacks,
    state: getState(prompt),
    isIgnored: prompt.isIgnored,
    resultCode: prompt.outcome?.code ?? null,
    receipt: prompt.charge?.receipt ?? null,
    receivedAt: new Date(prompt.receivedAt).toISOString(),
  };
}
