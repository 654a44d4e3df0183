import { createSimulators } from './app.ts';

/**
 * Listens on loopback only: on `SIMULATORS_PORT` (default `PORT` + 1), and for mail on `SIMULATORS_MAIL_PORT` (default
 * one higher). Prints one sentence and exits with 1 when it cannot.
 */
const { SIMULATORS_PORT, SIMULATORS_MAIL_PORT, PORT } = process.env;
const port = Number(SIMULATORS_PORT || Number(PORT || 3000) + 1);
const mailPort = SIMULATORS_MAIL_PORT || String(port + 1);

// There is no state to save. `disconnect`: the parent process of `npm start` has died.
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
    code === 'EADDRINUSE' ? `Port ${taken} is in use. Stop the other program, or set ${name} to a free port.` : message,
  );
  process.exit(1);
}
