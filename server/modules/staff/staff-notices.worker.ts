import type { Deps } from '../../deps.ts';
import { registerNotices } from '../auth/notices.worker.ts';
import { STAFF } from './staff-waits.service.ts';

/** Mails the staff what others did with their accounts. */
export function registerStaffNotices(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock' | 'env' | 'mail' | 'log' | 'limiter'>,
): void {
  registerNotices(deps, STAFF);
}
