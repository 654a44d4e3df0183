import type { Deps } from './deps.ts';
import { registerMaintenance } from './jobs/maintenance.ts';
import { registerNews } from './modules/news/news.service.ts';
import { registerExpiry } from './modules/orders/expiry.service.ts';
import { registerPushRecovery } from './modules/payments/push-recovery.ts';
import { registerReconciler } from './modules/payments/reconciler.ts';

/** All work that goes on beside the requests; once, before the jobs start. */
export function registerWorks(deps: Deps): void {
  registerMaintenance(deps);
  registerNews(deps);
  registerExpiry(deps);
  registerReconciler(deps);
  registerPushRecovery(deps);
}
