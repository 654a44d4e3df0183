import { memo, Suspense, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import { createLoader } from './lazy-route.tsx';
import { useIsFirstPage } from './page-data.ts';

const AGAIN_AFTER_MS = 4_000;
/** Longest time that a navigation waits for the code of a part. */
const AT_MOST_MS = 1_000;
/** A part wakes this far before it scrolls into sight. */
const SIGHT = '200px';
/** Events on a part that wake it. src/early-presses.ts dispatches the last when it records a gesture in the part. */
const USES = ['focusin', 'pointerdown', 'part-used'];

const FALLBACK = 'data-as-it-was';

const parts = new Set<() => Promise<unknown>>();

/** Fetches the code of all registered parts, because the server renders them like everything else. */
export async function preloadParts(): Promise<void> {
  // Also visits the parts that a part brings with its code.
  for (const preload of parts) await preload();
}

interface Waking {
  /** Selects the elements whose sight wakes the part. By default all of it; `null` when only its use wakes it. */
  readonly seen?: string | null;
  /** Returns whether the part has to show something else than the server rendered, which wakes it. */
  readonly isNeeded?: () => boolean;
}

/**
 * A part of a page that the server renders and whose code is fetched when the shopper sees, focuses or presses it.
 * src/early-presses.ts records earlier presses and inputs in it. Its file is a `*.late.tsx`: server/http/document.ts
 * finds the styles of the document by that name. On later pages its code loads with the page's code, and the old page
 * stays meanwhile, for a second at most. A part that was never in sight delays no page: it keeps the server's elements
 * until its code arrives.
 */
export function latePart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  { seen = ':scope > *', isNeeded: useIsNeeded = () => false }: Waking = {},
) {
  let isThere = false;
  let isWoken = false;
  let wake: () => void = () => undefined;
  const woken = new Promise<void>((resolve) => {
    wake = () => {
      isWoken = true;
      resolve();
    };
  });
  const preload = createLoader(
    () => loadWithRetry(load),
    () => {
      isThere = true;
    },
  );
  const whenWoken = createLoader(() => woken.then(preload));
  const inTime = createLoader(() => Promise.race([preload(), pause(AT_MOST_MS)]));
  parts.add(preload);

  const Part = memo(function Part(props: Props) {
    const { default: Code } = use(isThere ? preload() : whenWoken());
    return <Code {...props} />;
  });

  /** A component of its own: React could not hydrate the part after a further render around it. */
  function WakeWhenNeeded() {
    const isNeeded = useIsNeeded();
    useEffect(() => (isNeeded ? wake() : undefined), [isNeeded]);
    return null;
  }

  // Memoised, because React could not hydrate a part that changes before its code has arrived.
  return memo(function LatePart(props: Props) {
    const isFirst = useIsFirstPage();
    const [{ remember, served, watch, refocus }] = useState(rememberElement);
    const [isAwake, setAwake] = useState(false);
    const [left, setLeft] = useState<'waiting' | 'showing' | null>(null);
    // Another page came before the code. React can no longer hydrate the part, and would keep the old page for it.
    if (!isFirst && !isAwake && left === null) {
      setLeft(isWoken || served().length === 0 ? 'waiting' : 'showing');
      wake();
    }
    if (left === 'waiting' && !isThere) use(inTime());
    useEffect(() => (isAwake ? undefined : watch(seen, wake)), [isAwake, watch]);
    useEffect(() => void document.dispatchEvent(new Event(isAwake ? 'part-awake' : 'part-asleep')), [isAwake]);
    return (
      <div ref={remember} data-part={isAwake ? 'awake' : 'asleep'}>
        <WakeWhenNeeded />
        <Suspense key={left === null ? 'first' : 'left'} fallback={<ServedElements served={served} />}>
          <Part {...props} />
          <NotifyAwake onRendered={refocus} onAwake={setAwake} />
        </Suspense>
      </div>
    );
  });
}

/** Remembers an element for content that is rendered in it later. */
function rememberElement() {
  let element: Element | null = null;
  let focused: { readonly tag: string; readonly index: number } | null = null;
  function rememberFocus({ target }: Pick<Event, 'target'>) {
    const isInside = target instanceof Element && element?.contains(target) === true;
    const index = isInside ? [...(element?.querySelectorAll(target.tagName) ?? [])].indexOf(target) : -1;
    focused = isInside ? { tag: target.tagName, index } : null;
  }
  return {
    remember(now: Element | null) {
      element = now;
    },
    served: () => [...(element?.children ?? [])],
    watch(seen: string | null, wake: () => void) {
      if (element === null) return undefined;
      rememberFocus({ target: document.activeElement });
      document.addEventListener('focusin', rememberFocus, true);
      const stop = watchUse(element, seen, wake);
      return () => {
        document.removeEventListener('focusin', rememberFocus, true);
        stop();
      };
    },
    /** Focuses the new element in the place of a focused one that React has replaced, e.g. after a skip link. */
    refocus() {
      if (focused === null || document.activeElement !== document.body) return;
      element?.querySelectorAll<HTMLElement>(focused.tag)[focused.index]?.focus({ preventScroll: true });
    },
  };
}

/** Calls `wake` when the shopper sees or uses a part. Returns a function that stops watching. */
function watchUse(part: Element, seen: string | null, wake: () => void): () => void {
  const stop = new AbortController();
  const onUse = ({ target }: Event) => {
    if (target instanceof Node && part.contains(target)) wake();
  };
  // On the document, because React stops events on the way to a part that it cannot hydrate.
  for (const use of USES) document.addEventListener(use, onUse, { capture: true, passive: true, signal: stop.signal });
  // The server rendered nothing that could be seen, or React rendered the page again.
  const isEmpty = part.firstElementChild?.hasAttribute(FALLBACK) !== false;
  if (isEmpty || part.contains(document.activeElement)) wake();
  if (seen === null) return () => stop.abort();
  const sight = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) wake();
    },
    { rootMargin: SIGHT },
  );
  for (const element of part.querySelectorAll(seen)) sight.observe(element);
  return () => {
    stop.abort();
    sight.disconnect();
  };
}

/** Shows the server's own elements, with what the shopper typed there, until the part renders its own. */
function ServedElements({ served }: { readonly served: () => readonly Element[] }) {
  const place = useRef<HTMLDivElement>(null);
  const [elements] = useState(served);
  useLayoutEffect(() => place.current?.replaceChildren(...elements), [elements]);
  return <div ref={place} {...{ [FALLBACK]: '' }} />;
}

/** The last effect runs when the surrounding part listens. */
function NotifyAwake({
  onRendered,
  onAwake,
}: {
  readonly onRendered: () => void;
  readonly onAwake: (isAwake: true) => void;
}) {
  useLayoutEffect(onRendered, [onRendered]);
  useEffect(() => onAwake(true), [onAwake]);
  return null;
}

/** Retries until the code arrives. Until then the part stays as the server rendered it. */
function loadWithRetry<Code>(load: () => Promise<Code>): Promise<Code> {
  return load().catch(async () => {
    await pause(AGAIN_AFTER_MS);
    return loadWithRetry(load);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
