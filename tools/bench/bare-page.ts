import type { Browser } from '@playwright/test';

/**
 * A page of a phone that the browser's protocol drives alone. Playwright's pages run scripts of their own in each
 * document: they lengthen the task that opens it by a third, and add one of 40 ms.
 */
export interface BarePage {
  /** Sends a command of the protocol. Rejects with the browser's message. */
  send<Result = unknown>(method: string, params?: object): Promise<Result>;
  close(): Promise<void>;
}

interface Reply {
  readonly id: number;
  readonly result: unknown;
  readonly error?: { readonly message: string };
}

/** Opens an empty page in a new context, `slowdown` times slower than this machine. */
export async function openBarePage(browser: Browser, slowdown: number): Promise<BarePage> {
  const root = await browser.newBrowserCDPSession();
  const { browserContextId } = await root.send('Target.createBrowserContext');
  const { targetId } = await root.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false });
  const waiting = new Map<number, (reply: Reply) => void>();
  root.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
    const reply = JSON.parse(message) as Reply;
    if (from === sessionId) waiting.get(reply.id)?.(reply);
  });
  let last = 0;
  const page: BarePage = {
    async send<Result>(method: string, params: object = {}) {
      const id = ++last;
      const answered = new Promise<Reply>((resolve) => waiting.set(id, resolve));
      await root.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
      const { result, error } = await answered;
      waiting.delete(id);
      if (error !== undefined) throw new Error(`${method}: ${error.message}`);
      return result as Result;
    },
    async close() {
      await root.send('Target.disposeBrowserContext', { browserContextId });
      await root.detach();
    },
  };
  const phone = { width: 360, height: 740, deviceScaleFactor: 1, mobile: true };
  await page.send('Emulation.setDeviceMetricsOverride', phone);
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}
