import { memo, Suspense, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import { createLoader } from './lazy-route.tsx';
import { useIsFirstPage } from './page-data.ts';

const AGAIN_AFTER_MS = 4_000;
/** Longest time that a navigation waits for the code of a part. */
const AT_MOST_MS = 1_000;

const parts = new Set<() => Promise<unknown>>();

/** Fetches the code of all registered parts, because the server renders them like everything else. */
export async function preloadParts(): Promise<void> {
  await Promise.all([...parts].map((preload) => preload()));
}

/**
 * A part of a page that the server renders and whose code is fetched after the page around it has hydrated.
 * src/early-presses.ts records earlier presses and inputs in it. Its file is a `*.late.tsx`: server/http/document.ts
 * finds the styles of the document by that name. On later pages its code loads with the page's code, and the old page
 * stays meanwhile, for a second at most.
 */
export function latePart<Props extends object>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  let isThere = false;
  const preload = createLoader(
    () => loadWithRetry(load),
    () => {
      isThere = true;
    },
  );
  const inTime = createLoader(() => Promise.race([preload(), pause(AT_MOST_MS)]));
  parts.add(preload);

  const Part = memo(function Part(props: Props) {
    const { default: Code } = use(preload());
    return <Code {...props} />;
  });

  // Memoised, because React could not hydrate a part that changes before its code has arrived.
  return memo(function LatePart(props: Props) {
    const isFirst = useIsFirstPage();
    const [{ remember, served }] = useState(rememberElement);
    const [isAwake, setAwake] = useState(false);
    const [isLeft, setLeft] = useState(false);
    // Another page came before the code. React can no longer hydrate the part, and would keep the old page for it.
    if (!isFirst && !isAwake && !isLeft) setLeft(true);
    if (isLeft && !isThere) use(inTime());
    useEffect(() => {
      if (isAwake) document.dispatchEvent(new Event('part-awake'));
    }, [isAwake]);
    return (
      <div ref={remember} data-part={isAwake ? 'awake' : 'asleep'}>
        <Suspense key={isLeft ? 'left' : 'first'} fallback={<ServedElements served={served} />}>
          <Part {...props} />
          <NotifyAwake onAwake={setAwake} />
        </Suspense>
      </div>
    );
  });
}

/** Remembers an element for content that is rendered in it later. */
function rememberElement() {
  let element: Element | null = null;
  return {
    remember(now: Element | null) {
      element = now;
    },
    served: () => [...(element?.children ?? [])],
  };
}

/** Shows the server's own elements, with what the shopper typed there, until the part renders its own. */
function ServedElements({ served }: { readonly served: () => readonly Element[] }) {
  const place = useRef<HTMLDivElement>(null);
  const [elements] = useState(served);
  useLayoutEffect(() => place.current?.replaceChildren(...elements), [elements]);
  return <div ref={place} data-as-it-was="" />;
}

/** The effect runs when the surrounding part listens. */
function NotifyAwake({ onAwake }: { readonly onAwake: (isAwake: true) => void }) {
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
