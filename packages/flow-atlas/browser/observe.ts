import type { Page, Request } from '@playwright/test';
import { Failure } from './failure.ts';
import type { Finding } from './failure.ts';
import { describeMissing, readLook, findDifferences } from './look.ts';
import type { Look, ExpectedLook } from './look.ts';
import { findCallDifference } from './sent-calls.ts';
import type { ExpectedCall, SentCall } from './sent-calls.ts';

/** Time allowed for content that is rendered or announced a moment later. Milliseconds. */
export const SETTLE_MS = 500;
/** The most sentences that a failure lists. */
const MAX_SENTENCES = 5;

/** A compiler may wrap inner functions in `__name`. */
const READ = `(() => { const __name = (made) => made; return (${String(readLook)})(document.documentElement); })()`;

/** What a step has changed on a page. */
export interface PageChanges {
  /** New texts and controls. */
  readonly fresh: readonly string[];
  readonly gone: readonly string[];
  /** Nothing was shown before. */
  readonly isFirst: boolean;
}

/** Observes what a page shows and sends in a step of a path. Each check throws a `Failure` when it fails. */
export abstract class Observer {
  readonly #page: Page;
  /** Calls that the page has sent in this step. */
  #sent: SentCall[] = [];
  /** All calls that the page has sent: `POST /auth/login`. */
  protected readonly calls: string[] = [];
  /** Content of the page before this step. */
  #before: Look = { texts: [], wholes: [], controls: [], links: [], messages: [] };

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (!pathname.startsWith('/api/')) return;
      const [method, path] = [request.method(), pathname.replace(/^\/api/, '')];
      this.calls.push(`${method} ${path}`);
      this.#sent.push({
        method,
        path,
        query: Object.fromEntries(searchParams),
        body: parseBody(request),
        headers: request.headers(),
      });
    });
  }

  /** Advances the page's clock. */
  abstract pass(ms: number): Promise<void>;

  /** Starts a step: sent calls and changes count from here. */
  async step(): Promise<void> {
    this.#before = await this.read();
    this.#sent = [];
  }

  /** Returns what has changed on the page since the step began. */
  async changes(): Promise<PageChanges> {
    const before = this.#before;
    const now = await this.read();
    return { fresh: findNew(before, now), gone: findNew(now, before), isFirst: before.texts.length === 0 };
  }

  /** Reads what the page shows. */
  protected async read(): Promise<Look> {
    // A page that navigates while it is read is read again.
    for (let tries = 0; ; tries += 1) {
      try {
        return (await this.#page.evaluate(READ)) as Look;
      } catch (error) {
        if (tries === 3) throw error;
        await this.#page.waitForLoadState();
      }
    }
  }

  /** Checks that the exact text is visible on the page, alone in its element. */
  async text(expected: string | RegExp): Promise<void> {
    const is = (one: string) => (typeof expected === 'string' ? one === expected : expected.test(one));
    await this.#soon((now) => {
      if ([...now.texts, ...now.wholes].some(is)) return [];
      const words = typeof expected === 'string' ? expected : formatPattern(expected);
      return describeMissing([words], { expected: [], before: this.#before, now });
    });
  }

  /** Checks that the view shows exactly these texts and controls, and no longer shows the others. */
  async sight(expected: ExpectedLook): Promise<void> {
    await this.#soon((now) => findDifferences(expected, this.#before, now));
  }

  /** Checks that the page has sent this call in this step. */
  async call(expected: ExpectedCall): Promise<void> {
    await this.#soon(() => {
      const sentence = findCallDifference(expected, this.#sent);
      return sentence === null ? [] : [{ sentence, places: [] }];
    });
  }

  /** Checks the page's address with at least these parameters. */
  async address(expected: string): Promise<void> {
    const wanted = new URL(expected, 'http://page');
    const pattern = new RegExp(`^${wanted.pathname.replaceAll(/%7B\w+%7D/g, '[^/]+')}$`);
    await this.#soon(() => {
      const { pathname, search, searchParams } = new URL(this.#page.url());
      const isThere = [...wanted.searchParams].every(([name, value]) => searchParams.get(name) === value);
      const sentence = `The address is ${pathname}${search}, not ${expected}.`;
      return pattern.test(pathname) && isThere ? [] : [{ sentence, places: [] }];
    });
  }

  /** Checks that no other alert or status text is new. */
  async noMessage(drawn: readonly (string | RegExp)[]): Promise<void> {
    const known = [...drawn, ...this.#before.messages];
    const isKnown = (text: string) => known.some((one) => (typeof one === 'string' ? one === text : one.test(text)));
    await this.#soon(({ messages }) =>
      messages
        .filter((one) => !isKnown(one))
        .map((one) => ({ sentence: `A message is shown: '${one}'.`, places: [one] })),
    );
  }

  /** Checks that the page shows the same as before the step and has sent nothing. */
  async unchanged(): Promise<void> {
    const now = await this.read();
    const all = ({ texts, controls }: Look) => [...texts, ...controls];
    const other = [
      ...all(now)
        .filter((one) => !all(this.#before).includes(one))
        .map((one) => ({ sentence: `New on the page: '${one}'.`, places: [one] })),
      ...all(this.#before)
        .filter((one) => !all(now).includes(one))
        .map((one) => ({ sentence: `No longer on the page: '${one}'.`, places: [] })),
      ...this.#sent.map(({ method, path }) => ({ sentence: `Sent: ${method} ${path}.`, places: [] })),
    ];
    if (other.length > 0)
      throw new Failure([{ sentence: 'Something has changed.', places: [] }, ...other.slice(0, MAX_SENTENCES)]);
  }

  /** Retries a check for content that is rendered or announced a moment later. */
  async #soon(check: (now: Look) => readonly Finding[]): Promise<void> {
    if (check(await this.read()).length === 0) return;
    await this.pass(SETTLE_MS);
    const left = check(await this.read());
    if (left.length > 0) throw new Failure(left.slice(0, MAX_SENTENCES));
  }
}

/** Returns the texts and controls that the second look has more often than the first. */
function findNew(before: Look, now: Look): string[] {
  const count = (all: readonly string[], one: string) => all.filter((other) => other === one).length;
  const added = (was: readonly string[], is: readonly string[]) => [
    ...new Set(is.filter((one) => count(is, one) > count(was, one))),
  ];
  return [...added(before.texts, now.texts), ...added(before.controls, now.controls)];
}

/** Returns a pattern as text, with `…` for what varies. */
export function formatPattern({ source }: RegExp): string {
  const text = source
    .replaceAll(/^\^|\$$/g, '')
    .replaceAll(/\.[*+]\??/g, '…')
    .replaceAll(/\((?:\?:)?([^|)]*)[^)]*\)/g, '$1')
    .replaceAll(/\\(.)/g, '$1');
  return source.endsWith('$') ? text : `${text}…`;
}

/** Returns the body of a request, parsed if possible. */
function parseBody(request: Request): unknown {
  try {
    return request.postDataJSON() as unknown;
  } catch {
    return request.postData();
  }
}
