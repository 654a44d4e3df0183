import { Component } from 'react';
import type { ReactNode } from 'react';
import { RootErrorView } from '../views/shell/root-error.view.tsx';

interface State {
  readonly isBroken?: true;
}

/**
 * Error screen for unexpected failures, e.g. a chunk that cannot be fetched. It offers a way on instead of a blank
 * page.
 */
export class RootError extends Component<{ readonly children: ReactNode }, State> {
  override state: State = {};
  private readonly listening = new AbortController();

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  /** The router is gone with the page, so Back reloads its page, and so does the network when it returns. */
  override componentDidCatch() {
    const reload = () => navigator.onLine && location.reload();
    for (const type of ['online', 'popstate']) window.addEventListener(type, reload, this.listening);
  }

  override componentWillUnmount() {
    this.listening.abort();
  }

  override render() {
    return this.state.isBroken ? (
      <RootErrorView isOffline={!navigator.onLine} onReload={() => location.reload()} />
    ) : (
      this.props.children
    );
  }
}
