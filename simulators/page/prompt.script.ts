/** PIN prompt over the messages, and the list of payments. Inserts texts only as text nodes. */
export const promptScript = `
const byId = (id) => document.getElementById(id);
const ask = byId('ask'), title = byId('ask-title'), result = byId('ask-result'), payments = byId('payments');
const shillings = (amount) => 'Ksh ' + Number(amount).toLocaleString('en-US');
let shown = null;
let isBusy = false;

const states = {
  open: 'Waiting for the PIN', paid: 'Paid', cancelled: 'Cancelled', 'wrong-pin': 'Wrong PIN', 'no-funds': 'No funds',
  unreachable: 'Not reached', expired: 'Expired', failed: 'Refused',
};

function cell(text) {
  const it = document.createElement('td');
  it.textContent = text;
  return it;
}

function row({ receivedAt, phone, amount, accountReference, state, isIgnored, receipt }, time) {
  const it = document.createElement('tr');
  const told = state === 'open' && isIgnored ? 'Ignored' : states[state] ?? state;
  it.append(cell(time(receivedAt)), cell('+' + phone), cell(shillings(amount)), cell(accountReference), cell(told), cell(receipt ?? ''));
  return it;
}

function open(prompt, merchant, others) {
  byId('ask-amount').textContent = shillings(prompt.amount);
  byId('ask-shop').textContent = merchant;
  byId('ask-account').textContent = prompt.accountReference;
  byId('ask-phone').textContent = '+' + prompt.phone;
  byId('ask-more').textContent = others === 0 ? '' : others === 1 ? 'Another prompt waits behind this one.' : others + ' more prompts wait behind this one.';
  if (shown === prompt.checkoutRequestId) return;
  shown = prompt.checkoutRequestId;
  result.textContent = '';
  ask.hidden = false;
  // Does not interrupt other work on the page, and prevents paying the next prompt with a second Enter.
  if (document.activeElement === document.body || ask.contains(document.activeElement)) title.focus();
}

function close() {
  if (shown === null) return;
  const wasInside = ask.contains(document.activeElement);
  shown = null;
  ask.hidden = true;
  if (wasInside) byId('phone-title').focus();
}

/** Shows the newest open prompt of the phone, or of any phone when it is ''. */
export function showPrompts({ prompts, merchant }, phone, time) {
  payments.replaceChildren(...prompts.map((prompt) => row(prompt, time)));
  byId('no-payments').hidden = prompts.length > 0;
  const waiting = prompts.filter((prompt) => prompt.state === 'open' && !prompt.isIgnored && (phone === '' || prompt.phone === phone));
  if (waiting.length === 0) close();
  else open(waiting.find((prompt) => prompt.checkoutRequestId === shown) ?? waiting[0], merchant, waiting.length - 1);
}

/** @param post sends an action and refreshes, and returns whether it was accepted */
export function listen(post) {
  for (const button of ask.querySelectorAll('button')) {
    button.addEventListener('click', async () => {
      if (isBusy) return;
      isBusy = true;
      const isTaken = await post('/control/mpesa/' + shown, { action: button.dataset.action }).catch(() => false);
      isBusy = false;
      result.textContent = isTaken ? '' : 'This prompt is over.';
    });
  }
}
`;
