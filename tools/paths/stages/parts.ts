import { callKey } from '../../../contract/endpoint.ts';
import type { User } from '../../../contract/user.ts';
import type { Beginning } from 'flow-atlas/browser/play';
import type { Move, Scene } from 'flow-atlas/browser/script';
import type { Act } from 'model-testing/view/act';
import { wanjiku } from '../../../tests/flows/support/account.samples.ts';
import { getLimits } from '../../../tests/flows/support/shop.samples.ts';

/** Helpers that the stages of all flows share. */

/** A file of the shop without code, for a second tab that changes the storage. */
const BESIDE = '/api/health';

export const toSuccess = (data: unknown) => ({ success: true, data });

export const act = (one: Act): Move => ({ do: 'act', with: [one] });
export const go = (path: string): Move => ({ do: 'go', with: [path] });
export const pass = (ms: number): Move => ({ do: 'pass', with: [ms] });
export const turn = (isHere: boolean): Move => ({ do: 'turn', with: [isHere] });
export const widen = (width: number): Move => ({ do: 'widen', with: [width] });
export const aside: Move = { do: 'aside', with: [] };
export const tell = (name: string, detail: unknown = null): Move => ({ do: 'tell', with: [name, detail] });
export const elsewhere = (entries: Readonly<Record<string, string | null>>): Move => ({
  do: 'elsewhere',
  with: [BESIDE, entries],
});
export const answer = (call: string, json: unknown): Move => ({ do: 'answer', with: [call, { status: 200, json }] });

/** Time during which the page retries a GET without a reply (H18). Milliseconds. */
export const TRIES_FOR = 2_000;

/** A page for a guest; calls of the frame after a later login have replies. */
export function page(path: string, more: Partial<Beginning> = {}): Beginning {
  return { path, ...more, replies: { ...createFrameReplies(wanjiku), ...more.replies } };
}

/** A page for a signed-in shopper. */
export function signedIn(path: string, user: User = wanjiku, more: Partial<Beginning> = {}): Beginning {
  return page(path, {
    ...more,
    storage: { ...toStoredSession(user), ...more.storage },
    replies: { ...createFrameReplies(user), ...more.replies },
  });
}

/** The stored session. */
export const toStoredSession = (user: User) => ({ token: 'T', user: JSON.stringify(user) });
export const NO_SESSION = { token: null, user: null };

/** Replies to the calls of the frame and of the profile. */
const createFrameReplies = (user: User) => ({
  'GET /auth/profile': toSuccess({ user }),
  'GET /mpesa/open-payment': toSuccess({ payment: null }),
  'GET /orders/my': toSuccess({ orders: [] }),
  'GET /orders/payment-limits': toSuccess(getLimits({})),
  'POST /auth/logout': { success: true },
  // An order saves its new address beside it.
  'POST /auth/addresses': toSuccess({ user }),
});

export const scene = (at: Beginning, ...next: Move[]): Scene => ({ at, next });

type RenderedReply = readonly [path: string, request: Readonly<Record<string, unknown>>, body: unknown];

/** Embeds these replies in the document by request; the page loads the rest itself. */
export function embedReplies(replies: readonly RenderedReply[], now = Date.now()): NonNullable<Beginning['document']> {
  const known = Object.fromEntries(
    replies.map(([path, request, body]) => [callKey({ method: 'GET', path: path as never }, request), body]),
  );
  const json = JSON.stringify({ now, replies: known }).replaceAll('<', String.raw`\u003c`);
  return [
    [
      /<script type="application\/json" id="page-data">.*?<\/script>/s,
      `<script type="application/json" id="page-data">${json}</script>`,
    ],
  ];
}

/** Returns an input of a model by its name. */
export const getInput = <Input>(inputs: Readonly<Record<string, unknown>>, name: string) => inputs[name] as Input;

/** The browser asks for permission to use the clipboard, and the user has not answered yet. */
export const CLIPBOARD = `Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => new Promise((resolve, reject) =>
  addEventListener('clipboard', ({ detail }) => (detail ? resolve() : reject(new Error('refused'))), { once: true })) } });`;

/** The browser refuses all storage access (H10). */
export const REFUSED: Partial<Beginning> = {
  scripts: [
    `{
      const { localStorage } = window;
      let isRefused = true;
      addEventListener('storage.full', ({ detail }) => (isRefused = detail));
      Object.defineProperty(window, 'localStorage', {
        get() {
          if (isRefused) throw new Error('refused');
          return localStorage;
        },
      });
    }`,
  ],
};

/** The storage is full (H10). */
export const FULL: Partial<Beginning> = {
  scripts: ["Storage.prototype.setItem = () => { throw new Error('no room'); };"],
};

/** The storage is full from `fillStorage` on, until it is freed or the page is loaded again (H10). */
export const FILLABLE: Partial<Beginning> = {
  scripts: [
    `{
      let isFull = false;
      const { setItem } = Storage.prototype;
      addEventListener('storage.full', ({ detail }) => (isFull = detail));
      Storage.prototype.setItem = function (...entry) {
        if (isFull) throw new Error('no room');
        return setItem.apply(this, entry);
      };
    }`,
  ],
};
export const fillStorage = tell('storage.full', true);
export const freeStorage = tell('storage.full', false);

/** Ids of the flow tables in the shop's own format. */
const IDS: Readonly<Record<string, string>> = {
  a: '11111111-1111-4111-8111-111111111111',
  b: '22222222-2222-4222-8222-222222222222',
};

/** Replaces ids of the flow tables by ids that the shop accepts, in the fields with ids. */
export function toKnownIds<Value>(value: Value): Value {
  const isId = (name: string) => ['id', '_id', 'product'].includes(name);
  const text = JSON.stringify(value, (name, one: unknown) =>
    typeof one === 'string' && isId(name) ? (IDS[one] ?? one) : one,
  );
  return (text === undefined ? value : JSON.parse(text)) as Value;
}

/** Does the same in a stored text; text that is not JSON stays unchanged. */
export function toKnownText(text: string): string {
  try {
    return JSON.stringify(toKnownIds(JSON.parse(text) as unknown));
  } catch {
    return text;
  }
}
