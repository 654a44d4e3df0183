import { expect, test, vi } from 'vitest';
import { listOrders } from '../../contract/admin.ts';
import { logout } from '../../contract/auth.ts';
import { listMyOrders } from '../../contract/orders.ts';
import { composeApp } from '../../src/compose.ts';
import { accountBearer } from '../../src/compose/account/session.ts';
import { openWorld } from '../flows/support/world.ts';

test('§6: sends the staff token with staff calls and the customer token with all others', async () => {
  const world = await openWorld({ stored: { adminToken: 'A', adminUser: { _id: 's1' } } });
  const { token } = accountBearer(world.app.env);
  expect(token(listOrders.access)).toBe('A');
  expect(token(listMyOrders.access)).toBe('T');
  world.close();
});

test('H13: reports the server time of each response; creates the client once', async () => {
  const world = await openWorld();
  vi.stubGlobal('fetch', async (request: Request) => {
    urls.push(request.url);
    return Response.json({ success: true }, { headers: { date: 'Thu, 01 Jan 2026 08:00:00 GMT' } });
  });
  const urls: string[] = [];
  const times: number[] = [];
  const { env } = composeApp(world.app.env, {
    base: 'https://duka.test/base',
    onServerTime: (epochMs) => times.push(epochMs),
  });
  await (
    await env.api()
  )(logout, {});
  expect(urls).toEqual(['https://duka.test/base/auth/logout']);
  expect(times).toEqual([Date.UTC(2026, 0, 1, 8)]);
  expect(await env.api()).toBe(await env.api());
  world.close();
});
