/** Polls every second. Inserts texts only as text nodes. */
export const phoneScript = `
import { listenByHand, showMoney } from './hand.js';
import { listen, showPrompts } from './prompt.js';

const byId = (id) => document.getElementById(id);
const phone = byId('phone'), thread = byId('thread'), empty = byId('empty'), log = byId('log'), live = byId('live');
const time = (at) => new Date(at).toLocaleTimeString('en-KE', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
let drawn = '';
const known = new Set();

function element(name, className, text) {
  const it = document.createElement(name);
  if (className) it.className = className;
  if (text !== undefined) it.textContent = text;
  return it;
}

function bubble({ to, text, code, sentAt }) {
  const key = to + sentAt + text;
  const it = element('li', known.has(key) ? 'sms' : 'sms new');
  known.add(key);
  it.append(element('p', 'meta', '+' + to + ' \\u00b7 ' + time(sentAt)), element('div', 'bubble', text));
  if (code) {
    const copy = element('button', 'code', code);
    copy.type = 'button';
    copy.setAttribute('aria-label', 'Copy code ' + code);
    copy.addEventListener('click', async () => {
      await navigator.clipboard.writeText(code);
      copy.textContent = 'Copied';
    });
    it.append(copy);
  }
  return it;
}

function row({ at, provider, method, path, status }) {
  const it = element('tr');
  it.append(...[time(at), provider, method + ' ' + path, status || 'no answer'].map((text) => element('td', '', text)));
  return it;
}

function letter({ to, from, replyTo, subject, text, sentAt }) {
  const it = element('details', 'mail');
  const who = (replyTo || from) + ' to ' + to;
  it.append(element('summary', '', time(sentAt) + ' \\u00b7 ' + subject), element('p', 'meta', who), element('pre', '', text));
  return it;
}

function draw(messages, mpesa, requests, mails, ledger) {
  const state = JSON.stringify([phone.value, messages, mpesa, requests, mails, ledger]);
  if (state === drawn) return;
  drawn = state;
  for (const number of new Set([...messages.map(({ to }) => to), ...mpesa.prompts.map((prompt) => prompt.phone)])) {
    if (![...phone.options].some(({ value }) => value === number)) phone.append(new Option('+' + number, number));
  }
  const shown = messages.filter(({ to }) => phone.value === '' || to === phone.value);
  thread.replaceChildren(...shown.map(bubble));
  empty.hidden = shown.length > 0;
  log.replaceChildren(...requests.slice(-50).reverse().map(row));
  byId('mail').replaceChildren(...mails.map(letter));
  byId('no-mail').hidden = mails.length > 0;
  showPrompts(mpesa, phone.value, time);
  showMoney(ledger, time);
}

async function get(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(path);
  return response.json();
}

async function refresh() {
  byId('clock').textContent = new Date().toLocaleTimeString('en-KE', { hour: '2-digit', minute: '2-digit', hour12: false });
  try {
    const [sms, receipts, mpesa, { requests }, mail, ledger] = await Promise.all(['sms', 'mpesa/receipts', 'mpesa?limit=50', 'log', 'mail', 'mpesa/ledger'].map((path) => get('/control/' + path)));
    const messages = [...sms.messages, ...receipts.messages].sort((one, other) => other.sentAt.localeCompare(one.sentAt));
    draw(messages, mpesa, requests, mail.messages, ledger);
    live.textContent = 'Live';
    live.dataset.state = 'live';
  } catch {
    live.textContent = 'Not running';
    live.dataset.state = 'lost';
  }
}

async function send(path, body) {
  const response = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  await refresh();
  return response.ok ? response.json() : null;
}
const post = async (path, body) => (await send(path, body)) !== null;

listen(post);
listenByHand((payment) => send('/control/mpesa/pay', payment).catch(() => null), () => phone.value);
phone.addEventListener('change', refresh);
byId('reset').addEventListener('click', () => post('/control/reset', {}));
byId('faults').addEventListener('submit', async (event) => {
  event.preventDefault();
  const { provider, mode, times } = Object.fromEntries(new FormData(event.target));
  const isSet = await post('/control/faults', { provider, mode, times: Number(times) });
  byId('fault-result').textContent = isSet ? (mode === 'none' ? 'All well again' : 'Set for ' + times + ' call(s)') : 'Not accepted';
});
setInterval(() => { if (!document.hidden) refresh(); }, 1000);
document.addEventListener('visibilitychange', refresh);
refresh();
`;
