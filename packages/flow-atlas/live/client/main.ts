import './live.css';
import { CHANNEL, messageOf } from '../messages.ts';
import type { Message } from '../messages.ts';
import { Player } from '../player.ts';
import type { Shown } from '../player.ts';
import { Dock } from './dock.ts';
import { kept, keepOpen, keepRun } from './keep.ts';
import { createLights } from './lights.ts';

/** Live on a page of the atlas: hears pages that run beside it, and shows what their machines do. */
function mount(): void {
  const slot = document.querySelector<HTMLElement>('[data-slot="live"]');
  if (slot === null) return;
  const lights = createLights();
  const player = new Player({ onChange: (shown) => show(shown) });
  const dock = new Dock(slot, player, {
    actor: lights.actor,
    // Another machine of the same kind is looked at.
    choose: (actor) => {
      lights.choose(actor);
      show(player.shown);
    },
    onOpen: keepOpen,
  });
  const show = (shown: Shown) => {
    lights.show(shown);
    dock.show(shown);
    keepRun(shown);
  };
  const before = kept();
  dock.mount(before.isOpen);
  if (before.saved !== null) player.open(before.saved.run, before.saved.position);
  else show(player.shown);
  listen(player);
}

/** A page from a disk hears no other: browsers keep those apart. */
function listen(player: Player): void {
  if (location.protocol === 'file:') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    const message = messageOf(data);
    if (message?.kind === 'page') player.hearPage(message.page, message.run);
    if (message?.kind === 'record') player.hearRecord(message.record);
  });
  const tell: (message: Message) => void = channel.postMessage.bind(channel);
  tell({ kind: 'hello' });
}

mount();
