/**
 * Replacement for `accounts.google.com/gsi/client` with the same API and a window for choosing an account. Tests can
 * pass a credential without the window: `dispatchEvent(new CustomEvent('google-simulator', { detail: { credential }
 * }))`.
 */
export const clientScript = `(() => {
  const home = new URL('.', document.currentScript.src);
  const TEXTS = { signin_with: 'Sign in with Google', signup_with: 'Sign up with Google', signin: 'Sign in' };
  let settings = {};
  const give = (credential, select_by) => settings.callback?.({ credential, select_by, clientId: settings.client_id });
  function choose() {
    const address = new URL('select', home);
    address.searchParams.set('origin', location.origin);
    address.searchParams.set('client_id', settings.client_id ?? '');
    if (settings.nonce) address.searchParams.set('nonce', settings.nonce);
    window.open(address, 'google-simulator', 'popup,width=420,height=560');
  }
  addEventListener('message', ({ origin, data }) => {
    if (origin === home.origin && data?.type === 'google-simulator') give(data.credential, 'btn');
  });
  addEventListener('google-simulator', ({ detail }) => give(detail.credential, detail.select_by ?? 'user'));
  window.google = {
    accounts: {
      id: {
        initialize(given) { settings = given; },
        renderButton(parent, options = {}) {
          const button = document.createElement('button');
          button.type = 'button';
          button.textContent = TEXTS[options.text] ?? 'Continue with Google';
          Object.assign(button.style, {
            width: '100%', minHeight: '40px', padding: '8px 12px', font: '500 14px system-ui, sans-serif',
            color: '#1f1f1f', background: '#fff', border: '1px solid #747775', borderRadius: '4px', cursor: 'pointer',
          });
          button.addEventListener('click', () => { options.click_listener?.(); choose(); });
          parent.replaceChildren(button);
        },
        prompt() {},
        cancel() {},
        disableAutoSelect() {},
      },
    },
  };
})();
`;
