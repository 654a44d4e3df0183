import { afterAll, vi } from 'vitest';

// Files share their modules: what one has put in the place of the clock or of a global is no affair of the next.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
