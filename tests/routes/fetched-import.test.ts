// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { fetchedImport } from '../../src/fetched-import.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('H15: imports code after all its files are fetched, and fetches a failed file again', async () => {
  const fetching = vi
    .fn(async (_href: string) => new Response(''))
    .mockResolvedValueOnce(new Response(''))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(new Response('', { status: 503 }));
  vi.stubGlobal('fetch', fetching);
  const load = vi.fn(async () => 'module');
  const files = ['assets/page.js', 'assets/parts.js'];
  await expect(fetchedImport(load, files)).rejects.toThrow('Failed to fetch');
  await expect(fetchedImport(load, files)).rejects.toThrow('status 503');
  expect(load).not.toHaveBeenCalled();
  expect(await fetchedImport(load, files)).toBe('module');
  expect(await fetchedImport(load, files)).toBe('module');
  expect(fetching.mock.calls.map(([href]) => new URL(href).pathname)).toEqual([
    '/assets/page.js',
    ...Array.from({ length: 3 }, () => '/assets/parts.js'),
  ]);
});

test('fetches styles again after a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = async () => 'module';
  await expect(fetchedImport(load, ['assets/late.css'])).rejects.toThrow('no styles from');
  Object.assign((window as unknown as { happyDOM: { settings: object } }).happyDOM.settings, {
    handleDisabledFileLoadingAsSuccess: true,
  });
  expect(await fetchedImport(load, ['assets/late.css'])).toBe('module');
  expect(document.querySelectorAll('link[rel="stylesheet"]')).toHaveLength(1);
});

test('does not fetch styles that the document contains', async () => {
  document.head.innerHTML = '<style data-files="/assets/shop.css /assets/page.css"></style>';
  expect(await fetchedImport(async () => 'module', ['assets/page.css'])).toBe('module');
  expect(document.querySelector('link')).toBeNull();
  await expect(fetchedImport(async () => 'module', ['assets/page.cs.css'])).resolves.toBe('module');
  expect(document.querySelectorAll('link[rel="stylesheet"]')).toHaveLength(1);
});
