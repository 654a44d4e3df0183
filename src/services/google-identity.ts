/** The part of Google's script that our pages use (providers 1.9). */
interface GoogleId {
  initialize(settings: {
    readonly client_id: string;
    readonly callback: (answer: { readonly credential?: string }) => void;
    readonly nonce: string;
    readonly use_fedcm_for_prompt: boolean;
    readonly context: 'signin' | 'signup';
  }): void;
  renderButton(place: HTMLElement, options: Readonly<Record<string, string | number>>): void;
  prompt(): void;
  cancel(): void;
}

type WithGoogle = typeof globalThis & { readonly google?: { readonly accounts?: { readonly id?: GoogleId } } };

/** Callbacks for the Google button and One Tap. */
export interface GoogleWatch {
  /** Google's button is on the page. */
  readonly onReady: () => void;
  /** The script did not load. */
  readonly onUnavailable: () => void;
  /** `null` when Google's reply has no credential. */
  readonly onCredential: (credential: string | null) => void;
  readonly onError: () => void;
}

const TEXTS = { login: 'signin_with', signUp: 'signup_with' } as const;
const CONTEXTS = { login: 'signin', signUp: 'signup' } as const;
/** The largest width that Google allows. */
const WIDEST_PX = 400;
/** The page's placeholder for the button, see src/views/account/google-sign-in.view.tsx. */
const PLACE = '[data-google-button]';
/** A script that takes longer counts as failed. */
const SCRIPT_MS = 10_000;

/** One Tap prompts once per loaded page: after the shopper closes it, the next form does not prompt again. */
let hasAsked = false;

/**
 * Loads Google's script when the page names a client (`<meta name="google-client-id" data-script>`), draws the button
 * in each placeholder, and prompts with One Tap. Returns a function that stops it. Does nothing when the page names no
 * client.
 */
export function watchGoogle(screen: 'login' | 'signUp', on: GoogleWatch): () => void {
  const meta = clientMeta();
  const script = meta?.dataset['script'];
  if (meta === null || script === undefined) return () => undefined;
  const stop = new AbortController();
  const { signal } = stop;
  const start = async () => {
    const id = await loadScript(script);
    const nonce = await createNonce();
    if (signal.aborted) return;
    id.initialize({
      client_id: meta.content,
      callback: ({ credential }) => {
        if (!signal.aborted) on.onCredential(credential ?? null);
      },
      nonce,
      use_fedcm_for_prompt: true,
      context: CONTEXTS[screen],
    });
    drawInPlaceholders(id, TEXTS[screen], signal, on);
    if (!hasAsked) id.prompt();
    hasAsked = true;
    signal.addEventListener('abort', () => id.cancel());
  };
  start().catch(() => {
    if (!signal.aborted) on.onUnavailable();
  });
  return () => stop.abort();
}

function clientMeta(): HTMLMetaElement | null {
  if (!('document' in globalThis)) return null;
  return document.querySelector<HTMLMetaElement>('meta[name="google-client-id"]');
}

/**
 * Draws the button in each placeholder that appears with a form. Each watch draws once per placeholder, over the button
 * of an earlier watch: the placeholder outlives a form that failed, and each watch has to report `onReady` (X30).
 */
function drawInPlaceholders(id: GoogleId, text: string, signal: AbortSignal, on: GoogleWatch): void {
  let drawnIn: HTMLElement | null = null;
  const look = () => {
    const place = document.querySelector<HTMLElement>(PLACE);
    if (place === null || (place === drawnIn && place.childElementCount > 0)) return;
    drawnIn = place;
    try {
      const width = Math.min(WIDEST_PX, place.clientWidth);
      place.replaceChildren();
      id.renderButton(place, { theme: 'outline', size: 'large', text, width, logo_alignment: 'center' });
      on.onReady();
    } catch {
      observer.disconnect();
      on.onError();
      on.onUnavailable();
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener('abort', () => observer.disconnect());
  look();
}

/** Loads Google's script once per page. A failed load is retried on the next call. */
async function loadScript(source: string): Promise<GoogleId> {
  const there = (globalThis as WithGoogle).google?.accounts?.id;
  if (there !== undefined) return there;
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    const late = setTimeout(() => fail(), SCRIPT_MS);
    const fail = () => {
      clearTimeout(late);
      script.remove();
      reject(new Error(`${source} did not come`));
    };
    script.src = source;
    script.async = true;
    script.addEventListener('load', () => {
      clearTimeout(late);
      resolve();
    });
    script.addEventListener('error', fail);
    document.head.append(script);
  });
  const id = (globalThis as WithGoogle).google?.accounts?.id;
  if (id === undefined) throw new Error(`${source} brought nothing`);
  return id;
}

/**
 * Creates a secret of this browser in a cookie and returns its hash, which Google puts into the credential (decision
 * 0023). Each page load creates a new one.
 */
async function createNonce(): Promise<string> {
  const secret = crypto.randomUUID() + crypto.randomUUID();
  const isSecure = location.protocol === 'https:';
  document.cookie = `${isSecure ? '__Host-google-nonce' : 'google-nonce'}=${secret}; Path=/; Max-Age=3600; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
