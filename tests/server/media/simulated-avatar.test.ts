import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchAvatar } from '../../../server/media/fetch-avatar.ts';

let server: http.Server;
let origin: string;
beforeAll(async () => {
  server = http.createServer((request, response) => void response.end(`picture of ${request.url}`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

test('H20: a simulated person has a picture below the address of the simulated ones, and nowhere else', async () => {
  const simulatedPictures = `${origin}/google/a/`;
  const fetched = (url: string) => fetchAvatar(url, { simulatedPictures }).then(String);
  expect(await fetched(`${simulatedPictures}1`)).toBe('picture of /google/a/1');
  await expect(fetched(`${origin}/other?${simulatedPictures}`)).rejects.toThrow('is not https');
});
