import type { Locator, Page, Route } from '@playwright/test';
import { Failure, listQuoted, toSentence } from './failure.ts';
import { describeNoControl } from './look.ts';
import { formatPattern, SETTLE_MS, Observer } from './observe.ts';

/** An action on a control. */
export interface Gesture {
  readonly do: string;
  readonly role: string;
  readonly name: string | RegExp;
  readonly value?: string;
  readonly within?: { readonly role: string; readonly name: string | RegExp };
  readonly leave?: boolean;
}

/**
 * Initial state of a path in a browser. Calls are written as `POST /auth/login`, with `{…}` for any part of the
 * address.
 */
export interface Beginning {
  /** The page to open. */
  readonly path: string;
  /** Initial local storage. */
  readonly storage?: Readonly<Record<string, string>>;
  /** Initial session storage. */
  readonly tab?: Readonly<Record<string, string>>;
  /** Time of the page's clock. Epoch ms. Default: now. */
  readonly time?: number;
  /** Calls that are answered immediately, with a body or a whole `Reply`. */
  readonly replies?: Readonly<Record<string, unknown>>;
  /** Calls that wait until a step answers them. */
  readonly held?: readonly string[];
  /** Replacements in the document before the page reads it. */
  readonly document?: readonly (readonly [RegExp, string])[];
  /** Code that runs before the page's own, e.g. in place of a third-party script. */
  readonly scripts?: readonly string[];
  /** Scripts and files served from here instead of the network, by address. */
  readonly files?: Readonly<Record<string, string>>;
  /** Viewport in pixels. Default: the browser's. */
  readonly size?: { readonly width: number; readonly height: number };
}

export interface Reply {
  readonly status: number;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The longest wait for a control or a call. A failing step takes at most 10 s in all. Milliseconds. */
const WAIT_MS = 8_000;
/** The longest wait for a page to open, and for its code to start: a busy machine is slow there. Milliseconds. */
const OPEN_MS = 30_000;

/** Performs a path: operates the page's controls, answers its calls, and moves its clock. */
export class Player extends Observer {
  readonly #page: Page;
  readonly #waiting: { readonly call: string; readonly route: Route }[] = [];
  /** Requests of the page without a reply. */
  readonly #open = new Set<unknown>();

  constructor(page: Page) {
    super(page);
    this.#page = page;
    page.setDefaultTimeout(WAIT_MS);
    page.setDefaultNavigationTimeout(OPEN_MS);
    page.on('request', (request) => {
      if (!['image', 'font', 'media'].includes(request.resourceType())) this.#open.add(request);
    });
    page.on('requestfinished', (request) => this.#open.delete(request));
    page.on('requestfailed', (request) => {
      this.#open.delete(request);
      // The page has abandoned the request.
      const given = this.#waiting.findIndex(({ route }) => route.request() === request);
      if (given !== -1) this.#waiting.splice(given, 1);
    });
  }

  async begin(beginning: Beginning): Promise<void> {
    const { path, storage = {}, tab = {}, time = Date.now() } = beginning;
    const { document: changes = [], scripts = [], files = {}, size } = beginning;
    const page = this.#page;
    if (size !== undefined) await page.setViewportSize(size);
    // Only the path moves the clock.
    await page.clock.install({ time: time - 60_000 });
    await page.clock.pauseAt(time - 1);
    await page.addInitScript(
      ([entries, tabEntries]) => {
        document.addEventListener('hydrated', () => (document.documentElement.dataset['awake'] = ''));
        // React delays the content that replaces a placeholder by 300 ms, with a bound function; no time passes here.
        const later = globalThis.setTimeout;
        globalThis.setTimeout = ((work: TimerHandler, ms?: number, ...given: unknown[]) =>
          later(work, typeof work === 'function' && work.name.startsWith('bound ') ? 0 : ms, ...given)) as typeof later;
        // A document without storage, e.g. an empty frame.
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
          const response = await route.fetch().catch(() => null);
          if (response === null) return route.abort('failed').catch(() => undefined);
          const body = changes.reduce((text, [from, to]) => text.replace(from, () => to), await response.text());
          return route.fulfill({ response, body }).catch(() => undefined);
        },
      );
    }
    await this.#answerCalls(beginning);
    await page.goto(path);
    await this.#awake();
    await page.clock.runFor(1);
    await this.settle();
  }

  /** Makes a page that loads its code after a gesture or a delay load it now, because no time passes here. */
  async #awake(): Promise<void> {
    await this.#page.evaluate(() => document.body.dispatchEvent(new FocusEvent('focusin', { bubbles: true })));
    await this.#page.locator('html[data-awake]').waitFor({ state: 'attached', timeout: OPEN_MS });
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
      if (replied !== undefined) return route.fulfill(toReply(replies[replied])).catch(() => undefined);
      // The page's clock belongs to the path, so the server's Date header is removed.
      const response = await route.fetch().catch(() => null);
      if (response === null) return route.abort('failed').catch(() => undefined);
      const { date: _, ...headers } = response.headers();
      return route.fulfill({ response, headers }).catch(() => undefined);
    });
  }

  async act(gesture: Gesture): Promise<void> {
    const { do: what, value = '', leave } = gesture;
    const control = this.#control(gesture);
    if ((await control.count()) === 0) await this.pass(SETTLE_MS);
    try {
      if (what === 'press') await control.click();
      else if (what === 'key') await control.press(value);
      else if (what === 'select') await control.selectOption({ label: value });
      else if (what === 'hover') await control.hover();
      else if (what === 'focus') await control.focus();
      else await control.fill(value);
      if (leave === true) await control.press('Enter');
    } catch (error) {
      throw await this.#explain(gesture, error);
    }
    await this.settle();
  }

  /** Returns why a control could not be used. */
  async #explain(gesture: Gesture, error: unknown): Promise<Failure> {
    const { role, name, value = '', within } = gesture;
    const label = (one: string | RegExp) => (typeof one === 'string' ? one : formatPattern(one));
    const control = `${role} '${label(name)}'`;
    const place = within === undefined ? '' : ` in the ${within.role} '${label(within.name)}'`;
    const now = await this.read();
    const found = this.#control(gesture);
    if ((await found.count()) === 0) return new Failure([describeNoControl(control, now, place)]);
    const reasons: readonly (readonly [RegExp, string])[] = [
      [/did not find some options/, `has no choice '${value}'. It has: ${listQuoted(await listOptions(found))}`],
      [/element is not (enabled|editable)/, 'is off'],
      [/intercepts pointer events/, 'is covered by another part of the page'],
    ];
    const reason = reasons.find(([pattern]) => pattern.test(String(error)))?.[1];
    return new Failure([
      {
        sentence: reason === undefined ? toSentence(error) : `The ${control}${place} ${reason}.`,
        places: now.controls.filter((one) => one.startsWith(control)),
      },
    ]);
  }

  /** Like `act`, for a step that the page should ignore: the control may be disabled or missing. */
  async attempt(gesture: Gesture): Promise<void> {
    const control = this.#control(gesture);
    if ((await control.count()) === 0 || (await control.evaluate(isBehindModal))) return;
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

  /** Answers all waiting requests of a call, or the next one. */
  async answer(call: string, reply: Reply): Promise<void> {
    for (const route of await this.#next(call)) await route.fulfill({ ...reply });
    await this.settle();
  }

  /** Fails a call as without a network, and also its retries within `triesFor` ms. */
  async cut(call: string, triesFor = 0): Promise<void> {
    for (const route of await this.#next(call)) await route.abort('failed');
    await this.settle();
    for (let passed = 0; passed < triesFor; passed += TRY_MS) {
      await this.pass(TRY_MS);
      for (const route of this.#take(call)) await route.abort('failed');
      await this.settle();
    }
  }

  /** Leaves a call unanswered while time passes. */
  async silence(call: string, ms: number): Promise<void> {
    await this.#next(call);
    await this.pass(ms);
  }

  /** Lets time pass. */
  async pass(ms: number): Promise<void> {
    await this.#page.clock.runFor(ms);
    await this.settle();
  }

  /**
   * Sets the page's clock, as after sleep or a clock correction: no timer has run meanwhile, and the page receives a
   * visibility event.
   */
  async reach(epochMs: number): Promise<void> {
    await this.#page.clock.setSystemTime(epochMs);
    await this.#page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await this.settle();
  }

  /** Navigates inside the app without a page load. `state` is the router's state. */
  async go(path: string, state: unknown = null): Promise<void> {
    await this.#page.evaluate(
      ([to, usr]) => {
        history.pushState({ key: `to ${to} ${history.length}`, usr }, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      },
      [path, state] as const,
    );
    await this.settle();
  }

  /** Reloads the page. */
  async reload(): Promise<void> {
    await this.#page.reload();
    await this.#awake();
    await this.settle();
  }

  async network(isThere: boolean): Promise<void> {
    await this.#page.context().setOffline(!isThere);
    await this.settle();
  }

  /** Changes the storage from another tab; `null` removes an entry. `path` is a file of the same site without code. */
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
    await this.settle();
  }

  /** Hides or shows the page. */
  async turn(isHere: boolean): Promise<void> {
    await this.#page.evaluate((here) => {
      Object.defineProperty(document, 'visibilityState', { value: here ? 'visible' : 'hidden', configurable: true });
      Object.defineProperty(document, 'hidden', { value: !here, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      if (here) window.dispatchEvent(new Event('focus'));
    }, isHere);
    await this.settle();
  }

  /** Changes the width of the window. */
  async widen(width: number): Promise<void> {
    await this.#page.setViewportSize({ width, height: this.#page.viewportSize()?.height ?? 800 });
    await this.settle();
  }

  /** Moves the pointer away and removes the focus. */
  async leave(): Promise<void> {
    await this.#page.mouse.move(0, 0);
    await this.#page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await this.settle();
  }

  /** Presses outside all controls: at the bottom, because an open menu can be long. */
  async aside(): Promise<void> {
    await this.#page.mouse.click(1, (this.#page.viewportSize()?.height ?? 800) - 1);
    await this.settle();
  }

  /** Sets the preference for reduced motion. */
  async motion(isReduced: boolean): Promise<void> {
    await this.#page.emulateMedia({ reducedMotion: isReduced ? 'reduce' : 'no-preference' });
    await this.settle();
  }

  /** Sends a message to a script of the beginning, which listens for an event of this name. */
  async tell(name: string, detail: unknown): Promise<void> {
    await this.#page.evaluate(([type, said]) => dispatchEvent(new CustomEvent(type as string, { detail: said })), [
      name,
      detail,
    ] as const);
    await this.settle();
  }

  #take(call: string): readonly Route[] {
    const found = this.#waiting.filter((one) => one.call === call);
    for (const one of found) this.#waiting.splice(this.#waiting.indexOf(one), 1);
    return found.map(({ route }) => route);
  }

  async #next(call: string): Promise<readonly Route[]> {
    const until = performance.now() + WAIT_MS;
    while (performance.now() < until) {
      const found = this.#take(call);
      if (found.length > 0) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const called = [...new Set(this.calls)].slice(-MOST_CALLS).join(', ');
    const sentence = `The page has not called ${call}. It has called ${called === '' ? 'nothing' : called}.`;
    throw new Failure([{ sentence, places: [] }]);
  }

  /** Waits until the page has handled everything and waits only for calls that the path answers. */
  async settle(): Promise<void> {
    for (let tries = 0, quiet = 0; tries < 200 && quiet < 2; tries += 1) {
      // A page that was just left has nothing more to do.
      await this.#page.evaluate(runTasks).catch(() => undefined);
      await this.#page.clock.runFor(0);
      const asked = new Set<unknown>(this.#waiting.map(({ route }) => route.request()));
      quiet = [...this.#open].every((request) => asked.has(request)) ? quiet + 1 : 0;
      if (quiet === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

const TRY_MS = 500;
/** The most calls that a failure lists. */
const MOST_CALLS = 5;

async function listOptions(list: Locator): Promise<string[]> {
  const texts = await list.locator('option').allTextContents();
  return texts.map((text) => text.trim());
}

/** Nobody can use what is behind a modal dialog. Runs in the page, and uses nothing from outside. */
function isBehindModal(element: Element): boolean {
  const modal = [...document.querySelectorAll('dialog')].find((one) => one.matches(':modal'));
  return modal !== undefined && !modal.contains(element);
}

/** Converts a body or a whole reply to a reply. */
export function toReply(given: unknown): Reply {
  return typeof given === 'object' && given !== null && 'status' in given && 'json' in given
    ? (given as Reply)
    : { status: 200, json: given };
}

/** Waits for some tasks of the page. Does not use timers, because they are stopped there. */
function runTasks(): Promise<void> {
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
