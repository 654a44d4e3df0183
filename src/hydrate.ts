/**
 * React's renderer in a separate file (vite.config.ts): running it takes as long as one task may take, so it runs on
 * first use.
 */
export { hydrateRoot } from 'react-dom/client';
