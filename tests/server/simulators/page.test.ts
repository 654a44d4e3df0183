import { expect, test } from 'vitest';
import { createSimulators } from '../../../simulators/app.ts';

test('H16: the simulators serve the phone page and all of its parts', async () => {
  const app = createSimulators({});
  const html = await app.inject({ url: '/', headers: { host: 'localhost' } });
  expect(html.statusCode).toBe(200);
  expect(html.headers['content-security-policy']).toContain("default-src 'self'");
  const parts = [...html.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
  expect(parts.length).toBeGreaterThan(1);
  for (const path of parts) {
    expect(path).toMatch(/^\/[\w.]+$/);
    const part = await app.inject({ url: path, headers: { host: 'localhost' } });
    expect(part.statusCode).toBe(200);
    expect(part.body).not.toMatch(/https?:\/\//);
  }
  await app.close();
});
