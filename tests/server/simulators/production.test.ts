import { describe, expect, test } from 'vitest';
import { createSimulators } from '../../../simulators/app.ts';

describe('H16: the simulators exist outside production only', () => {
  test.each(['NODE_ENV', 'MPESA_ENV'])('H16: %s=production refuses to start', (name) => {
    expect(() => createSimulators({ [name]: 'production' })).toThrow('do not start in production');
  });

  test('H16: a request under a foreign host name is refused, so that no other site reads a code', async () => {
    const app = createSimulators({});
    const foreign = await app.inject({ method: 'GET', url: '/control/sms', headers: { host: 'evil.example' } });
    expect(foreign.statusCode).toBe(403);
    const local = await app.inject({ method: 'GET', url: '/control/sms', headers: { host: 'localhost:3001' } });
    expect(local.json()).toEqual({ messages: [] });
    await app.close();
  });
});
