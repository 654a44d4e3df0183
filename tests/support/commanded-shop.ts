import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { commands } from '../../server/control/commands.ts';
import { listenForCommands } from '../../server/control/control-socket.ts';
import { lockDirectory } from '../../server/db/lock.ts';
import { staff } from '../../server/db/schema.ts';
import { createPasswordsService } from '../../server/modules/passwords/passwords.service.ts';
import type { TestApp } from './server.ts';

/** The owner who signs in to commands. */
export const OWNER = { email: 'otto@duka.example', password: 'Sokoni 2026' } as const;
/** The owner's answer when a command asks. */
export const OWNER_LOGIN = `${OWNER.email}\n${OWNER.password}\n`;

export interface CommandedShop<Shop> {
  readonly shop: Shop;
  /** Settings for `runCommandLine`, with which a command finds this shop. */
  readonly settings: { readonly DATA_DIR: string; readonly TZ: string };
  readonly close: () => Promise<void>;
}

/** A running shop that takes commands, with an owner. `make` creates it. */
export async function commandedShop<Shop extends TestApp>(
  make: (options: { readonly env: Readonly<Record<string, string>> }) => Promise<Shop>,
): Promise<CommandedShop<Shop>> {
  const dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-commands-'));
  const shop = await make({ env: { DATA_DIR: dataDir } });
  const { staff: row } = await shop.signInStaff({ email: OWNER.email, role: 'owner' });
  const passwordHash = await createPasswordsService().hash(OWNER.password);
  await shop.db.sql.update(staff).set({ passwordHash }).where(eq(staff.id, row.id));
  fs.mkdirSync(path.join(dataDir, 'db'));
  const release = await lockDirectory(dataDir);
  const stop = await listenForCommands(shop, commands);
  return {
    shop,
    settings: { DATA_DIR: dataDir, TZ: 'Africa/Nairobi' },
    close: async () => {
      await stop();
      await release();
      await shop.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
