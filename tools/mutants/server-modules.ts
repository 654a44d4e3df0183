/** A part of the server that is judged as one: its sources, and the folders of tests that must kill its mutants. */
interface ServerModule {
  readonly isPart: (file: string) => boolean;
  readonly folders: readonly string[];
}

const inFolder = (folder: string, ...folders: readonly string[]): ServerModule => ({
  isPart: (file) => file.startsWith(`${folder}/`),
  folders: folders.map((one) => `server/${one}`),
});

const inCore = (name: string) => `core/${name}`;

/**
 * The server, module by module. The tests of a module's own area must kill its mutants, because a maintainer looks
 * there, and the whole suite for each mutant would take a day. For the largest areas, it names the test files that run
 * the sources in their own process and take seconds: a test that starts other processes reaches no mutant.
 */
export const SERVER_MODULES: Readonly<Record<string, ServerModule>> = {
  'server-addresses': inFolder('server/modules/addresses', 'accounts/addresses', 'accounts/profile'),
  'server-backup': inFolder(
    'server/backup',
    ...['edges', 'folder', 'program', 'load', 'make-backup', 'nightly', 'rows', 'engines', 'move-edges'].map(
      (name) => `backup/${name}`,
    ),
  ),
  'server-by-hand': inFolder(
    'server/modules/by-hand',
    ...[
      'attacks',
      'confirmation',
      'hand-payment',
      'inbox',
      'killed',
      'matching',
      'order-with',
      'part-paid',
      'unmatched',
    ].map((name) => `by-hand/${name}`),
    'claims/attacks',
    'claims/claim',
  ),
  'server-cart': inFolder('server/modules/cart', 'cart'),
  'server-catalogue': inFolder('server/modules/catalogue', 'catalogue', 'import'),
  'server-codes': inFolder('server/modules/codes', 'accounts', 'hostile'),
  'server-contact': inFolder('server/modules/contact', 'contact'),
  'server-control': inFolder('server/control', 'control', 'back-office', 'staff'),
  'server-core': {
    isPart: (file) => /^server\/(?:env\/)?[^/]+\.ts$/.test(file),
    folders:
      'concurrency-limit turns-of-work env settings clock log boot http stop pages unreadable raw-http watchdog run-shop'
        .split(' ')
        .map((name) => `server/core/${name}`)
        .concat('server/accounts/phone-fields', 'server/accounts/registration'),
  },
  'server-db': inFolder(
    'server/db',
    ...['boot', 'connections', 'database', 'db-edges', 'pooler', 'schema', 'seed', 'silent-database'].map(inCore),
    'pglite/on-disk',
    'pglite/private-files',
    'catalogue/search-forms',
  ),
  'server-back-office': inFolder(
    'server/modules/back-office',
    'back-office/order',
    'back-office/r',
    'back-office',
    'payments/cross-check',
  ),
  'server-google': inFolder('server/modules/google', 'accounts/account-rows', 'accounts/google', 'google'),
  'server-http': inFolder(
    'server/http',
    ...[
      'access',
      'assets',
      'dev-clock',
      'field-bounds',
      'fuzz',
      'http',
      'response-cache',
      'parsed-urls',
      'cached-path',
      'log',
      'media',
      'openapi',
    ].map(inCore),
    ...['pages', 'raw-http', 'replies', 'stop', 'unreadable', 'who-is-counted'].map(inCore),
  ),
  'server-jobs': inFolder(
    'server/jobs',
    ...['jobs', 'retention', 'dev-clock', 'seed'].map(inCore),
    'catalogue/nightly-comparison',
  ),
  'server-limits': inFolder(
    'server/limits',
    ...['concurrency-limit', 'limiter', 'limits', 'turns', 'who-is-counted'].map(inCore),
    'accounts/concurrency-limit',
    'accounts/guesses',
    'orders/order-limit',
  ),
  'server-links': inFolder('server/modules/links', 'accounts'),
  'server-login': inFolder('server/modules/login', 'accounts'),
  'server-media': inFolder('server/media', 'media', 'core/media', 'google/avatar'),
  'server-messages': inFolder('server/modules/messages', 'orders/message', 'accounts', 'contact', 'back-office'),
  'server-orders': inFolder('server/modules/orders', 'orders', 'hostile'),
  'server-parcels': inFolder('server/modules/parcels', 'parcels', 'orders/stale'),
  'server-passwords': inFolder('server/modules/passwords', 'accounts', 'staff'),
  'server-payments': inFolder(
    'server/modules/payments',
    'payments',
    'orders/mpesa',
    'orders/open-payment',
    'core/who-is-counted',
  ),
  'server-pickup': inFolder('server/modules/pickup', 'pickup', 'orders/pickup'),
  'server-profile': inFolder('server/modules/profile', 'accounts'),
  'server-providers': inFolder(
    'server/providers',
    'payments/daraja',
    'payments/codes',
    'payments/account-codes',
    'payments/mpesa-',
    'statement/read-statement',
    'accounts/termii',
    'google',
    'simulators',
  ),
  'server-refunds': inFolder('server/modules/refunds', 'refunds', 'statement/refund-lines'),
  'server-reviews': inFolder('server/modules/reviews', 'reviews'),
  'server-sessions': inFolder('server/modules/sessions', 'accounts', 'hostile'),
  'server-settlement': inFolder('server/modules/settlement', 'payments', 'orders', 'parcels', 'statement'),
  'server-sign-up': inFolder('server/modules/sign-up', 'accounts'),
  'server-staff': inFolder('server/modules/staff', 'staff', 'reviews/moderation'),
  'server-statement': inFolder('server/modules/statement', 'statement', 'by-hand/hand-payment'),
  'server-stock': inFolder('server/modules/stock', 'stock/l', 'orders/stored-rows', 'catalogue/counted'),
  'server-users': inFolder('server/modules/users', 'accounts'),
};
