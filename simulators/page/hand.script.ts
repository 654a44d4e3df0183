/** M-Pesa's menu on the phone: paying by hand, and the list of the other money. Inserts texts only as text nodes. */
export const handScript = `
const byId = (id) => document.getElementById(id);
const hand = byId('hand'), form = byId('hand-form'), opener = byId('hand-open'), result = byId('hand-result');
const shillings = (amount) => 'Ksh ' + Number(amount).toLocaleString('en-US');
const kinds = { paybill: 'Paybill', till: 'Till', reversal: 'Sent back', payout: 'Paid out' };

function cell(text) {
  const it = document.createElement('td');
  it.textContent = text;
  return it;
}

const party = (it) => (it.length > 7 ? '+' + it : it);

function row({ at, kind, from, to, amount, account, receipt }, time) {
  const it = document.createElement('tr');
  it.append(...[time(at), kinds[kind], party(from), party(to), shillings(amount), account, receipt].map(cell));
  return it;
}

/** Shows payments by hand and refunds, newest first. The prompts have a list of their own. */
export function showMoney({ transactions }, time) {
  const shown = transactions.filter(({ kind }) => kind !== 'prompt');
  byId('money').replaceChildren(...shown.slice(-50).reverse().map((it) => row(it, time)));
  byId('no-money').hidden = shown.length > 0;
}

function close() {
  hand.hidden = true;
  opener.focus();
}

function showAccount() {
  byId('hand-account').hidden = form.kind.value === 'till';
}

/** @param pay sends the payment and returns the answer, or null. @param sim returns the number of the SIM card, or '' */
export function listenByHand(pay, sim) {
  opener.addEventListener('click', () => {
    if (sim() !== '') form.phone.value = sim();
    result.textContent = '';
    hand.hidden = false;
    (form.phone.value === '' ? form.phone : form.amount).focus();
  });
  byId('hand-close').addEventListener('click', close);
  hand.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  form.kind.addEventListener('change', showAccount);
  showAccount();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { phone, kind, shortcode, account, amount } = Object.fromEntries(new FormData(form));
    const digits = phone.replace(/\\D/g, '').replace(/^0/, '254');
    result.textContent = 'Sending';
    const paid = await pay({ phone: digits, kind, shortcode, account, amount: Number(amount) });
    result.textContent =
      paid === null ? 'M-PESA does not take this.'
      : paid.state === 'paid' ? 'Sent. Receipt ' + paid.receipt + '.'
      : 'The shop refuses this account.';
  });
}
`;
