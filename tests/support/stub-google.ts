import { vi } from 'vitest';

interface Settings {
  readonly client_id: string;
  readonly nonce: string;
  readonly context: string;
  readonly callback: (answer: { readonly credential?: string }) => void;
}

/** Stubs Google's script in a page with a client id, without a browser. `give` delivers a credential. */
export function stubGoogle() {
  const place = {
    childElementCount: 0,
    clientWidth: 328,
    replaceChildren: () => void (place.childElementCount = 0),
  };
  let settings: Settings | undefined;
  const drawn: unknown[] = [];
  const id = {
    initialize: (given: Settings) => (settings = given),
    renderButton: (_: unknown, options: unknown) => {
      place.childElementCount = 1;
      drawn.push(options);
    },
    prompt: vi.fn(),
    cancel: vi.fn(),
  };
  const meta = { content: 'client-1', dataset: { script: 'https://google.test/gsi/client' } };
  const region = { setAttribute: vi.fn(), remove: vi.fn(), className: '', textContent: '' };
  const document = {
    body: { append: vi.fn() },
    cookie: '',
    querySelector: (selector: string) => (selector.startsWith('meta') ? meta : place),
    createElement: () => region,
  };
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal('google', { accounts: { id } });
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(crypto.subtle, 'digest').mockResolvedValue(new ArrayBuffer(32));
  return {
    id,
    drawn,
    region,
    document,
    settings: () => settings,
    give: (answer: { readonly credential?: string }) => settings?.callback(answer),
  };
}
