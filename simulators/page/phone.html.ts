import { MERCHANT } from '../daraja/merchant.ts';

export const phoneHtml = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Simulated phone</title>
  <link rel="stylesheet" href="/phone.css">
  <script type="module" src="/phone.js"></script>
  <link rel="modulepreload" href="/prompt.js">
  <link rel="modulepreload" href="/hand.js">
</head>
<body>
  <header class="top">
    <h1>Simulators</h1>
    <p>The outside world of the shop, on this computer only. Nothing here reaches a real phone.</p>
    <p class="live" id="live" role="status">Connecting</p>
  </header>
  <main class="desk">
    <section class="handset" aria-labelledby="phone-title">
      <div class="screen">
        <div class="bar"><span id="clock">--:--</span><span class="signal" aria-hidden="true"><i></i><i></i><i></i><i></i></span></div>
        <div class="app">
          <h2 id="phone-title" tabindex="-1">Messages</h2>
          <label class="line">
            <span>SIM card</span>
            <select id="phone"><option value="">All numbers</option></select>
          </label>
          <button type="button" class="menu" id="hand-open">Lipa na M-PESA</button>
        </div>
        <ol class="thread" id="thread" aria-live="polite"></ol>
        <p class="empty" id="empty">No message yet. Ask the shop for a code, or pay by M-Pesa, and it arrives here.</p>
        <div class="ask all" id="hand" role="dialog" aria-labelledby="hand-title" hidden>
          <div class="sheet">
            <h3 id="hand-title">Lipa na M-PESA</h3>
            <form id="hand-form" class="lines">
              <label>From phone <input name="phone" type="tel" autocomplete="off" placeholder="0712 345 678" required></label>
              <label>Pay to <select name="kind"><option value="paybill">Paybill</option><option value="till">Till (Buy Goods)</option></select></label>
              <label>Business number <input name="shortcode" inputmode="numeric" pattern="[0-9]{5,7}" title="5 to 7 digits" value="${MERCHANT.shortcode}" autocomplete="off" required></label>
              <label id="hand-account">Account number <input name="account" maxlength="20" autocomplete="off"></label>
              <label>Amount <input name="amount" type="number" min="1" max="250000" step="1" required></label>
              <div class="choices">
                <button class="main">Send money</button>
                <button type="button" id="hand-close">Close</button>
              </div>
              <p class="from" id="hand-result" role="status"></p>
            </form>
          </div>
        </div>
        <div class="ask" id="ask" role="alertdialog" aria-labelledby="ask-title" aria-describedby="ask-text" hidden>
          <div class="sheet">
            <h3 id="ask-title" tabindex="-1">M-PESA</h3>
            <p id="ask-text">Pay <strong id="ask-amount"></strong> to <strong id="ask-shop"></strong>, account <strong id="ask-account"></strong>?</p>
            <p class="from"><span id="ask-phone"></span>, enter your M-PESA PIN</p>
            <p class="pin" aria-hidden="true"><i></i><i></i><i></i><i></i></p>
            <div class="choices">
              <button type="button" class="main" data-action="pay">Pay</button>
              <button type="button" data-action="cancel">Cancel</button>
              <button type="button" data-action="wrong-pin">Wrong PIN</button>
              <button type="button" data-action="no-funds">No funds</button>
              <button type="button" data-action="ignore">Ignore</button>
            </div>
            <p class="from" id="ask-more"></p>
            <p class="from" id="ask-result" role="status"></p>
          </div>
        </div>
      </div>
    </section>
    <div class="side">
      <section class="panel" aria-labelledby="faults-title">
        <h2 id="faults-title">Bad day</h2>
        <p>Make the next calls of a provider fail.</p>
        <form id="faults">
          <label>Provider <select name="provider"><option value="daraja">Daraja (M-Pesa)</option><option value="termii">Termii (SMS)</option><option value="mail">Mail</option><option value="google">Google</option></select></label>
          <label>What happens
            <select name="mode">
              <option value="503">503 unavailable</option>
              <option value="429">429 too many requests</option>
              <option value="html">An HTML page instead of JSON</option>
              <option value="maintenance">A page about maintenance</option>
              <option value="hang">No answer</option>
              <option value="reset">Connection broken</option>
              <option value="lose-answer">Acts, but the answer is lost</option>
              <option value="none">Nothing, all well</option>
            </select>
          </label>
          <label>Times <input name="times" type="number" min="1" max="999" value="1" required></label>
          <button>Set</button>
          <output id="fault-result"></output>
        </form>
      </section>
      <section class="panel" aria-labelledby="payments-title">
        <h2 id="payments-title">M-Pesa prompts</h2>
        <p id="no-payments">None yet.</p>
        <div class="scroll" tabindex="0" role="group" aria-labelledby="payments-title">
          <table>
            <thead><tr><th>Time</th><th>Phone</th><th>Amount</th><th>Account</th><th>State</th><th>Receipt</th></tr></thead>
            <tbody id="payments"></tbody>
          </table>
        </div>
      </section>
      <section class="panel" aria-labelledby="money-title">
        <h2 id="money-title">Payments by hand and refunds</h2>
        <p id="no-money">None yet.</p>
        <div class="scroll" tabindex="0" role="group" aria-labelledby="money-title">
          <table>
            <thead><tr><th>Time</th><th>Kind</th><th>From</th><th>To</th><th>Amount</th><th>Account</th><th>Receipt</th></tr></thead>
            <tbody id="money"></tbody>
          </table>
        </div>
      </section>
      <section class="panel" aria-labelledby="mail-title">
        <h2 id="mail-title">Mailbox</h2>
        <p id="no-mail">No mail yet.</p>
        <div class="scroll" tabindex="0" role="group" aria-labelledby="mail-title" id="mail"></div>
      </section>
      <section class="panel" aria-labelledby="log-title">
        <h2 id="log-title">Requests seen</h2>
        <div class="scroll" tabindex="0" role="group" aria-labelledby="log-title">
          <table>
            <thead><tr><th>Time</th><th>Provider</th><th>Call</th><th>Status</th></tr></thead>
            <tbody id="log"></tbody>
          </table>
        </div>
      </section>
      <section class="panel">
        <button id="reset" type="button">Forget everything</button>
      </section>
    </div>
  </main>
</body>
</html>
`;
