import { createActor } from 'xstate';
import { afterEach, expect, test, vi } from 'vitest';
import { contactMachines } from '../../../src/compose/shell/contact.ts';
import { openTab } from '../../support/tab.ts';
import { until } from '../../support/until.ts';

afterEach(() => vi.unstubAllGlobals());

/** Opens the page, or opens it again. */
function openPage(tab: ReturnType<typeof openTab>) {
  const actor = createActor(tab.app.compose(contactMachines).contact);
  return actor.start();
}

test('A22: a reload starts with an empty form and sends nothing again', async () => {
  const tab = openTab({ server: () => ({ status: 200, body: { success: true } }) });
  const page = openPage(tab);
  page.send({ type: 'name.change', name: 'Wanjiku' });
  page.send({ type: 'email.change', email: 'wanjiku@example.com' });
  page.send({ type: 'message.change', message: 'Hello' });
  page.send({ type: 'form.submit' });
  await until(() => expect(page.getSnapshot().matches('sent')).toBe(true));
  page.stop();
  expect(openPage(tab).getSnapshot()).toMatchObject({ value: 'form', context: { name: '', email: '', message: '' } });
  expect(tab.sent).toHaveLength(1);
  expect([...tab.storage.values.keys()]).toEqual([]);
});
