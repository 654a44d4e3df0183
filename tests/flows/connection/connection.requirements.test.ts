import { afterEach, expect, test, vi } from 'vitest';
import { watchConnection } from '../../../src/compose/shell/watch-connection.ts';
import { openTab } from '../../support/tab.ts';

afterEach(() => vi.unstubAllGlobals());

/** A tab and the events that a listener of its connection has received. */
function watched() {
  const tab = openTab();
  const heard: string[] = [];
  const stop = watchConnection(tab.app.env, ({ type }) => heard.push(type));
  return { ...tab, heard, stop, at: () => tab.app.connection.getSnapshot().value };
}

test('U5, Q13: a listener gets no event for a visible, online page, and every change once', () => {
  const { browser, fire, heard, stop } = watched();
  expect(heard).toEqual([]);
  browser.isOnline = false;
  fire('offline');
  fire('offline');
  browser.isVisible = false;
  fire('visibilitychange');
  browser.isVisible = true;
  fire('visibilitychange');
  browser.isOnline = true;
  fire('online');
  stop();
  browser.isOnline = false;
  fire('offline');
  expect(heard).toEqual(['network.lost', 'page.hidden', 'page.visible', 'network.back']);
});

test('U5: a new listener on a hidden, offline page gets both events immediately', () => {
  const { app, browser, fire } = openTab();
  Object.assign(browser, { isOnline: false, isVisible: false });
  fire('offline');
  fire('visibilitychange');
  const heard: string[] = [];
  watchConnection(app.env, ({ type }) => heard.push(type));
  expect(heard).toEqual(['page.hidden', 'network.lost']);
});

test('Q13: the machine and its listeners agree on the state, also after the page returns from the back/forward cache', () => {
  const { browser, fire, heard, at, sent } = watched();
  Object.assign(browser, { isOnline: false, isVisible: false });
  fire('pageshow', { persisted: true });
  expect(at()).toEqual({ network: 'offline', page: 'hidden' });
  expect(heard.toSorted()).toEqual(['network.lost', 'page.hidden']);
  expect(sent).toEqual([]);
});
