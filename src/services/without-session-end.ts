import type { Api } from './api.ts';

/** Wraps the API so that a 401 is reported to the caller only, which shows a notice before the session ends (Q1). */
export function withoutSessionEnd(call: Api): Api {
  return (endpoint, request, options) => call(endpoint, request, { ...options, keepSession: true });
}
