import { createSimulators } from './app.ts';

/** Listens on loopback only: on SIMULATORS_PORT, else one above PORT. Ends with 1 and a sentence where it cannot. */
const { SIMULATORS_PORT, PORT } = process.env;
const port = Number(SIMULATORS_PORT || Number(PORT || 3000) + 1);

// Nothing is kept, so there is nothing to wait for. `disconnect`: the parent of `npm start` is gone without a word.
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, () => process.exit());

try {
  const address = await createSimulators(process.env).listen({ host: '127.0.0.1', port });
  console.log(`Simulators at ${address}`);
} catch (error) {
  const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  console.error(
    isTaken
      ? `Port ${port} is taken. Stop what uses it, or set SIMULATORS_PORT to another for the simulators.`
      : (error as Error).message,
  );
  process.exit(1);
}
