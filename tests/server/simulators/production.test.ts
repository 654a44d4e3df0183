import { describe, expect, test } from 'vitest';
import { createSimulators } from '../../../simulators/app.ts';

describe('H16: the simulators run outside production only', () => {
  test.each(['NODE_ENV', 'MPESA_ENV'])('H16: do not start with %s=production', (name) => {
    expect(() => createSimulators({ [name]: 'production' })).toThrow('do not start in production');
  });

  test('H16: reject a foreign host name, so that no other site can read a code', async () => {
    const app = createSimulators({});
    const foreign = await app.inject({ method: 'GET', url: '/control/sms', headers: { host: 'evil.example' } });
    expect(foreign.statusCode).toBe(403);
    const local = await app.inject({ method: 'GET', url: '/control/sms', headers: { host: 'localhost:3001' } });
    expect(local.json()).toEqual({ messages: [] });
    await app.close();
  });
});
