import type { Deps } from './deps.ts';
import { registerMaintenance } from './jobs/maintenance.ts';
import { registerLinks } from './modules/auth/links.worker.ts';
import { registerLoginCodes } from './modules/auth/login-codes.worker.ts';
import { registerNotices } from './modules/auth/notices.worker.ts';
import { SHOPPERS } from './modules/auth/notices.service.ts';
import { registerAlerts } from './modules/desk/alerts.worker.ts';
import { registerMails } from './modules/messages/mail.worker.ts';
import { registerMessages } from './modules/messages/messages.worker.ts';
import { registerExpiry } from './modules/orders/expiry.worker.ts';
import { registerStale } from './modules/orders/stale.worker.ts';
import { registerPushRecovery } from './modules/payments/push-recovery.worker.ts';
import { registerReconciler } from './modules/payments/reconciler.worker.ts';
import { STAFF } from './modules/staff/staff-waits.service.ts';

/** All work that goes on beside the requests; once, before the jobs start. */
export function registerWorkers(deps: Deps): void {
  registerMaintenance(deps);
  registerMessages(deps);
  registerMails(deps);
  registerLinks(deps);
  registerLoginCodes(deps);
  registerNotices(deps, SHOPPERS);
  registerNotices(deps, STAFF);
  registerExpiry(deps);
  registerStale(deps);
  registerReconciler(deps);
  registerPushRecovery(deps);
  registerAlerts(deps);
}
