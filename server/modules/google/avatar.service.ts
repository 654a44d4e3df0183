import path from 'node:path';
import type { User } from '../../../contract/user.ts';
import type { Deps } from '../../deps.ts';
import { fetchAvatar } from '../../media/fetch-avatar.ts';
import { createOwnPictures } from '../../media/own-pictures.ts';
import { putAvatar } from './google.repository.ts';

/** Profile pictures, processed like all pictures (H20). */
export function createAvatarService({
  env,
  db,
  clock,
  log,
  background,
}: Pick<Deps, 'env' | 'db' | 'clock' | 'log' | 'background'>) {
  async function fetchAndStore(userId: string, picture: string): Promise<void> {
    const { simulatedPictures } = env.google;
    const own = await createOwnPictures({
      dir: path.join(env.dataDir, 'pictures'),
      from: env.dataDir,
      fetch: (url) => fetchAvatar(url, { simulatedPictures }),
    });
    // A value that is not a URL would be read as a local file.
    const brought = /^https?:/.test(picture) ? await own.bring(picture) : { reason: 'is not a valid address' };
    if ('path' in brought) await putAvatar(db.sql, userId, brought.path, clock.now());
    else log.info({ reason: brought.reason }, 'no avatar');
  }

  /**
   * Fetches the picture of an account without one, after the response is sent. Without a picture the shop shows an
   * icon.
   */
  function fetchAndSaveAvatar({ _id, avatar }: User, picture: string | null): void {
    if (picture !== null && avatar === null) background.keep(fetchAndStore(_id, picture));
  }

  return { bringAvatar: fetchAndSaveAvatar };
}
