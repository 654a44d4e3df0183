import type { LiveFlows } from '../flow-words.ts';

/** Data of the project for the pages of an atlas. */
export interface LiveProject {
  /** A run of another version is opened with a remark. */
  readonly version: string;
  /** How a test is made of a saved run; left out when the project has no such command. */
  readonly tests?: TestCommand;
}

export interface TestCommand {
  /**
   * Prints the test of a saved run, whose file follows: `npm run paths -- --from-run`. The format follows as `--format
   * text`. A development server may do the same for `POST make-test?format=text` beside the pages.
   */
  readonly command: string;
  /** File name extensions by name of the format. */
  readonly formats: Readonly<Record<string, string>>;
}

declare global {
  interface Window {
    /** Set by machines.js: the flows by machine id. */
    atlasMachines?: LiveFlows;
    /** Set by machines.js. */
    atlasProject?: LiveProject | null;
  }
}

export function getFlows(): LiveFlows {
  return window.atlasMachines ?? {};
}
