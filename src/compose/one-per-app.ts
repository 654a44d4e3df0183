import type { ComposeEnv } from './env.ts';

/** What all flows of an app share: made when it is first asked for, and the same from then on. */
export function onePerApp<Shared>(create: (env: ComposeEnv) => Shared): (env: ComposeEnv) => Shared {
  const made = new WeakMap<ComposeEnv, Shared>();
  return (env) => {
    const shared = made.get(env) ?? create(env);
    made.set(env, shared);
    return shared;
  };
}
