interface SessionSettings {
  readonly lifeMs: number;
  readonly idleMs: number;
}

/**
 * When a session that is used at `now` ends. With `remember` it lives 7 days, else 12 h after its last use (A24) and
 * never longer than those 7 days (D13).
 */
export function sessionEnd(
  { remember, createdAt }: { readonly remember: boolean; readonly createdAt: Date },
  { lifeMs, idleMs }: SessionSettings,
  now: Date,
): Date {
  const latest = createdAt.getTime() + lifeMs;
  return new Date(remember ? latest : Math.min(latest, now.getTime() + idleMs));
}
