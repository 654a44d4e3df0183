import { PEOPLE } from './people.ts';

/** Window for choosing a simulated account. */
export const selectHtml = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Simulated Google</title>
  <link rel="stylesheet" href="select.css">
  <script src="select.js" defer></script>
</head>
<body>
  <h1>Choose an account</h1>
  <p>A simulated Google on this computer only.</p>
  ${PEOPLE.map(({ name, email, sub }) => `<button type="button" data-name="${name}" data-email="${email}" data-sub="${sub}"><strong>${name}</strong> ${email}</button>`).join('\n  ')}
  <form>
    <label>Another e-mail <input name="email" type="email" required autocomplete="off"></label>
    <label>Name <input name="name" required value="Google Tester"></label>
    <button>Continue</button>
  </form>
  <p role="alert" id="problem"></p>
</body>
</html>
`;

export const selectStyle = `body { font: 16px system-ui, sans-serif; max-width: 24rem; margin: 1rem auto; padding: 0 1rem; }
button { display: block; width: 100%; margin: .5rem 0; padding: .75rem; font: inherit; text-align: left; background: #fff; border: 1px solid #747775; border-radius: 4px; cursor: pointer; }
label { display: block; margin: .75rem 0; }
input { display: block; width: 100%; box-sizing: border-box; padding: .5rem; font: inherit; }
`;

/** An e-mail always has the same `sub`. */
export const selectScript = `const asked = new URLSearchParams(location.search);
async function choose(person) {
  const response = await fetch('/control/google/credential', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, ...(asked.get('nonce') && { nonce: asked.get('nonce') }) }),
  });
  if (!response.ok) {
    document.getElementById('problem').textContent = 'No credential (' + response.status + ')';
    return;
  }
  const { credential } = await response.json();
  opener?.postMessage({ type: 'google-simulator', credential }, asked.get('origin') ?? location.origin);
  close();
}
const subOf = (email) => '2' + [...email].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 1e15, 7).toString().padStart(20, '0');
for (const button of document.querySelectorAll('button[data-sub]'))
  button.addEventListener('click', () => void choose({ ...button.dataset }));
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const email = event.target.email.value.trim().toLowerCase();
  void choose({ email, name: event.target.name.value, sub: subOf(email) });
});
`;
