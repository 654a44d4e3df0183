import type { Deps } from './deps.ts';
import { createAddressesService } from './modules/addresses/addresses.service.ts';
import { createCartService } from './modules/cart/cart.service.ts';
import { createCatalogueService } from './modules/catalogue/catalogue.service.ts';
import { createChangeService } from './modules/catalogue/change.service.ts';
import { createDerivedService } from './modules/catalogue/derived.service.ts';
import { createPopularService } from './modules/catalogue/popular.service.ts';
import { createSearchService } from './modules/catalogue/search.service.ts';
import { createSitemapService } from './modules/catalogue/sitemap.service.ts';
import { createCodePlacesService } from './modules/codes/code-places.service.ts';
import { createOtpService } from './modules/codes/otp.service.ts';
import { createProofService } from './modules/codes/proof.service.ts';
import { createClaimQuestionsService } from './modules/by-hand/claim-questions.service.ts';
import { createClaimResultsService } from './modules/by-hand/claim-results.service.ts';
import { createClaimsStaffService } from './modules/by-hand/claims-staff.service.ts';
import { createClaimsService } from './modules/by-hand/claims.service.ts';
import { createContactService } from './modules/contact/contact.service.ts';
import { createBackOfficeSettleService } from './modules/back-office/back-office-settle.service.ts';
import { createCrossCheckStaffService } from './modules/back-office/cross-check-staff.service.ts';
import { createBackOfficeService } from './modules/back-office/back-office.service.ts';
import { createAvatarService } from './modules/google/avatar.service.ts';
import { createGoogleService } from './modules/google/google.service.ts';
import { createLinksService } from './modules/links/links.service.ts';
import { createLoginCodesService } from './modules/login/login-codes.service.ts';
import { createLoginGuardService } from './modules/login/login-guard.service.ts';
import { createLoginService } from './modules/login/login.service.ts';
import { createMailDeliveryService } from './modules/messages/mail-delivery.service.ts';
import { createMailService } from './modules/messages/mail.service.ts';
import { createMessagesService } from './modules/messages/messages.service.ts';
import { createNoticesService } from './modules/messages/notices.service.ts';
import { createUndeliveredService } from './modules/messages/undelivered.service.ts';
import { createOrderQuotasService } from './modules/orders/order-quotas.service.ts';
import { createOrderService } from './modules/orders/create-order.service.ts';
import { createExpiryService } from './modules/orders/expiry.service.ts';
import { createOrdersService } from './modules/orders/orders.service.ts';
import { createReplaceOrderService } from './modules/orders/replace-order.service.ts';
import { createChangePasswordService } from './modules/passwords/change-password.service.ts';
import { createCredentialsService } from './modules/passwords/credentials.service.ts';
import { createPasswordsService } from './modules/passwords/passwords.service.ts';
import { createResetService } from './modules/passwords/reset.service.ts';
import { createInboxAddressesService } from './modules/by-hand/inbox-addresses.service.ts';
import { createSerialsService } from './modules/parcels/serials.service.ts';
import { createUnmatchedService } from './modules/by-hand/unmatched.service.ts';
import { createInboxService } from './modules/by-hand/inbox.service.ts';
import { createMatchingService } from './modules/by-hand/matching.service.ts';
import { createOrderPaymentService } from './modules/by-hand/order-payment.service.ts';
import { createProofOfMoneyService } from './modules/by-hand/proof-of-money.service.ts';
import { createShowingService } from './modules/by-hand/showing.service.ts';
import { createCallbackService } from './modules/payments/callback.service.ts';
import { createPayerPhoneService } from './modules/payments/payer-phone.service.ts';
import { createPaymentStatusService } from './modules/payments/payment-status.service.ts';
import { createOtherWaysService } from './modules/payments/other-ways.service.ts';
import { createPushService } from './modules/payments/push.service.ts';
import { createQueryService } from './modules/payments/query.service.ts';
import { createQueryBudgetService } from './modules/payments/query-budget.service.ts';
import { createRefundsBackOfficeService } from './modules/payments/refunds-back-office.service.ts';
import { createRefusedCallbacksService } from './modules/payments/refused-callbacks.service.ts';
import { createSameAmountService } from './modules/payments/same-amount.service.ts';
import { createPickupService } from './modules/pickup/pickup.service.ts';
import { createProfileService } from './modules/profile/profile.service.ts';
import { createRefundResultsService } from './modules/refunds/refund-results.service.ts';
import { createRefundSenderService } from './modules/refunds/refund-sender.service.ts';
import { createRefundsStaffService } from './modules/refunds/refunds-staff.service.ts';
import { createReviewsService } from './modules/reviews/reviews.service.ts';
import { createBrowsersService } from './modules/sessions/browsers.service.ts';
import { createCallersService } from './modules/sessions/callers.service.ts';
import { createLimitsService } from './modules/sessions/limits.service.ts';
import { createSessionsService } from './modules/sessions/sessions.service.ts';
import { createAlarmsService } from './modules/settlement/alarms.service.ts';
import { createAttemptChangeService } from './modules/settlement/attempt-change.service.ts';
import { createCircuitService } from './modules/settlement/circuit.service.ts';
import { createCollectionService } from './modules/messages/collection.service.ts';
import { createRemindersService } from './modules/parcels/reminders.service.ts';
import { createParcelListService } from './modules/parcels/parcel-list.service.ts';
import { createParcelReportsService } from './modules/parcels/parcel-reports.service.ts';
import { createCrossCheckService } from './modules/settlement/cross-check.service.ts';
import { createOrderChangeService } from './modules/settlement/order-change.service.ts';
import { createParcelEffectsService } from './modules/settlement/parcel-effects.service.ts';
import { createQueryScheduleService } from './modules/settlement/query-schedule.service.ts';
import { createRefundChangeService } from './modules/settlement/refund-change.service.ts';
import { createPaymentLineService } from './modules/statement/payment-line.service.ts';
import { createRefundsService } from './modules/settlement/refunds.service.ts';
import { createClaimChangeService } from './modules/settlement/claim-change.service.ts';
import { createSettlementService } from './modules/settlement/settlement.service.ts';
import { createRegistrationService } from './modules/sign-up/registration.service.ts';
import { createPullService } from './modules/statement/pull.service.ts';
import { createSentMoneyService } from './modules/statement/sent-money.service.ts';
import { createStatementService } from './modules/statement/statement.service.ts';
import { createStockService } from './modules/stock/stock.service.ts';
import { createAuditService } from './modules/staff/audit.service.ts';
import { createStaffAccountsService } from './modules/staff/staff-accounts.service.ts';
import { createStaffLoginService } from './modules/staff/staff-login.service.ts';
import { createStaffOrdersService } from './modules/staff/staff-orders.service.ts';
import { createStaffReviewsService } from './modules/staff/staff-reviews.service.ts';
import { createStaffSessionsService } from './modules/staff/staff-sessions.service.ts';
import {
  createStaffLoginThrottleService,
  STAFF,
  STAFF_BROWSERS,
} from './modules/staff/staff-login-throttle.service.ts';
import type { Services } from './services.ts';

/** Creates each service once per process, shared by routes, workers and commands. */
export function createServices(deps: Deps): Services {
  // settlement and messages
  const mail = createMailService(deps);
  const undelivered = createUndeliveredService(deps);
  const mailDelivery = createMailDeliveryService(deps, { undelivered });
  const messages = createMessagesService(deps);
  const alarms = createAlarmsService(deps);
  const circuit = createCircuitService(deps, { alarms });
  const crossCheck = createCrossCheckService(deps, { alarms });
  const attemptChange = createAttemptChangeService();
  const refunds = createRefundsService({ alarms, attemptChange });
  const stock = createStockService(deps);
  const parcelEffects = createParcelEffectsService(deps, { messages, stock, refunds });
  const orderChange = createOrderChangeService({ messages, alarms, refunds, parcelEffects });
  const collection = createCollectionService(deps);
  const reminders = createRemindersService(deps, { orderChange, messages });
  const querySchedule = createQueryScheduleService(deps);
  const claimChange = createClaimChangeService(deps, { messages });
  const settlement = createSettlementService(deps, { alarms, attemptChange, orderChange, querySchedule, claimChange });
  const refundChange = createRefundChangeService(deps, { alarms, messages, settlement, orderChange });

  // accounts
  const passwords = createPasswordsService();
  const callers = createCallersService(deps);
  const limits = createLimitsService(deps, { callers });
  const sessions = createSessionsService(deps);
  const proof = createProofService(deps);
  const browsers = createBrowsersService(deps);
  const links = createLinksService(deps);
  const credentials = createCredentialsService(deps, { mail });
  const avatar = createAvatarService(deps);
  const notices = createNoticesService(deps);
  const loginCodes = createLoginCodesService(deps);
  const loginGuard = createLoginGuardService(deps, { browsers, notices, loginCodes });
  const codePlaces = createCodePlacesService(deps, { callers, alarms, limits });
  const otp = createOtpService(deps, { codePlaces, limits });
  const login = createLoginService(deps, { sessions, loginGuard, browsers, passwords, limits });
  const registration = createRegistrationService(deps, { sessions, proof, notices, browsers, passwords, limits });
  const google = createGoogleService(deps, { sessions, proof, avatar, browsers, limits });
  const reset = createResetService(deps, { links, sessions, credentials, browsers, passwords, limits });
  const changePassword = createChangePasswordService(deps, { credentials, browsers, passwords, limits });
  const profile = createProfileService(deps, { links, proof, mail, limits });
  const addresses = createAddressesService(deps, { profile });

  // the catalogue
  const search = createSearchService(deps);
  const popular = createPopularService(deps);
  const catalogue = createCatalogueService(deps, { search, popular });
  const change = createChangeService(deps, { stock });
  const derived = createDerivedService(deps);
  const sitemap = createSitemapService(deps);
  const reviews = createReviewsService(deps);
  const cart = createCartService(deps);
  const pickup = createPickupService(deps);
  const contact = createContactService(deps, { mail, callers });

  // orders
  const expiry = createExpiryService(deps);
  const bounds = createOrderQuotasService(deps);
  const replaceOrder = createReplaceOrderService(deps, { orderChange, settlement });
  const newOrders = createOrderService(deps, { expiry, bounds, replaceOrder });
  const orders = createOrdersService(deps, { orderChange, settlement, bounds, replaceOrder, circuit });

  // payments
  const queryBudget = createQueryBudgetService('mpesa.query', deps.env.mpesa.queriesPerMinute);
  const sameAmount = createSameAmountService(deps);
  const payerPhone = createPayerPhoneService(deps, { proof });
  const otherWays = createOtherWaysService(deps, { bounds, circuit });
  const push = createPushService(deps, {
    settlement,
    alarms,
    querySchedule,
    sameAmount,
    payerPhone,
    circuit,
    otherWays,
  });
  const query = createQueryService(deps, { settlement, querySchedule, alarms, circuit, crossCheck });
  const paymentStatus = createPaymentStatusService(deps, { sameAmount, querySchedule, circuit });
  const callback = createCallbackService(deps, { alarms, settlement, circuit });
  const refusedCallbacks = createRefusedCallbacksService(deps, { alarms });
  const refundsBackOffice = createRefundsBackOfficeService(deps, { orderChange, settlement });
  const refundSender = createRefundSenderService(deps, { refundChange, alarms });
  const refundResults = createRefundResultsService(deps, { refundChange, alarms });

  // payments by hand
  const inbox = createInboxService(deps, { alarms });
  const proofOfMoney = createProofOfMoneyService(deps, { alarms });
  const matching = createMatchingService(deps, { alarms, orderChange, settlement, proofOfMoney, claimChange });
  const claimResults = createClaimResultsService(deps, { claimChange, matching, alarms });
  const showing = createShowingService(deps, { alarms, orderChange, matching, claimResults });
  const inboxAddresses = createInboxAddressesService(deps);
  const orderPayment = createOrderPaymentService(deps, { circuit, messages });
  const claims = createClaimsService(deps, { claimChange });
  const claimQuestions = createClaimQuestionsService(deps, { claimChange, circuit, alarms });

  // staff and back office
  const audit = createAuditService();
  const unmatched = createUnmatchedService(deps, { matching, audit, proofOfMoney, refundChange });
  const claimsStaff = createClaimsStaffService(deps, { claimChange, unmatched, audit });
  const paymentLines = createPaymentLineService(deps, { matching, showing });
  const sentMoney = createSentMoneyService(deps, { refundChange, alarms, audit });
  const statement = createStatementService(deps, { alarms, mail, paymentLines, sentMoney, showing });
  const pull = createPullService(deps, { statement });
  const staffSessions = createStaffSessionsService(deps);
  const staffBrowsers = createBrowsersService(deps, STAFF_BROWSERS);
  const staffNotices = createNoticesService(deps, STAFF);
  const staffWaits = createStaffLoginThrottleService(deps, { staffBrowsers, staffNotices });
  const staffAccounts = createStaffAccountsService(deps, { staffWaits, passwords, audit });
  const staffLogin = createStaffLoginService(deps, { staffSessions, audit, staffWaits, passwords });
  const staffOrders = createStaffOrdersService(deps, { orderChange, settlement, querySchedule, audit });
  const refundsStaff = createRefundsStaffService(deps, { refundChange, refundSender, audit });
  const parcelReports = createParcelReportsService(deps, { orderChange, alarms, audit });
  const serials = createSerialsService(deps, { audit });
  const parcelList = createParcelListService(deps, { parcelReports, serials });
  const staffReviews = createStaffReviewsService(deps, { reviews, audit });
  const backOffice = createBackOfficeService(deps);
  const backOfficeSettle = createBackOfficeSettleService(deps, { backOffice, refundsBackOffice, staffOrders, audit });
  const crossCheckStaff = createCrossCheckStaffService(deps, { audit, backOfficeSettle });

  const authenticate = {
    findCustomer: sessions.customerOf,
    findStaffMember: staffSessions.staffOf,
    findLimitKey: callers.apartOf,
  };

  return {
    mail,
    undelivered,
    mailDelivery,
    messages,
    alarms,
    circuit,
    crossCheck,
    attemptChange,
    refunds,
    stock,
    parcelEffects,
    orderChange,
    collection,
    reminders,
    querySchedule,
    claimChange,
    settlement,
    refundChange,
    passwords,
    callers,
    limits,
    sessions,
    proof,
    browsers,
    profile,
    links,
    credentials,
    avatar,
    notices,
    loginCodes,
    loginGuard,
    codePlaces,
    otp,
    login,
    registration,
    google,
    reset,
    changePassword,
    addresses,
    search,
    popular,
    catalogue,
    change,
    derived,
    sitemap,
    reviews,
    cart,
    pickup,
    contact,
    expiry,
    bounds,
    replaceOrder,
    newOrders,
    orders,
    queryBudget,
    sameAmount,
    payerPhone,
    otherWays,
    query,
    push,
    paymentStatus,
    callback,
    refusedCallbacks,
    refundsBackOffice,
    refundSender,
    refundResults,
    inbox,
    proofOfMoney,
    matching,
    showing,
    inboxAddresses,
    serials,
    unmatched,
    orderPayment,
    claims,
    claimQuestions,
    claimResults,
    claimsStaff,
    paymentLines,
    sentMoney,
    statement,
    pull,
    audit,
    staffSessions,
    staffBrowsers,
    staffNotices,
    staffWaits,
    staffAccounts,
    staffLogin,
    staffOrders,
    refundsStaff,
    parcelReports,
    parcelList,
    staffReviews,
    backOffice,
    backOfficeSettle,
    crossCheckStaff,
    authenticate,
  };
}
