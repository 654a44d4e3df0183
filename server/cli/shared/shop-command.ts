import fs from 'node:fs';
import { getDatabaseFolder, NoShopError } from '../../backup/open.ts';
import { createServices } from '../../composition.ts';
import { sendToShop, ShopUnreachableError } from '../../control/control-socket.ts';
import { executeCommand, type Command } from '../../control/command.ts';
import { DirectoryInUseError } from '../../db/lock.ts';
import { migrate } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open.ts';
import { createDeps } from '../../deps.ts';
import type { Env } from '../../env/env.ts';
import { createLog } from '../../log.ts';

/**
 * Runs a command on the configured shop. When another process has the embedded database open, that process runs
 * it. Throws `CommandRefusedError`, and `NoShopError` when there is no shop yet. `mayBeNew` allows creating one.
 */
export async function runCommand<Input, Output>(
  env: Env,
  command: Command<Input, Output>,
  input: Input,
  { mayBeNew = false }: { readonly mayBeNew?: boolean } = {},
): Promise<Output> {
  return withShopCommands(env, (run) => run(command, input), { mayBeNew });
}

/** Runs a command, as `runCommand` does. */
export type RunCommand = <Input, Output>(command: Command<Input, Output>, input: Input) => Promise<Output>;

/** Same as `runCommand`, for several commands with one open database. */
export async function withShopCommands<Result>(
  env: Env,
  work: (run: RunCommand) => Promise<Result>,
  { mayBeNew = false }: { readonly mayBeNew?: boolean } = {},
): Promise<Result> {
  if (!mayBeNew && env.databaseUrl === null && !fs.existsSync(getDatabaseFolder(env.dataDir)))
    throw new NoShopError(env.dataDir);
  const log = createLog(env.logLevel);
  let db;
  try {
    db = await openDatabase(env, log);
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
    return work((command, input) => sendToRunningShop(env, command, input));
  }
  try {
    await migrate(db);
    const deps = await createDeps({ env, db, log });
    const shop = { deps, services: createServices(deps) };
    return await work((command, input) => executeCommand(command, shop, input));
  } finally {
    await db.close();
  }
}

/**
 * Sends a command to the running shop with the embedded database. Throws `CommandRefusedError`, or `Error` with the
 * reason why the shop is unavailable.
 */
export async function sendToRunningShop<Input, Output>(
  env: Env,
  command: Command<Input, Output>,
  input: Input,
): Promise<Output> {
  try {
    return await sendToShop(env.dataDir, command, input);
  } catch (error) {
    if (!(error instanceof ShopUnreachableError)) throw error;
    throw new Error(
      `${error.message}: it is starting, stopping, or runs as another user. Try again, or stop it first.`,
      { cause: error },
    );
  }
}
