/**
 * Back closes a modal (X31). While a modal is open, the history has one extra step: an entry with the same address and
 * the mark below. The step never stays behind:
 * - A modal that closes without Back goes back over its step.
 * - A navigation waits until the step is gone. A modal that stays open after it gets a new step.
 * - A modal that refuses to close gets its step back with `forward`. Browsers skip entries that a page pushes without a
 *   press, so after a second push the next Back would leave the page.
 * - When a full page load or the forward button leads to a step without a modal, the page goes back over it.
 */

const MARK = 'modalStep';

/** The parts of the browser's window that the steps use. */
export interface StepsWindow {
  readonly history: Pick<History, 'state' | 'pushState' | 'back' | 'forward'>;
  readonly addEventListener: (type: 'popstate' | 'pageshow', listener: (event: Event) => void) => void;
}

type Work = () => void;

interface Entry {
  readonly key?: unknown;
  readonly idx?: unknown;
  readonly [MARK]?: true;
}

/**
 * Creates the steps of a window. Call it before the router listens, because the router must not see traversals between
 * a page and its step. `nextTask` runs its work after React has rendered the changes of the current task.
 */
export function createModalSteps(window: StepsWindow, nextTask: (work: Work) => void) {
  const { history } = window;
  let open: readonly { readonly dismiss: Work }[] = [];
  let waiting: readonly Work[] = [];
  /** A traversal that this module started and that has not finished. */
  let moving: 'back' | 'forward' | null = null;
  /** The page entry below the newest step. */
  let page: Entry | null = null;
  /** Back has left the step, which is now the next entry forward. */
  let isStepAhead = false;
  let isSettling = false;
  /** A full page load has begun; any traversal would stop it. */
  let isLeaving = false;

  const entry = (): Entry => (history.state ?? {}) as Entry;
  const isOnStep = () => entry()[MARK] === true;
  const isOnPage = () => page !== null && !isOnStep() && entry().key === page.key && entry().idx === page.idx;

  function move(where: 'back' | 'forward') {
    moving = where;
    history[where]();
  }

  function settleSoon() {
    if (isSettling) return;
    isSettling = true;
    nextTask(() => {
      isSettling = false;
      settle();
    });
  }

  /** Updates the history to match the open modals and the waiting navigations. */
  function settle() {
    if (moving !== null || isLeaving) return;
    const isWanted = open.length > 0 && waiting.length === 0;
    if (isOnStep()) {
      if (!isWanted) move('back');
    } else if (waiting.length > 0) {
      const works = waiting;
      waiting = [];
      isStepAhead = false;
      for (const work of works) work();
      settleSoon();
    } else if (isWanted && isStepAhead && isOnPage()) {
      move('forward');
    } else if (isWanted) {
      page = entry();
      history.pushState({ ...page, [MARK]: true }, '');
    }
    if (!isWanted) isStepAhead = false;
  }

  function arrive(event: Event) {
    const expected = moving;
    moving = null;
    if (expected !== null && isOnStep() === (expected === 'forward')) {
      isStepAhead = false;
      event.stopImmediatePropagation();
      settle();
      return;
    }
    if (open.length > 0 && isOnPage()) {
      event.stopImmediatePropagation();
      isStepAhead = true;
      open.at(-1)?.dismiss();
    }
    settleSoon();
  }

  window.addEventListener('popstate', arrive);
  // A page restored from the back/forward cache returns with its modal.
  window.addEventListener('pageshow', () => {
    isLeaving = false;
    settleSoon();
  });
  settleSoon();

  /** Runs a navigation immediately, or after the step of a modal is gone. */
  function navigate(work: Work) {
    if (!isOnStep() && moving === null) {
      work();
      if (open.length > 0) settleSoon();
      return;
    }
    waiting = [...waiting, work];
    settle();
  }

  return {
    open(dismiss: Work) {
      const modal = { dismiss };
      open = [...open, modal];
      settleSoon();
      return () => {
        open = open.filter((one) => one !== modal);
        settleSoon();
      };
    },
    navigate,
    /** Runs a full page load as `navigate` does. After that, the history stays untouched. */
    leave(load: Work) {
      navigate(() => {
        isLeaving = true;
        load();
      });
    },
  };
}
