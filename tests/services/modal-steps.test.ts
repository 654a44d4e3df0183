import { describe, expect, test } from 'vitest';
import { createModalSteps } from '../../src/services/modal-steps.ts';

/** Simulates the history of one document. Traversals are asynchronous; going below the first entry leaves the page. */
function openWindow(first: readonly object[] = [{ idx: 0, key: 'list' }]) {
  const entries: { state: object; url: string }[] = first.map((state) => ({ state, url: '/list' }));
  let at = entries.length - 1;
  const listeners: ((event: Event) => void)[] = [];
  const tasks: (() => void)[] = [];
  const heardByRouter: object[] = [];
  let isLeft = false;
  let pushed = 0;
  const traverse = (by: number) => () => {
    if (at + by < 0) isLeft = true;
    at = Math.max(0, Math.min(entries.length - 1, at + by));
    let isStopped = false;
    const event = { type: 'popstate', stopImmediatePropagation: () => (isStopped = true) } as unknown as Event;
    for (const listener of listeners) listener(event);
    if (!isStopped) heardByRouter.push(entries[at]?.state ?? {});
  };
  const history = {
    get state() {
      return entries[at]?.state;
    },
    pushState: (state: object, _: string, url = entries[at]?.url ?? '') => {
      entries.splice(at + 1, Infinity, { state, url });
      at += 1;
      pushed += 1;
    },
    back: () => void tasks.push(traverse(-1)),
    forward: () => void tasks.push(traverse(1)),
  };
  const steps = createModalSteps(
    { history, addEventListener: (type, listener) => void (type === 'popstate' && listeners.push(listener)) },
    (work) => void tasks.push(work),
  );
  const settle = () => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) task();
  };
  settle();
  return {
    steps,
    settle,
    heardByRouter,
    pressBack: () => (traverse(-1)(), settle()),
    pressForward: () => (traverse(1)(), settle()),
    goTo: (url: string) => steps.navigate(() => history.pushState({ idx: at + 1, key: url }, '', url)),
    leave: (load: () => void) => steps.leave(load),
    /** Addresses up to the current entry; `*` marks the step of a modal. */
    trail: () => entries.slice(0, at + 1).map(({ state, url }) => `${url}${'modalStep' in state ? '*' : ''}`),
    isLeft: () => isLeft,
    pushed: () => pushed,
  };
}

/** Opens a modal that Back closes. */
function openModal(window: ReturnType<typeof openWindow>, isRefused: () => boolean = () => false) {
  let isOpen = true;
  const close = window.steps.open(() => !isRefused() && dismiss());
  const dismiss = () => {
    isOpen = false;
    close();
  };
  window.settle();
  return { isOpen: () => isOpen, dismiss: () => (dismiss(), window.settle()), dismissNow: dismiss };
}

describe('the history steps of modals', () => {
  test('X31: Back closes the modal and stays on the page, without an event for the router', () => {
    const window = openWindow();
    const modal = openModal(window);
    expect(window.trail()).toEqual(['/list', '/list*']);
    window.pressBack();
    expect([modal.isOpen(), window.trail(), window.isLeft()]).toEqual([false, ['/list'], false]);
    expect(window.heardByRouter).toEqual([]);
  });

  test('X31: leaves no step behind when the modal closes without Back', () => {
    const window = openWindow();
    openModal(window).dismiss();
    expect(window.trail()).toEqual(['/list']);
    // The same after a second modal.
    openModal(window).dismiss();
    expect(window.trail()).toEqual(['/list']);
  });

  test('X31: a link in the modal replaces the step', () => {
    const window = openWindow();
    const modal = openModal(window);
    window.goTo('/cart');
    modal.dismissNow();
    window.settle();
    expect(window.trail()).toEqual(['/list', '/cart']);
  });

  test('X31: loads another page after the step is removed, without another traversal', () => {
    const window = openWindow();
    const modal = openModal(window);
    const loaded: string[][] = [];
    window.leave(() => loaded.push(window.trail()));
    window.settle();
    modal.dismissNow();
    window.settle();
    expect([loaded, window.trail()]).toEqual([[['/list']], ['/list']]);
  });

  test('X31: navigates after the step of a modal that has just closed is removed', () => {
    const window = openWindow();
    const modal = openModal(window);
    modal.dismissNow();
    window.goTo('/order');
    window.settle();
    expect(window.trail()).toEqual(['/list', '/order']);
  });

  test('X31: keeps one step on top when the address changes under an open modal', () => {
    const window = openWindow();
    const modal = openModal(window);
    window.goTo('/list?brand=a');
    window.settle();
    window.goTo('/list?brand=b');
    window.settle();
    expect(window.trail()).toEqual(['/list', '/list?brand=a', '/list?brand=b', '/list?brand=b*']);
    window.pressBack();
    expect([modal.isOpen(), window.trail()]).toEqual([false, ['/list', '/list?brand=a', '/list?brand=b']]);
  });

  test('X31: stays on the page for each press of Back that the modal rejects', () => {
    const window = openWindow();
    const modal = openModal(window, () => true);
    for (let press = 0; press < 3; press += 1) window.pressBack();
    expect([modal.isOpen(), window.trail(), window.isLeft()]).toEqual([true, ['/list', '/list*'], false]);
    // Browsers skip an entry that a page pushes without a press: the next Back would leave the page.
    expect(window.pushed()).toBe(1);
    modal.dismiss();
    expect(window.trail()).toEqual(['/list']);
  });

  test('X31: dismisses the top one of two modals, which share one step', () => {
    const window = openWindow();
    const below = openModal(window);
    const above = openModal(window);
    expect(window.trail()).toEqual(['/list', '/list*']);
    window.pressBack();
    expect([below.isOpen(), above.isOpen(), window.trail()]).toEqual([true, false, ['/list', '/list*']]);
    window.pressBack();
    expect([below.isOpen(), window.trail()]).toEqual([false, ['/list']]);
  });

  test('X31: keeps its step when one modal replaces another', () => {
    const window = openWindow();
    openModal(window).dismissNow();
    openModal(window);
    expect(window.trail()).toEqual(['/list', '/list*']);
  });

  test('X31: goes back from a step after its page was reloaded', () => {
    const first = { idx: 0, key: 'list' };
    expect(openWindow([first, { ...first, modalStep: true }]).trail()).toEqual(['/list']);
  });

  test('X31: opens nothing when Forward leads to an old step', () => {
    const window = openWindow();
    openModal(window).dismiss();
    window.pressForward();
    expect(window.trail()).toEqual(['/list']);
  });
});
