import './live.css';
import { CHANNEL, parseMessage } from '../messages.ts';
import type { Message } from '../messages.ts';
import { Player } from '../player.ts';
import type { PlayerState } from '../player.ts';
import { Dock } from './dock.ts';
import { readStoredRun, storeOpen, storeRun } from './stored-run.ts';
import { createLights } from './lights.ts';

/** Live on a page of the atlas: receives records from pages in other tabs and shows what their machines do. */
function mount(): void {
  const slot = document.querySelector<HTMLElement>('[data-slot="live"]');
  if (slot === null) return;
  const lights = createLights();
  const player = new Player({ onChange: (shown) => show(shown) });
  const dock = new Dock(slot, player, {
    actor: lights.actor,
    // Another run of the same machine was selected.
    choose: (actor) => {
      lights.choose(actor);
      show(player.shown);
    },
    onOpen: storeOpen,
  });
  const show = (shown: PlayerState) => {
    lights.show(shown);
    dock.show(shown);
    storeRun(shown);
  };
  const before = readStoredRun();
  dock.mount(before.isOpen);
  if (before.saved !== null) player.open(before.saved.run, before.saved.position);
  else show(player.shown);
  listen(player);
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

mount();
