import { createBrowserStorage } from '../services/browser-storage.ts';
import { onePerApp } from './one-per-app.ts';

/** The one storage of an app: what the browser refuses to keep, all flows must find in the same memory. */
export const browserStorage = onePerApp(createBrowserStorage);
