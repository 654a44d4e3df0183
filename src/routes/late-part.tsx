import { memo, Suspense, use, useEffect, useRef } from 'react';
import type { ComponentType } from 'react';
import { askedOnce } from './lazy-route.tsx';
import { useIsFirstPage } from './page-data.ts';

const AGAIN_AFTER_MS = 4_000;

const parts: (() => Promise<unknown>)[] = [];

/** Fetches the code of all parts that are known by now: the server renders them like everything else. */
export async function preloadParts(): Promise<void> {
  await Promise.all(parts.map((preload) => preload()));
}

/**
 * A part of a page that the server renders and whose code is fetched when the page around it has woken up. What is
 * pressed or typed there before is kept by src/early-presses.ts. Its file is a `*.late.tsx`: by that name
 * server/http/document.ts knows whose styles belong to the document. On later pages the code comes like the page's own,
 * and the old page stays meanwhile.
 */
export function latePart<Props extends object>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  const preload = askedOnce(() => untilThere(load));
  parts.push(preload);

  function Part(props: Props) {
    const { default: Code } = use(preload());
    return <Code {...props} />;
  }

  // The same props hurry nothing: React could not hydrate a part that changes before its code is there.
  return memo(function LatePart(props: Props) {
    const around = useRef<HTMLDivElement>(null);
    if (!useIsFirstPage()) use(preload());
    return (
      <div ref={around} data-part="asleep">
        <Suspense>
          <Part {...props} />
          <Awake around={around} />
        </Suspense>
      </div>
    );
  });
}

/** Its effect runs when the part around it listens. */
function Awake({ around }: { readonly around: React.RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    around.current?.setAttribute('data-part', 'awake');
    document.dispatchEvent(new Event('part-awake'));
  }, [around]);
  return null;
}

/** Without its code a part stays as the server rendered it: again, until it comes. */
function untilThere<Code>(load: () => Promise<Code>): Promise<Code> {
  return load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    return untilThere(load);
  });
}
