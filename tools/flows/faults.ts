import type { FaultMatrix } from 'flow-atlas/atlas/fault-page';
import { FAULT_MEANS } from '../../tests/e2e/faults/faults.ts';
import { keptMatrix } from '../../tests/e2e/faults/kept.ts';

const ABOUT =
  'Along one tour each, one call at a time goes wrong once, in a browser against the real shop. Each walk gets to its end all the same: what was typed stays, nothing is lost, and there is no second order, prompt or payment. Below: what the shopper is told, and what is pressed to get on.';

/** Results of the tours in tests/e2e/faults.spec.ts, for the atlas. */
export function faultMatrix(): FaultMatrix {
  return {
    about: ABOUT,
    faults: Object.entries(FAULT_MEANS).map(([name, means]) => ({ name, means })),
    tours: Object.values(keptMatrix()),
  };
}
