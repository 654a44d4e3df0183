import type { Services } from './services.ts';
import type { Deps } from './deps.ts';
import { registerMaintenance } from './jobs/maintenance.ts';
import { registerAlerts } from './modules/back-office/alerts.worker.ts';
import { registerByHand } from './modules/by-hand/by-hand.worker.ts';
import { registerClaims } from './modules/by-hand/claims.worker.ts';
import { registerLinks } from './modules/links/links.worker.ts';
import { registerLoginCodes } from './modules/login/login-codes.worker.ts';
import { registerMails } from './modules/messages/mail.worker.ts';
import { registerMessages } from './modules/messages/messages.worker.ts';
import { registerNotices } from './modules/messages/notices.worker.ts';
import { registerExpiry } from './modules/orders/expiry.worker.ts';
import { registerStale } from './modules/orders/stale.worker.ts';
import { registerParcels } from './modules/parcels/parcels.worker.ts';
import { registerPushRecovery } from './modules/payments/push-recovery.worker.ts';
import { registerCircuitProbe } from './modules/payments/circuit-probe.worker.ts';
import { registerReconciler } from './modules/payments/reconciler.worker.ts';
import { registerRefunds } from './modules/refunds/refunds.worker.ts';
import { registerPull } from './modules/statement/pull.worker.ts';

/** Registers all background work. Called once, before the jobs start. */
export function registerWorkers(deps: Deps, services: Services): void {
  registerMaintenance(deps, services);
  registerMessages(deps, services);
  registerMails(deps, services);
  registerLinks(deps, services);
  registerLoginCodes(deps, services);
  registerNotices(deps, services);
  registerNotices(deps, { ...services, notices: services.staffNotices });
  registerExpiry(deps, services);
  registerStale(deps, services);
  registerParcels(deps, services);
  registerReconciler(deps, services);
  registerCircuitProbe(deps, services);
  registerPushRecovery(deps, services);
  registerRefunds(deps, services);
  registerByHand(deps, services);
  registerClaims(deps, services);
  registerPull(deps, services);
  registerAlerts(deps, services);
}
