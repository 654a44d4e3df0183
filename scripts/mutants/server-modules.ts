/** A part of the server that is judged as one: its sources, and the folders of tests that have to notice what is wrong. */
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
 * The server, module by module. A fault is noticed by the tests of its own area: that is where a maintainer looks, and
 * the whole suite for each mutant would take a day.
 */
export const SERVER_MODULES: Readonly<Record<string, ServerModule>> = {
  'server-addresses': inFolder('server/modules/addresses', 'accounts/addresses', 'accounts/profile'),
  'server-auth': inFolder('server/modules/auth', 'accounts', 'google', 'hostile'),
  'server-backup': inFolder('server/backup', 'backup'),
  'server-cart': inFolder('server/modules/cart', 'cart'),
  'server-catalogue': inFolder('server/modules/catalogue', 'catalogue', 'import'),
  'server-contact': inFolder('server/modules/contact', 'contact'),
  'server-control': inFolder('server/control', 'control', 'desk', 'staff'),
  'server-core': { isPart: (file) => /^server\/[^/]+\.ts$/.test(file), folders: ['server/core'] },
  'server-db': inFolder('server/db', 'core', 'pglite', 'backup'),
  'server-desk': inFolder('server/modules/desk', 'desk'),
  'server-http': inFolder(
    'server/http',
    ...['access', 'assets', 'field-bounds', 'fuzz', 'http', 'kept-answers', 'log', 'media', 'openapi', 'pages'].map(
      inCore,
    ),
    ...['raw-http', 'stop', 'unreadable', 'who-is-counted'].map(inCore),
  ),
  'server-jobs': inFolder('server/jobs', ...['jobs', 'retention', 'dev-clock', 'fill'].map(inCore)),
  'server-limits': inFolder(
    'server/limits',
    ...['concurrency-limit', 'limiter', 'limits-document', 'turns', 'who-is-counted'].map(inCore),
    'accounts/concurrency-limit',
    'accounts/guesses',
    'orders/order-limit',
  ),
  'server-media': inFolder('server/media', 'media', 'core/media'),
  'server-messages': inFolder('server/modules/messages', 'orders/message', 'accounts/mail', 'contact', 'desk'),
  'server-orders': inFolder('server/modules/orders', 'orders', 'hostile'),
  'server-payments': inFolder('server/modules/payments', 'payments', 'orders/mpesa', 'orders/open-payment'),
  'server-pickup': inFolder('server/modules/pickup', 'pickup', 'orders/pickup'),
  'server-providers': inFolder(
    'server/providers',
    'payments/daraja',
    'payments/codes',
    'accounts/termii',
    'google',
    'simulators',
  ),
  'server-reviews': inFolder('server/modules/reviews', 'reviews'),
  'server-settlement': inFolder('server/modules/settlement', 'payments', 'orders'),
  'server-staff': inFolder('server/modules/staff', 'staff', 'reviews/moderation'),
};
