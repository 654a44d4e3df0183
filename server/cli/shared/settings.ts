import fs from 'node:fs';
import { readEnv, type Env } from '../../env/env.ts';

/** The settings of the environment, and of `.env` where the environment says nothing. Throws EnvError. */
export function readSettings(): Env {
  if (fs.existsSync('.env')) process.loadEnvFile('.env');
  return readEnv();
}
