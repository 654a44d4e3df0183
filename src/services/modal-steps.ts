/**
 * Back closes a modal (X31). While one is open, the history has one step more: an entry with the same address and the
 * mark below. The step never stays behind:
 * - A modal that closes without Back goes back over its step.
 * - A navigation waits until the step is gone. A modal that stays open after it gets a new step.
 * - A modal that refuses to close gets its step again with `forward`. Browsers skip entries that a page pushes without
 *   a press, so a second push would let the next Back leave the page.
 * - A step that a full page load or a forward button leads to has no modal: the page goes back over it.
 */

const MARK = 'modalStep';

/** What the steps need of the browser's window. */
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
 * Creates the steps of a window. Call it before the router listens: a traversal between a page and its step has to stay
 * unknown to the router. `nextTask` runs its work when React has drawn what the present task changed.
 */
export function createModalSteps(window: StepsWindow, nextTask: (work: Work) => void) {
  const { history } = window;
  let open: readonly { readonly dismiss: Work }[] = [];
  let waiting: readonly Work[] = [];
  /** A traversal of ours that has not arrived. */
  let moving: 'back' | 'forward' | null = null;
  /** The page entry below the newest step. */
  let page: Entry | null = null;
  /** Back has left the step; it is the next entry forward. */
  let isStepAhead = false;
  let isSettling = false;
  /** A full page load has begun, which any traversal would stop. */
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

  /** Makes the history fit to what is open and what waits. */
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
  // A page that the browser has kept comes back with its modal.
  window.addEventListener('pageshow', () => {
    isLeaving = false;
    settleSoon();
  });
  settleSoon();

  /** Runs a navigation: immediately, or when the step of a modal is gone. */
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
    /** Runs a full page load as `navigate` does; the history stands still from then on. */
    leave(load: Work) {
      navigate(() => {
        isLeaving = true;
        load();
      });
    },
  };
}
