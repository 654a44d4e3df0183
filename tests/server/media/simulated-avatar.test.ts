import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fetchAvatar } from '../../../server/media/fetch-avatar.ts';

let server: http.Server;
let origin: string;
beforeAll(async () => {
  server = http.createServer((request, response) => {
    if (request.url?.endsWith('none') === true) response.statusCode = 404;
    response.end(`picture of ${request.url}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => void server.close());

test('H20: fetches simulated pictures only below the simulator’s address', async () => {
  const simulatedPictures = `${origin}/google/a/`;
  const fetched = (url: string) => fetchAvatar(url, { simulatedPictures }).then(String);
  expect(await fetched(`${simulatedPictures}1`)).toBe('picture of /google/a/1');
  await expect(fetched(`${origin}/other?${simulatedPictures}`)).rejects.toThrow('is not https');
});

test('H20: rejects for a simulated person without a picture', async () => {
  const simulatedPictures = `${origin}/google/a/`;
  await expect(fetchAvatar(`${simulatedPictures}none`, { simulatedPictures })).rejects.toThrow('was answered with 404');
});

test('H20: has a timeout of ten seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const simulatedPictures = `${origin}/google/a/`;
  await fetchAvatar(`${simulatedPictures}1`, { simulatedPictures });
  await expect(fetchAvatar('http://lh3.googleusercontent.com/a', { simulatedPictures })).rejects.toThrow(
    'is not https',
  );
  expect(timeout.mock.calls).toEqual([[10_000], [10_000]]);
});
