import type { InspectionEvent } from 'xstate';
import { CHANNEL, parseMessage } from './messages.ts';
import type { Message } from './messages.ts';
import { newName } from './names.ts';
import { createRecorder } from './recorder.ts';

/** The atlas's connection to a page of the project. */
export interface LivePage {
  readonly inspect: (inspected: InspectionEvent) => void;
  readonly stop: () => void;
}

/** The parts of a window that the page needs. */
export type PageWindow = Pick<Window, 'sessionStorage' | 'addEventListener' | 'removeEventListener'> & {
  readonly BroadcastChannel: typeof BroadcastChannel;
};

const TAB_KEY = 'atlas:tab';

/**
 * Records what the machines of this page do and sends it to every open atlas: each step, and the whole record when an
 * atlas says hello. Saved runs name the version of the project.
 */
export function startLivePage(version: string, from: PageWindow = window): LivePage {
  const page = newName();
  const tab = tabName(from);
  const now = () => Date.now();
  const channel = new from.BroadcastChannel(CHANNEL);
  const tell: (message: Message) => void = channel.postMessage.bind(channel);
  let isLeft = false;
  const recorder = createRecorder({
    tab,
    page,
    now,
    version,
    // A page that is being left receives a hidden event.
    onStep: (step) => isLeft || tell({ kind: 'record', record: step }),
  });
  const tellAll = () => isLeft || tell({ kind: 'page', page, run: recorder.run() });
  channel.addEventListener('message', ({ data }) => {
    if (parseMessage(data)?.kind === 'hello') tellAll();
  });
  const leave = () => {
    tell({ kind: 'record', record: { kind: 'left', at: now(), tab, page } });
    isLeft = true;
  };
  // Restored from the back/forward cache: everything continues to run.
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    isLeft = false;
    if (persisted) tellAll();
  };
  // Tells the version.
  tellAll();
  from.addEventListener('pagehide', leave);
  from.addEventListener('pageshow', comeBack);
  return {
    inspect: recorder.inspect,
    stop() {
      from.removeEventListener('pagehide', leave);
      from.removeEventListener('pageshow', comeBack);
      channel.close();
    },
  };
}

/** A tab keeps its name across reloads, if the browser allows storage. */
function tabName(from: PageWindow): string {
  try {
    const storage = from.sessionStorage;
    const name = storage.getItem(TAB_KEY) ?? newName();
    storage.setItem(TAB_KEY, name);
    return name;
  } catch {
    return newName();
  }
}
