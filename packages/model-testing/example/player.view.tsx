import type { EventFrom, SnapshotFrom } from 'xstate';
import type { playerMachine } from './player.machine.ts';

type Player = typeof playerMachine;

export interface PlayerViewProps {
  readonly snapshot: SnapshotFrom<Player>;
  readonly send: (event: EventFrom<Player>) => void;
}

/** Draws the player's state. Controls are enabled if the machine accepts their event. */
export function PlayerView({ snapshot, send }: PlayerViewProps) {
  const { title, tracks, at, problem } = snapshot.context;
  if (snapshot.matches('loading'))
    return (
      <p role="status" data-busy>
        Loading the album
      </p>
    );
  if (snapshot.matches('failed'))
    return (
      <>
        <p role="alert">{problem}</p>
        <button type="button" onClick={() => send({ type: 'retry.press' })}>
          Try again
        </button>
      </>
    );
  if (snapshot.matches('empty')) return <p>There is nothing on {title}.</p>;
  const isPlaying = snapshot.matches({ ready: { track: 'playing' } });
  const isMuted = snapshot.matches({ ready: { sound: 'muted' } });
  return (
    <section aria-label={title}>
      <p>
        {at + 1} of {tracks.length}: {tracks[at]?.title}
      </p>
      <button
        type="button"
        disabled={!snapshot.can({ type: 'back.press' })}
        onClick={() => send({ type: 'back.press' })}
      >
        Back
      </button>
      <button type="button" onClick={() => send({ type: isPlaying ? 'pause.press' : 'play.press' })}>
        {isPlaying ? 'Pause' : 'Play'}
      </button>
      <button
        type="button"
        disabled={!snapshot.can({ type: 'next.press' })}
        onClick={() => send({ type: 'next.press' })}
      >
        Next
      </button>
      <button type="button" aria-pressed={isMuted} onClick={() => send({ type: 'mute.toggle' })}>
        Mute
      </button>
    </section>
  );
}
