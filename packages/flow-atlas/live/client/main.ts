import './live.css';
import { listEntries } from '../entries.ts';
import { CHANNEL, parseMessage } from '../messages.ts';
import type { Message } from '../messages.ts';
import { Player } from '../player.ts';
import type { PlayerState } from '../player.ts';
import { Dock } from './dock.ts';
import { createLights } from './lights.ts';
import { getFlows } from './project.ts';
import { isStoredOpen, readStoredRuns, storeOpen, storePosition, storeRuns } from './stored-runs.ts';

/** Live on a page of the atlas: receives records from pages in other tabs and shows what their machines do. */
async function mount(): Promise<void> {
  const slot = document.querySelector<HTMLElement>('[data-slot="live"]');
  if (slot === null) return;
  const lights = createLights();
  let isEverything = false;
  const player = new Player({
    onChange: (shown) => show(shown),
    list: (run) => listEntries(run, { flows: getFlows(), isEverything }),
  });
  const dock = new Dock(slot, player, {
    actor: lights.actor,
    // Another run of the same machine was selected.
    choose: (actor) => {
      lights.choose(actor);
      show(player.shown);
    },
    onOpen: storeOpen,
    onLoad: (loaded) => void storeRuns(loaded),
    onEverything: (isOn) => {
      isEverything = isOn;
      player.relist();
    },
  });
  const show = (shown: PlayerState) => {
    lights.show(shown);
    dock.show(shown);
    if (shown.isSaved) storePosition(dock.shownIndex, shown.position);
  };
  dock.mount(isStoredOpen());
  show(player.shown);
  listen(player);
  const stored = await readStoredRuns();
  if (stored !== null) dock.showLoaded(stored.loaded, stored.shown, stored.position);
}

/** A page opened from disk receives nothing, because browsers isolate such pages. */
function listen(player: Player): void {
  if (location.protocol === 'file:') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    const message = parseMessage(data);
    if (message?.kind === 'page') player.hearPage(message.page, message.run);
    if (message?.kind === 'record') player.hearRecord(message.record);
  });
  const tell: (message: Message) => void = channel.postMessage.bind(channel);
  tell({ kind: 'hello' });
}

void mount();
