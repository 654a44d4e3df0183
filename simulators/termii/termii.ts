import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { Simulator } from '../core/simulator.ts';
import { createPins, type Pin } from './pins.ts';
import { createSmsInbox } from './sms-inbox.ts';

const integer = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
const apiKey = v.pipe(v.string(), v.minLength(1));

/** Fields of providers 1.8. */
const Send = v.pipe(
  v.object({
    message_type: v.literal('NUMERIC'),
    pin_type: v.literal('NUMERIC'),
    to: v.pipe(v.string(), v.regex(/^\d{10,15}$/)),
    from: v.pipe(v.string(), v.minLength(3), v.maxLength(11)),
    channel: v.picklist(['dnd', 'generic', 'whatsapp', 'email']),
    pin_attempts: integer(1, 100),
    pin_time_to_live: integer(0, 60),
    pin_length: integer(4, 8),
    pin_placeholder: v.pipe(v.string(), v.minLength(1)),
    message_text: v.pipe(v.string(), v.minLength(1)),
  }),
  v.forward(
    v.check((sent) => sent.message_text.includes(sent.pin_placeholder), 'The message text must hold the placeholder'),
    ['message_text'],
  ),
);
const Text = v.object({
  to: v.pipe(v.string(), v.regex(/^\d{10,15}$/)),
  from: v.pipe(v.string(), v.minLength(3), v.maxLength(11)),
  sms: v.pipe(v.string(), v.minLength(1)),
  type: v.literal('plain'),
  channel: v.picklist(['dnd', 'generic', 'whatsapp']),
});
const Verify = v.object({ pin_id: v.string(), pin: v.string() });

/**
 * Simulates Termii's API: `POST /api/sms/otp/send`, `POST /api/sms/otp/verify`, `POST /api/sms/send`, `GET
 * /api/get-balance`. @param now epoch milliseconds
 */
export function termii(now: () => number = Date.now): Simulator {
  const pins = createPins(now);
  const inbox = createSmsInbox();

  function mount(app: FastifyInstance): void {
    app.addHook('preHandler', async (request, reply) => {
      const carried = request.method === 'GET' ? request.query : request.body;
      return v.is(v.object({ api_key: apiKey }), carried) ? undefined : unauthorized(reply);
    });

    app.post('/api/sms/otp/send', async (request, reply) => {
      const parsed = v.safeParse(Send, request.body);
      if (!parsed.success) return reply.code(400).send({ message: `Invalid ${getField(parsed.issues[0])}` });
      const { to, pin_length, pin_time_to_live, pin_attempts, message_text, pin_placeholder } = parsed.output;
      const pin = pins.make(to, pin_length, pin_time_to_live, pin_attempts);
      const text = message_text.replaceAll(pin_placeholder, pin.code);
      inbox.deliver({ to, text, code: pin.code, sentAt: new Date(now()).toISOString() });
      return { pinId: pin.pinId, to, phone_number: to, smsStatus: 'Message Sent', status: 200 };
    });

    app.post('/api/sms/otp/verify', async (request, reply) => {
      const parsed = v.safeParse(Verify, request.body);
      if (!parsed.success) return reply.code(400).send({ message: `Invalid ${getField(parsed.issues[0])}` });
      const pin = pins.find(parsed.output.pin_id);
      if (pin === undefined) return reply.code(400).send({ message: 'Pin not found' });
      return verdict(pin, parsed.output.pin, now());
    });

    app.post('/api/sms/send', async (request, reply) => {
      const parsed = v.safeParse(Text, request.body);
      if (!parsed.success) return reply.code(400).send({ message: `Invalid ${getField(parsed.issues[0])}` });
      const { to, sms } = parsed.output;
      inbox.deliver({ to, text: sms, sentAt: new Date(now()).toISOString() });
      return { code: 'ok', message_id: randomUUID(), message: 'Successfully Sent', balance: 1234.5, user: 'Duka' };
    });

    app.get('/api/get-balance', async () => ({ user: 'Duka', balance: 1234.5, currency: 'KES' }));
  }

  return {
    name: 'termii',
    mount,
    control: (app) =>
      void app.get<{ Querystring: { phone?: string } }>('/sms', async ({ query }) => ({
        messages: inbox.messages(query.phone),
      })),
    reset() {
      pins.reset();
      inbox.reset();
    },
  };
}

/** `verified` is a text in Termii's API. A used code or one without tries left counts as wrong. */
function verdict(pin: Pin, typed: string, now: number): Readonly<Record<string, unknown>> {
  const answer = { pinId: pin.pinId, msisdn: pin.to };
  if (now >= pin.expiresAt) return { ...answer, verified: 'Expired' };
  const isRight = typed === pin.code && pin.triesLeft > 0 && !pin.isUsed;
  if (isRight) {
    pin.isUsed = true;
    return { ...answer, verified: 'True' };
  }
  pin.triesLeft = Math.max(0, pin.triesLeft - 1);
  return { ...answer, verified: 'False', attemptsRemaining: pin.triesLeft };
}

function unauthorized(reply: FastifyReply): FastifyReply {
  return reply.code(401).send({ code: 401, message: 'Unauthorized' });
}

function getField(issue: v.BaseIssue<unknown>): string {
  return v.getDotPath(issue) ?? 'request';
}
