import { randomInt } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Sends Daraja's error format. The code starts with the HTTP status (providers 1.2). */
export function refuse(reply: FastifyReply, errorCode: string, errorMessage: string): FastifyReply {
  const requestId = `${randomInt(1000, 100_000)}-${randomInt(1_000_000, 100_000_000)}-1`;
  return reply.code(Number(errorCode.slice(0, 3))).send({ requestId, errorCode, errorMessage });
}

export function invalid(reply: FastifyReply, field: string): FastifyReply {
  return refuse(reply, '400.002.02', `Bad Request - Invalid ${field}`);
}

/** The error of Daraja's Apigee gateway, word for word. */
export function spikeArrest(perMinute: number): object {
  const rate = `MessageRate{messagesPerPeriod=${perMinute}, periodInMicroseconds=60000000, maxBurstMessageCount=1.0}`;
  return {
    fault: {
      faultstring: `Spike arrest violation. Allowed rate : ${rate}`,
      detail: { errorcode: 'policies.ratelimit.SpikeArrestViolation' },
    },
  };
}
