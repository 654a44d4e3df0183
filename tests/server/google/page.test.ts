import { expect, test } from 'vitest';
import { formatGoogleMeta } from '../../../server/http/document.ts';
import { cspHash, pagePolicy } from '../../../server/http/security.ts';

const part = (policy: string, name: string) => policy.split('; ').find((one) => one.startsWith(`${name} `));

test('D13: a page contains the client id and the script, and neither without Google login', () => {
  const scripts = 'https://accounts.google.com/gsi/';
  expect(formatGoogleMeta({ clientId: 'a"><script>', scripts })).toBe(
    '<meta name="google-client-id" content="a&quot;&gt;&lt;script&gt;" data-script="https://accounts.google.com/gsi/client">',
  );
  expect(formatGoogleMeta({ clientId: null, scripts })).toBe('');
});

test('D13: the policy allows Google’s script or the simulator’s, and no other', () => {
  const inline = { scripts: [cspHash('x')], styles: [] };
  expect(part(pagePolicy(inline), 'script-src')).toBe(
    `script-src 'self' ${cspHash('x')} https://accounts.google.com/gsi/client`,
  );
  const simulated = pagePolicy(inline, 'http://localhost:3001/google/gsi/');
  expect(part(simulated, 'script-src')).toBe(
    `script-src 'self' ${cspHash('x')} http://localhost:3001/google/gsi/client`,
  );
  expect(part(simulated, 'frame-src')).toBe('frame-src http://localhost:3001/google/gsi/');
  expect(simulated).not.toContain('accounts.google.com');
});
