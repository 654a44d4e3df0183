import { use, useMemo } from 'react';
import type { ReactNode } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import type { createModalSteps } from '../services/modal-steps.ts';
import { ModalStepsContext } from '../views/parts/modal-steps.ts';

interface ModalStepsProviderProps {
  readonly steps: ReturnType<typeof createModalSteps>;
  readonly children: ReactNode;
}

/** Gives modals their history steps and routes every navigation through them. Must be inside a router. */
export function ModalStepsProvider({ steps, children }: ModalStepsProviderProps) {
  const context = use(NavigationContext);
  const value = useMemo(() => {
    const { navigator } = context;
    return {
      ...context,
      navigator: {
        createHref: navigator.createHref,
        ...(navigator.encodeLocation && { encodeLocation: navigator.encodeLocation }),
        go: (delta: number) => steps.navigate(() => navigator.go(delta)),
        push: (...to: Parameters<typeof navigator.push>) => steps.navigate(() => navigator.push(...to)),
        replace: (...to: Parameters<typeof navigator.replace>) => steps.navigate(() => navigator.replace(...to)),
      },
    };
  }, [context, steps]);
  return (
    <NavigationContext value={value}>
      <ModalStepsContext value={steps}>{children}</ModalStepsContext>
    </NavigationContext>
  );
}
