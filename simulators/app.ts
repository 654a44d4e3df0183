import fastify, { type FastifyInstance } from 'fastify';
import { control } from './control.ts';
import { createClock, type SimulatedClock } from './core/clock.ts';
import { createFaults } from './core/faults.ts';
import { createRequestLog } from './core/log.ts';
import { assertNotProduction } from './core/production.ts';
import type { Simulator } from './core/simulator.ts';
import { daraja } from './daraja/daraja.ts';
import { CLIENT_ID, google } from './google/google.ts';
import { mail } from './mail/mail.ts';
import { page } from './page/page.ts';
import { termii } from './termii/termii.ts';

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * The simulated providers on loopback, each under its own path prefix (`/termii/api/sms/otp/send`). Mail uses a
 * separate port (`SIMULATORS_MAIL_PORT`, otherwise a free one). Includes the control calls and a page with phone and
 * mailbox. Built without listening. Throws in production.
 */
export function createSimulators(
  environment: Readonly<Record<string, string | undefined>>,
  given?: readonly Simulator[],
  clock: SimulatedClock = createClock(),
): FastifyInstance {
  assertNotProduction(environment);
  const app = fastify({ forceCloseConnections: true, bodyLimit: 256 * 1024 });
  const simulators = given ?? [
    termii(clock.now),
    daraja(clock),
    google(clock.now, environment['GOOGLE_CLIENT_ID'] || CLIENT_ID),
    mail(clock.now, Number(environment['SIMULATORS_MAIL_PORT'] || 0)),
  ];
  const faults = createFaults();
  const log = createRequestLog();

  // Prevents DNS rebinding: a page of another site that resolves to 127.0.0.1 must not read codes.
  app.addHook('onRequest', async (request, reply) =>
    LOCAL_HOST.test(request.headers.host ?? '') ? undefined : reply.code(403).send({ message: 'Loopback only' }),
  );
  for (const simulator of simulators) {
    void app.register(
      async (scope) => {
        log.watch(scope, simulator.name);
        faults.guard(scope, simulator);
        simulator.mount(scope);
      },
      { prefix: `/${simulator.name}` },
    );
  }
  // Providers without HTTP listen and close together with the app.
  app.addHook('onReady', async () => {
    for (const { name, listen } of simulators) await listen?.((call) => faults.next(name, call));
  });
  app.addHook('onClose', async () => {
    for (const { close } of simulators) await close?.();
  });
  void app.register(async (scope) => control(scope, { simulators, clock, faults, log }), { prefix: '/control' });
  void app.register(async (scope) => page(scope));
  return app;
}
