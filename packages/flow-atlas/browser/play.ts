import type { Locator, Page, Route } from '@playwright/test';
import { A_MOMENT_MS, Observer } from './observe.ts';

/** What is done to a control. */
export interface Gesture {
  readonly do: string;
  readonly role: string;
  readonly name: string | RegExp;
  readonly value?: string;
  readonly within?: { readonly role: string; readonly name: string | RegExp };
  readonly leave?: boolean;
}

/** How a path begins in a browser. Calls are written `POST /auth/login`, `{…}` for any part of the address. */
export interface Beginning {
  /** The page that is opened. */
  readonly path: string;
  /** What the browser keeps from before. */
  readonly storage?: Readonly<Record<string, string>>;
  /** What this tab keeps from before. */
  readonly tab?: Readonly<Record<string, string>>;
  /** What the page's clock says, in epoch ms. Left out: now. */
  readonly time?: number;
  /** Calls that are answered at once: by a body, or by a whole `Reply`. */
  readonly replies?: Readonly<Record<string, unknown>>;
  /** Calls that wait for the step that answers them. */
  readonly held?: readonly string[];
  /** What the document is changed to before the page reads it: each text by what takes its place. */
  readonly document?: readonly (readonly [RegExp, string])[];
  /** Code that the page finds run before its own, e.g. in the place of a script of others. */
  readonly scripts?: readonly string[];
  /** Addresses of scripts and files that come from here and not from the network. */
  readonly files?: Readonly<Record<string, string>>;
  /** In pixels. Left out: as the browser was opened. */
  readonly size?: { readonly width: number; readonly height: number };
}

export interface Reply {
  readonly status: number;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The hands of a path: they hold the page's controls, the answers of its calls, and its clock. */
export class Player extends Observer {
  readonly #page: Page;
  readonly #waiting: { readonly call: string; readonly route: Route }[] = [];
  /** What the page has asked for and not got yet. */
  readonly #open = new Set<unknown>();

  constructor(page: Page) {
    super(page);
    this.#page = page;
    page.on('request', (request) => {
      if (!['image', 'font', 'media'].includes(request.resourceType())) this.#open.add(request);
    });
    page.on('requestfinished', (request) => this.#open.delete(request));
    page.on('requestfailed', (request) => {
      this.#open.delete(request);
      // Nobody waits for the answer any more.
      const given = this.#waiting.findIndex(({ route }) => route.request() === request);
      if (given !== -1) this.#waiting.splice(given, 1);
    });
  }

  async begin(beginning: Beginning): Promise<void> {
    const { path, storage = {}, tab = {}, time = Date.now() } = beginning;
    const { document: changes = [], scripts = [], files = {}, size } = beginning;
    const page = this.#page;
    if (size !== undefined) await page.setViewportSize(size);
    // Only what the path says moves the clock.
    await page.clock.install({ time: time - 60_000 });
    await page.clock.pauseAt(time - 1);
    await page.addInitScript(
      ([entries, tabEntries]) => {
        document.addEventListener('hydrated', () => (document.documentElement.dataset['awake'] = ''));
        // What takes the place of a placeholder React holds back for 300 ms, by a bound function, and no time passes here.
        const later = globalThis.setTimeout;
        globalThis.setTimeout = ((work: TimerHandler, ms?: number, ...given: unknown[]) =>
          later(work, typeof work === 'function' && work.name.startsWith('bound ') ? 0 : ms, ...given)) as typeof later;
        // A document that keeps nothing, e.g. an empty frame.
        if (location.protocol === 'about:' || sessionStorage.getItem('begun') !== null) return;
        sessionStorage.setItem('begun', 'yes');
        for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text);
        for (const [key, text] of Object.entries(tabEntries)) sessionStorage.setItem(key, text);
      },
      [storage, tab] as const,
    );
    for (const content of scripts) await page.addInitScript({ content });
    for (const [address, body] of Object.entries(files))
      await page.route(address, (route) => route.fulfill({ contentType: 'text/javascript', body }));
    if (changes.length > 0) {
      await page.route(
        (url) => url.pathname === path.replace(/[?#].*$/, ''),
        async (route) => {
          if (route.request().resourceType() !== 'document') return route.fallback();
          const response = await route.fetch();
          const body = changes.reduce((text, [from, to]) => text.replace(from, () => to), await response.text());
          return route.fulfill({ response, body });
        },
      );
    }
    await this.#answerCalls(beginning);
    await page.goto(path);
    await this.#awake();
    await page.clock.runFor(1);
    await this.#calm();
  }

  /** A page that loads its code at a gesture, or when some time has passed, loads it now: here no time passes. */
  async #awake(): Promise<void> {
    await this.#page.evaluate(() => document.body.dispatchEvent(new FocusEvent('focusin', { bubbles: true })));
    await this.#page.locator('html[data-awake]').waitFor({ state: 'attached' });
  }

  async #answerCalls({ replies = {}, held = [] }: Beginning): Promise<void> {
    await this.#page.route(/\/api\//, async (route) => {
      const { pathname, searchParams } = new URL(route.request().url());
      const call = `${route.request().method()} ${pathname.replace(/^\/api/, '')}`;
      const is = (one: string) => {
        const [plain = '', query] = one.split('?', 2);
        const isAsked = [...new URLSearchParams(query)].every(([name, value]) => searchParams.get(name) === value);
        return isAsked && new RegExp(`^${plain.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(call);
      };
      const holder = held.find((one) => is(one));
      const replied = Object.keys(replies).find((one) => is(one));
      if (holder !== undefined) return void this.#waiting.push({ call: holder, route });
      if (replied !== undefined) return route.fulfill(answerOf(replies[replied]));
      // The server says what time it is; the page's clock is the path's.
      const response = await route.fetch().catch(() => null);
      if (response === null) return route.abort('failed').catch(() => undefined);
      const { date: _, ...headers } = response.headers();
      return route.fulfill({ response, headers }).catch(() => undefined);
    });
  }

  async act(gesture: Gesture): Promise<void> {
    const { do: what, value = '', leave } = gesture;
    const control = this.#control(gesture);
    if ((await control.count()) === 0) await this.pass(A_MOMENT_MS);
    if (what === 'press') await control.click();
    else if (what === 'key') await control.press(value);
    else if (what === 'select') await control.selectOption({ label: value });
    else if (what === 'hover') await control.hover();
    else if (what === 'focus') await control.focus();
    else await control.fill(value);
    if (leave === true) await control.press('Enter');
    await this.#calm();
  }

  /** The same, of which the page takes no notice: the control may be off, or not be there. */
  async attempt(gesture: Gesture): Promise<void> {
    const control = this.#control(gesture);
    if ((await control.count()) === 0) return;
    const isOn = await (gesture.do === 'fill' ? control.isEditable() : control.isEnabled());
    if (isOn && (await control.getAttribute('aria-disabled')) !== 'true') await this.act(gesture);
  }

  #control({ role, name, within }: Gesture): Locator {
    type Role = Parameters<Page['getByRole']>[0];
    const place =
      within === undefined ? this.#page : this.#page.getByRole(within.role as Role, { name: within.name, exact: true });
    return place
      .getByRole(role as Role, { name, exact: true })
      .filter({ visible: true })
      .first();
  }

  /** Answers a call that waits, as often as the page has made it, or the next that comes. */
  async answer(call: string, reply: Reply): Promise<void> {
    for (const route of await this.#next(call)) await route.fulfill({ ...reply });
    await this.#calm();
  }

  /** The network is gone while a call is on its way, and whenever the page tries it again within so many ms. */
  async cut(call: string, triesFor = 0): Promise<void> {
    for (const route of await this.#next(call)) await route.abort('failed');
    await this.#calm();
    for (let passed = 0; passed < triesFor; passed += TRY_MS) {
      await this.pass(TRY_MS);
      for (const route of this.#take(call)) await route.abort('failed');
      await this.#calm();
    }
  }

  /** Nobody answers a call, and time passes. */
  async silence(call: string, ms: number): Promise<void> {
    await this.#next(call);
    await this.pass(ms);
  }

  /** Time passes. */
  async pass(ms: number): Promise<void> {
    await this.#page.clock.runFor(ms);
    await this.#calm();
  }

  /**
   * The page's clock says so from now on, as on a device that slept, or whose clock was put right: no timer has run
   * meanwhile, and the page is told as it is shown again.
   */
  async reach(epochMs: number): Promise<void> {
    await this.#page.clock.setSystemTime(epochMs);
    await this.#page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await this.#calm();
  }

  /** The user goes to another page of the app, which is not loaded anew for it; `state` is what the router hands on. */
  async go(path: string, state: unknown = null): Promise<void> {
    await this.#page.evaluate(
      ([to, usr]) => {
        history.pushState({ key: `to ${to} ${history.length}`, usr }, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      },
      [path, state] as const,
    );
    await this.#calm();
  }

  /** The page is loaded anew. */
  async reload(): Promise<void> {
    await this.#page.reload();
    await this.#awake();
    await this.#calm();
  }

  async network(isThere: boolean): Promise<void> {
    await this.#page.context().setOffline(!isThere);
    await this.#calm();
  }

  /** Another tab changes what the browser keeps; null takes an entry away. `path` is a file of the same site without code. */
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
    await this.#calm();
  }

  /** Whoever sits there turns away from the page, or comes back. */
  async turn(isHere: boolean): Promise<void> {
    await this.#page.evaluate((here) => {
      Object.defineProperty(document, 'visibilityState', { value: here ? 'visible' : 'hidden', configurable: true });
      Object.defineProperty(document, 'hidden', { value: !here, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      if (here) window.dispatchEvent(new Event('focus'));
    }, isHere);
    await this.#calm();
  }

  /** The window gets another width. */
  async widen(width: number): Promise<void> {
    await this.#page.setViewportSize({ width, height: this.#page.viewportSize()?.height ?? 800 });
    await this.#calm();
  }

  /** The pointer leaves whatever it points at, and what had the focus loses it. */
  async leave(): Promise<void> {
    await this.#page.mouse.move(0, 0);
    await this.#page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await this.#calm();
  }

  /** The user presses beside everything. */
  async aside(): Promise<void> {
    await this.#page.mouse.click(1, (this.#page.viewportSize()?.height ?? 800) / 2);
    await this.#calm();
  }

  /** Somebody who wants less motion, or no longer does. */
  async motion(isReduced: boolean): Promise<void> {
    await this.#page.emulateMedia({ reducedMotion: isReduced ? 'reduce' : 'no-preference' });
    await this.#calm();
  }

  /** A script of the beginning is told something: it listens for an event of this name. */
  async tell(name: string, detail: unknown): Promise<void> {
    await this.#page.evaluate(([type, said]) => dispatchEvent(new CustomEvent(type as string, { detail: said })), [
      name,
      detail,
    ] as const);
    await this.#calm();
  }

  #take(call: string): readonly Route[] {
    const found = this.#waiting.filter((one) => one.call === call);
    for (const one of found) this.#waiting.splice(this.#waiting.indexOf(one), 1);
    return found.map(({ route }) => route);
  }

  async #next(call: string): Promise<readonly Route[]> {
    for (let tries = 0; tries < 800; tries += 1) {
      const found = this.#take(call);
      if (found.length > 0) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the page has not called ${call}`);
  }

  /** The page has taken in what it was told, and waits for nothing but the calls that the path answers. */
  async #calm(): Promise<void> {
    for (let tries = 0, quiet = 0; tries < 200 && quiet < 2; tries += 1) {
      // A page that is just left has nothing more to do.
      await this.#page.evaluate(tasks).catch(() => undefined);
      await this.#page.clock.runFor(0);
      const asked = new Set<unknown>(this.#waiting.map(({ route }) => route.request()));
      quiet = [...this.#open].every((request) => asked.has(request)) ? quiet + 1 : 0;
      if (quiet === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

const TRY_MS = 500;

/** A body, or a whole answer. */
export function answerOf(given: unknown): Reply {
  return typeof given === 'object' && given !== null && 'status' in given && 'json' in given
    ? (given as Reply)
    : { status: 200, json: given };
}

/** Some tasks of the page; not by timers, which stand still there. */
function tasks(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    let left = 5;
    port1.addEventListener('message', () => {
      left -= 1;
      if (left > 0) port2.postMessage(null);
      else resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
