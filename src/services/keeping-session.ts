import type { Api } from './api.ts';

/** The same calls, of which a 401 is told to the asker alone, who says so before the session ends (Q1). */
export function keepingSession(call: Api): Api {
  return (endpoint, request, options) => call(endpoint, request, { ...options, keepSession: true });
}
