import { createContext } from 'react';

/** The history steps of modals. */
export interface ModalSteps {
  /** Registers an open modal. Back calls `dismiss` of the newest one. Returns a function that unregisters it. */
  readonly open: (dismiss: () => void) => () => void;
}

/** Does nothing by default: a page without a browser history has no Back (src/services/modal-steps.ts). */
export const ModalStepsContext = createContext<ModalSteps>({ open: () => () => undefined });
