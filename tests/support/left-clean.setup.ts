import { afterAll, vi } from 'vitest';

// Test files share modules, so the clock and globals are restored after each file.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
