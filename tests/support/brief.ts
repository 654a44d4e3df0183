/** Node flags for a process with PGlite. A test process is too short-lived to gain from optimised WebAssembly. */
export const BRIEF = ['--liftoff-only'];
