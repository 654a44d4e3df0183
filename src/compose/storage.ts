import { createBrowserStorage } from '../services/browser-storage.ts';
import type { BrowserStorage } from '../services/browser-storage.ts';
import type { ComposeEnv } from './env.ts';

const storages = new WeakMap<ComposeEnv, BrowserStorage>();

/** The one storage of an app: what the browser refuses to keep, all flows must find in the same memory. */
export function browserStorage(env: ComposeEnv): BrowserStorage {
  const storage = storages.get(env) ?? createBrowserStorage(env);
  storages.set(env, storage);
  return storage;
}
