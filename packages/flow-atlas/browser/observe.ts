import type { Page, Request } from '@playwright/test';
import { readLook, findDifferences } from './look.ts';
import type { Look, ExpectedLook } from './look.ts';
import { findCallDifference } from './sent-calls.ts';
import type { ExpectedCall, SentCall } from './sent-calls.ts';

/** Time allowed for content that is rendered or announced a moment later. Milliseconds. */
export const SETTLE_MS = 500;
/** The most sentences that a failure lists. */
const MAX_SENTENCES = 5;

/** A compiler may wrap inner functions in `__name`. */
const READ = `(() => { const __name = (made) => made; return (${String(readLook)})(document.documentElement); })()`;

/** Observes what a page shows and sends in a step of a path. Each check throws a sentence when it fails. */
export abstract class Observer {
  readonly #page: Page;
  /** Calls that the page has sent in this step. */
  #sent: SentCall[] = [];
  /** Content of the page before this step. */
  #before: Look = { texts: [], wholes: [], controls: [], messages: [] };

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (!pathname.startsWith('/api/')) return;
      this.#sent.push({
        method: request.method(),
        path: pathname.replace(/^\/api/, ''),
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
    this.#before = await this.#look();
    this.#sent = [];
  }

  async #look(): Promise<Look> {
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
    await this.#soon(({ texts, wholes }) =>
      [...texts, ...wholes].some(is) ? [] : [`Not seen: ${typeof expected === 'string' ? `'${expected}'` : expected}.`],
    );
  }

  /** Checks that the view shows exactly these texts and controls, and no longer shows the others. */
  async sight(expected: ExpectedLook): Promise<void> {
    await this.#soon((now) => findDifferences(expected, this.#before, now));
  }

  /** Checks that the page has sent this call in this step. */
  async call(expected: ExpectedCall): Promise<void> {
    await this.#soon(() => findCallDifference(expected, this.#sent) ?? []);
  }

  /** Checks the page's address with at least these parameters. */
  async address(expected: string): Promise<void> {
    const wanted = new URL(expected, 'http://page');
    const pattern = new RegExp(`^${wanted.pathname.replaceAll(/%7B\w+%7D/g, '[^/]+')}$`);
    await this.#soon(() => {
      const { pathname, search, searchParams } = new URL(this.#page.url());
      const isThere = [...wanted.searchParams].every(([name, value]) => searchParams.get(name) === value);
      return pattern.test(pathname) && isThere ? [] : [`The address is ${pathname}${search}, not ${expected}.`];
    });
  }

  /** Checks that no other alert or status text is new. */
  async noMessage(drawn: readonly (string | RegExp)[]): Promise<void> {
    const known = [...drawn, ...this.#before.messages];
    const isKnown = (text: string) => known.some((one) => (typeof one === 'string' ? one === text : one.test(text)));
    await this.#soon(({ messages }) =>
      messages.filter((one) => !isKnown(one)).map((one) => `A message is shown: '${one}'.`),
    );
  }

  /** Checks that the page shows the same as before the step and has sent nothing. */
  async unchanged(): Promise<void> {
    const { texts, controls } = await this.#look();
    const before = this.#before;
    const all = (look: Pick<Look, 'texts' | 'controls'>) => [...look.texts, ...look.controls];
    const other = [
      ...all({ texts, controls })
        .filter((one) => !all(before).includes(one))
        .map((one) => `New on the page: '${one}'.`),
      ...all(before)
        .filter((one) => !all({ texts, controls }).includes(one))
        .map((one) => `No longer on the page: '${one}'.`),
      ...this.#sent.map(({ method, path }) => `Sent: ${method} ${path}.`),
    ];
    if (other.length > 0) throw new Error(`Something has changed. ${other.slice(0, MAX_SENTENCES).join(' ')}`);
  }

  /** Retries a check for content that is rendered or announced a moment later. */
  async #soon(wrong: (now: Look) => string | readonly string[]): Promise<void> {
    const sentences = async () => [wrong(await this.#look())].flat();
    if ((await sentences()).length === 0) return;
    await this.pass(SETTLE_MS);
    const left = await sentences();
    if (left.length > 0) throw new Error(left.slice(0, MAX_SENTENCES).join(' '));
  }
}

/** Returns the body of a request, parsed if possible. */
function parseBody(request: Request): unknown {
  try {
    return request.postDataJSON() as unknown;
  } catch {
    return request.postData();
  }
}
