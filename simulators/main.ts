import { createSimulators } from './app.ts';

/** Listens on loopback only: on SIMULATORS_PORT, else one above PORT. */
const { SIMULATORS_PORT, PORT } = process.env;
const port = Number(SIMULATORS_PORT || Number(PORT || 3000) + 1);
const app = createSimulators(process.env);
const address = await app.listen({ host: '127.0.0.1', port });
console.log(`Simulators at ${address}`);

// `disconnect`: the parent of `npm start` is gone without a word.
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, () => void app.close());
