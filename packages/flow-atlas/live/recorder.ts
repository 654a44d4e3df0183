import type { InspectionEvent } from 'xstate';
import { createStepper } from './record.ts';
import type { LiveStep, StepOptions } from './record.ts';
import { EMPTY, RUN_BOUNDS, addRecord } from './run.ts';
import type { Bounds, Run } from './run.ts';

export interface RecorderOptions extends StepOptions {
  readonly bounds?: Bounds;
  /** Version of the project. */
  readonly version?: string;
  /** Called with each new step. */
  readonly onStep?: (step: LiveStep) => void;
}

/** Records the last steps of a page's machines. Pass `inspect` to their root actors. */
export function createRecorder({ bounds = RUN_BOUNDS, version = '', onStep, ...options }: RecorderOptions) {
  const toStep = createStepper(options);
  let run: Run = { ...EMPTY, version };
  return {
    inspect(inspected: InspectionEvent): void {
      const step = toStep(inspected);
      if (step === null) return;
      run = addRecord(run, step, bounds);
      onStep?.(step);
    },
    run: (): Run => run,
  };
}
