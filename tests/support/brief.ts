/** Node's own flags for a process with PGlite: in a test it lives too briefly to earn what optimising its code costs. */
export const BRIEF = ['--liftoff-only'];
