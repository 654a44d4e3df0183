import type { Page, Route } from '@playwright/test';

/** What is done to a control. */
export interface Gesture {
  readonly do: string;
  readonly role: string;
  readonly name: string | RegExp;
  readonly value?: string;
  readonly within?: { readonly role: string; readonly name: string | RegExp };
  readonly leave?: boolean;
}

/** How a path begins in a browser. Calls are written `POST /auth/login`. */
export interface Beginning {
  /** The page that is opened. */
  readonly path: string;
  /** What the browser keeps from before. */
  readonly storage?: Readonly<Record<string, string>>;
  /** What the page's clock says, in epoch ms. Left out: now. */
  readonly time?: number;
  /** Calls that are answered at once. */
  readonly replies?: Readonly<Record<string, unknown>>;
  /** Calls that wait for the step that answers them. */
  readonly held?: readonly string[];
}

export interface Reply {
  readonly status: number;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The hands of a path: they hold the page's controls, the answers of its calls, and its clock. */
export class Player {
  readonly #page: Page;
  readonly #waiting: { readonly call: string; readonly route: Route }[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  async begin({ path, storage = {}, time = Date.now(), replies = {}, held = [] }: Beginning): Promise<void> {
    const page = this.#page;
    // Only what the path says moves the clock.
    await page.clock.install({ time });
    await page.clock.pauseAt(time + 1_000);
    await page.addInitScript((entries) => {
      document.addEventListener('hydrated', () => (document.documentElement.dataset['awake'] = ''));
      if (sessionStorage.getItem('begun') !== null) return;
      sessionStorage.setItem('begun', 'yes');
      for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text);
    }, storage);
    await page.route(/\/api\//, (route) => {
      const call = `${route.request().method()} ${new URL(route.request().url()).pathname.replace(/^\/api/, '')}`;
      const is = (one: string) => new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}(/[^/]+)?$`).test(call);
      const holder = held.find((one) => is(one));
      const replied = Object.keys(replies).find((one) => is(one));
      if (holder !== undefined) return void this.#waiting.push({ call: holder, route });
      return replied === undefined ? route.fallback() : route.fulfill({ json: replies[replied] });
    });
    await page.goto(path);
    await page.locator('html[data-awake]').waitFor({ state: 'attached' });
    await page.clock.runFor(1);
  }

  async act({ do: what, role, name, value = '', within, leave }: Gesture): Promise<void> {
    type Role = Parameters<Page['getByRole']>[0];
    const place =
      within === undefined ? this.#page : this.#page.getByRole(within.role as Role, { name: within.name, exact: true });
    const control = place
      .getByRole(role as Role, { name, exact: true })
      .filter({ visible: true })
      .first();
    if (what === 'press') return control.click();
    if (what === 'key') return control.press(value);
    if (what === 'select') return void (await control.selectOption({ label: value }));
    await control.fill(value);
    if (leave === true) await control.press('Enter');
  }

  /** Answers a call that waits, or the next that comes. */
  async answer(call: string, reply: Reply): Promise<void> {
    await (await this.#next(call)).fulfill({ ...reply });
  }

  /** The network is gone while a call is on its way. */
  async cut(call: string): Promise<void> {
    await (await this.#next(call)).abort('failed');
  }

  /** Time passes. */
  async pass(ms: number): Promise<void> {
    await this.#page.clock.runFor(ms);
  }

  /** Time passes until the page's clock says so. */
  async reach(epochMs: number): Promise<void> {
    const now = await this.#page.evaluate(() => Date.now());
    if (epochMs > now) await this.#page.clock.runFor(epochMs - now);
  }

  /** The text stands somewhere on the page. */
  async see(text: string): Promise<void> {
    await this.#page.getByText(text).first().waitFor({ state: 'attached' });
  }

  async network(isThere: boolean): Promise<void> {
    await this.#page.context().setOffline(!isThere);
  }

  /** Another tab changes what the browser keeps; null takes an entry away. */
  async elsewhere(path: string, entries: Readonly<Record<string, string | null>>): Promise<void> {
    const other = await this.#page.context().newPage();
    await other.goto(path);
    await other.evaluate((all) => {
      for (const [key, text] of Object.entries(all)) {
        if (text === null) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
      }
    }, entries);
    await other.close();
  }

  /** Whoever sits there turns away from the page, or comes back. */
  async turn(isHere: boolean): Promise<void> {
    await this.#page.evaluate((here) => {
      Object.defineProperty(document, 'visibilityState', { value: here ? 'visible' : 'hidden', configurable: true });
      Object.defineProperty(document, 'hidden', { value: !here, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      if (here) window.dispatchEvent(new Event('focus'));
    }, isHere);
  }

  async #next(call: string): Promise<Route> {
    for (let tries = 0; tries < 200; tries += 1) {
      const index = this.#waiting.findIndex((one) => one.call === call);
      const [found] = index === -1 ? [] : this.#waiting.splice(index, 1);
      if (found !== undefined) return found.route;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the page has not called ${call}`);
  }
}
