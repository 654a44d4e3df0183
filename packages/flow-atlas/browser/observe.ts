import type { Page, Request } from '@playwright/test';
import { readLook, wrongIn } from './look.ts';
import type { Look, Sight } from './look.ts';
import { wrongCall } from './sent.ts';
import type { ExpectedCall, SentCall } from './sent.ts';

/** What is drawn or read out a moment later takes that moment. */
export const A_MOMENT_MS = 500;
/** So many sentences say enough of what is wrong. */
const MOST = 5;

/** A compiler may have the functions inside tell their names by `__name`. */
const READ = `(() => { const __name = (made) => made; return (${String(readLook)})(document.documentElement); })()`;

/** The eyes of a path: what a page shows and sends in a step. Each check throws a sentence where something is wrong. */
export abstract class Observer {
  readonly #page: Page;
  /** What the page has sent in this step. */
  #sent: SentCall[] = [];
  /** What it showed before this step. */
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
        body: bodyOf(request),
        headers: request.headers(),
      });
    });
  }

  /** Time passes on the page. */
  abstract pass(ms: number): Promise<void>;

  /** A step begins: what is sent, comes or goes counts from here. */
  async step(): Promise<void> {
    this.#before = await this.#look();
    this.#sent = [];
  }

  async #look(): Promise<Look> {
    // A page that goes to another address while it is read is read again.
    for (let tries = 0; ; tries += 1) {
      try {
        return (await this.#page.evaluate(READ)) as Look;
      } catch (error) {
        if (tries === 3) throw error;
        await this.#page.waitForLoadState();
      }
    }
  }

  /** The text is visible on the page as it is written here, alone in its element. */
  async text(expected: string | RegExp): Promise<void> {
    const is = (one: string) => (typeof expected === 'string' ? one === expected : expected.test(one));
    await this.#soon(({ texts, wholes }) =>
      [...texts, ...wholes].some(is) ? [] : [`Not seen: ${typeof expected === 'string' ? `'${expected}'` : expected}.`],
    );
  }

  /** The view shows these texts and controls, each as it is written here, and shows others no more. */
  async sight(expected: Sight): Promise<void> {
    await this.#soon((now) => wrongIn(expected, this.#before, now));
  }

  /** The page has sent this in this step. */
  async call(expected: ExpectedCall): Promise<void> {
    await this.#soon(() => wrongCall(expected, this.#sent) ?? []);
  }

  /** The page has this address, with at least these parameters. */
  async address(expected: string): Promise<void> {
    const wanted = new URL(expected, 'http://page');
    const pattern = new RegExp(`^${wanted.pathname.replaceAll(/%7B\w+%7D/g, '[^/]+')}$`);
    await this.#soon(() => {
      const { pathname, search, searchParams } = new URL(this.#page.url());
      const isThere = [...wanted.searchParams].every(([name, value]) => searchParams.get(name) === value);
      return pattern.test(pathname) && isThere ? [] : [`The address is ${pathname}${search}, and not ${expected}.`];
    });
  }

  /** Neither an alert nor a status line says anything new but this. */
  async noMessage(drawn: readonly (string | RegExp)[]): Promise<void> {
    const known = [...drawn, ...this.#before.messages];
    const isKnown = (text: string) => known.some((one) => (typeof one === 'string' ? one === text : one.test(text)));
    await this.#soon(({ messages }) =>
      messages.filter((one) => !isKnown(one)).map((one) => `A message is shown: '${one}'.`),
    );
  }

  /** The page shows what it showed before the step, and has sent nothing. */
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
    if (other.length > 0) throw new Error(`Something has changed. ${other.slice(0, MOST).join(' ')}`);
  }

  /** What is drawn or read out a moment later may take that moment. */
  async #soon(wrong: (now: Look) => string | readonly string[]): Promise<void> {
    const sentences = async () => [wrong(await this.#look())].flat();
    if ((await sentences()).length === 0) return;
    await this.pass(A_MOMENT_MS);
    const left = await sentences();
    if (left.length > 0) throw new Error(left.slice(0, MOST).join(' '));
  }
}

/** What a request carries, as data where it can be read so. */
function bodyOf(request: Request): unknown {
  try {
    return request.postDataJSON() as unknown;
  } catch {
    return request.postData();
  }
}
