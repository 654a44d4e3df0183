/**
 * React's renderer, in a file of its own (vite.config.ts): it is run when it is first asked for, which takes as long
 * as a task may.
 */
export { hydrateRoot } from 'react-dom/client';
