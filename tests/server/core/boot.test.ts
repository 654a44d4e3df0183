import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

describe('the server without a port', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await createTestApp({ handlers: () => [] });
  });
  afterAll(() => shop.close());

  test('H14: health and readiness answer without a token', async () => {
    const health = await shop.app.inject('/api/health');
    expect([health.statusCode, health.json()]).toEqual([200, { success: true, data: { status: 'ok' } }]);
    const ready = await shop.app.inject('/api/ready');
    expect([ready.statusCode, ready.json().data.database]).toEqual([200, 'up']);
  });

  test('§6: a route that declares no access keeps the server from starting', async () => {
    const boot = buildApp(shop.deps, [], { extras: [(app) => app.get('/api/open', async () => 'open')] });
    await expect(boot).rejects.toThrow('The route GET /api/open declares no access');
  });

  test('H15: an unknown call is a 404 in the failure envelope', async () => {
    const response = await shop.app.inject('/api/nothing');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({
      success: false,
      message: 'Not found',
      requestId: response.headers['x-request-id'],
    });
  });
});
