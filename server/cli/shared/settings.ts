import fs from 'node:fs';
import { readEnv, type Env } from '../../env/env.ts';

/** Returns the settings of the environment, with defaults from `.env`. Throws `EnvError`. */
export function readSettings(): Env {
  if (fs.existsSync('.env')) process.loadEnvFile('.env');
  return readEnv();
}
