import type { FastifyBaseLogger } from 'fastify';
import type { Logger } from '../log.ts';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

/** Writes lines with the id of a request. Its child logger is created per line, because most requests write none. */
class RequestLog {
  readonly log: Logger;
  readonly bindings: object;

  constructor(log: Logger, bindings: object) {
    this.log = log;
    this.bindings = bindings;
  }

  child(bindings: object): Logger {
    return this.log.child({ ...this.bindings, ...bindings });
  }
}
for (const level of LEVELS)
  Object.defineProperty(RequestLog.prototype, level, {
    value(this: RequestLog, ...line: Parameters<Logger['info']>) {
      this.log.child(this.bindings)[level](...line);
    },
  });

/** Returns the log of a request. */
export const createRequestLog = (log: Logger, bindings: object) =>
  new RequestLog(log, bindings) as unknown as FastifyBaseLogger;
