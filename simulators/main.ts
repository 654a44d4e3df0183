import { createSimulators } from './app.ts';

/**
 * Listens on loopback only: on SIMULATORS_PORT, else one above PORT, and for mail on
 * SIMULATORS_MAIL_PORT, else one above that. Ends with 1 and a sentence where it cannot.
 */
const { SIMULATORS_PORT, SIMULATORS_MAIL_PORT, PORT } = process.env;
const port = Number(SIMULATORS_PORT || Number(PORT || 3000) + 1);
const mailPort = SIMULATORS_MAIL_PORT || String(port + 1);

// Nothing is kept, so there is nothing to wait for. `disconnect`: the parent of `npm start` is gone without a word.
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, () => process.exit());

try {
  const address = await createSimulators({ ...process.env, SIMULATORS_MAIL_PORT: mailPort }).listen({
    host: '127.0.0.1',
    port,
  });
  console.log(`Simulators at ${address}`);
} catch (error) {
  const { code, port: taken, message } = error as NodeJS.ErrnoException & { port?: number };
  const name = taken === Number(mailPort) ? 'SIMULATORS_MAIL_PORT' : 'SIMULATORS_PORT';
  console.error(
    code === 'EADDRINUSE'
      ? `Port ${taken} is taken. Stop what uses it, or set ${name} to another for the simulators.`
      : message,
  );
  process.exit(1);
}
