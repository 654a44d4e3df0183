import { catalogue } from './0001-catalogue.ts';
import { accounts } from './0002-accounts.ts';
import { orders } from './0003-orders.ts';
import { jobs } from './0004-jobs.ts';
import { payments } from './0005-payments.ts';
import { pickup } from './0006-pickup.ts';
import { fillings } from './0007-fillings.ts';
import { variants } from './0008-variants.ts';
import { watch } from './0016-watch.ts';
import { search } from './0009-search.ts';
import { reviews } from './0010-reviews.ts';
import { banners } from './0011-banners.ts';
import { accountChanges } from './0012-account-changes.ts';
import { staff } from './0013-staff.ts';
import { google } from './0014-google.ts';
import { lateMoney } from './0015-late-money.ts';
import { limits } from './0017-limits.ts';
import { bounds } from './0018-bounds.ts';
import { payerPhones } from './0019-payer-phones.ts';
import { desk } from './0020-desk.ts';
import { oneSpelling } from './0022-one-spelling.ts';
import { paymentQuestions } from './0021-payment-questions.ts';
import { derivedByCode } from './0030-derived-by-code.ts';
import { recentDocuments } from './0031-recent-documents.ts';
import { stockLedger } from './0032-stock-ledger.ts';
import { refunds } from './0034-refunds.ts';
import { receivedMoney } from './0036-received-money.ts';
import { claims } from './0038-claims.ts';
import { statements } from './0039-statements.ts';
import { returnedMoney } from './0041-returned-money.ts';
import { serials } from './0042-serials.ts';
import { undone } from './undone.ts';
import { saleStarts } from './0023-sale-starts.ts';
import { catalogueChanges } from './0024-catalogue-changes.ts';
import { loginCodes } from './0028-login-codes.ts';
import { circuits } from './0033-circuits.ts';
import { parcels } from './0037-parcels.ts';

export interface Migration {
  /** Defines the order. Must never change. */
  readonly name: string;
  /** One statement each. Must be repeatable (`if not exists`), and must not change after a release. */
  readonly steps: readonly string[];
}

/** In order of execution. A change to a released table needs a new migration. */
export const migrations: readonly Migration[] = [
  { name: '0001-catalogue', steps: catalogue },
  { name: '0002-accounts', steps: accounts },
  { name: '0003-orders', steps: orders },
  { name: '0004-jobs', steps: jobs },
  { name: '0005-payments', steps: payments },
  { name: '0006-pickup', steps: pickup },
  { name: '0007-fillings', steps: fillings },
  { name: '0008-variants', steps: variants },
  { name: '0009-search', steps: search },
  { name: '0010-reviews', steps: reviews },
  { name: '0011-banners', steps: banners },
  { name: '0012-account-changes', steps: accountChanges },
  { name: '0013-staff', steps: staff },
  { name: '0014-google', steps: google },
  { name: '0015-late-money', steps: lateMoney },
  { name: '0016-watch', steps: watch },
  { name: '0017-limits', steps: limits },
  { name: '0018-bounds', steps: bounds },
  { name: '0019-payer-phones', steps: payerPhones },
  { name: '0020-desk', steps: desk },
  { name: '0021-payment-questions', steps: paymentQuestions },
  { name: '0022-one-spelling', steps: oneSpelling },
  { name: '0023-sale-starts', steps: saleStarts },
  { name: '0024-catalogue-changes', steps: catalogueChanges },
  { name: '0025-search-words', steps: undone(8) },
  { name: '0026-renamed-groups', steps: undone(2) },
  { name: '0027-search-ranges', steps: undone(8) },
  { name: '0028-login-codes', steps: loginCodes },
  { name: '0029-search-units', steps: undone(8) },
  { name: '0030-derived-by-code', steps: derivedByCode },
  { name: '0031-recent-documents', steps: recentDocuments },
  { name: '0032-stock-ledger', steps: stockLedger },
  { name: '0033-circuits', steps: circuits },
  { name: '0034-refunds', steps: refunds },
  { name: '0036-received-money', steps: receivedMoney },
  { name: '0037-parcels', steps: parcels },
  { name: '0038-claims', steps: claims },
  { name: '0039-statements', steps: statements },
  { name: '0041-returned-money', steps: returnedMoney },
  { name: '0042-serials', steps: serials },
];
