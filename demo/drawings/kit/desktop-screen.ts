import type { Ink } from './ink.ts';
import { alpha, mix } from './palette.ts';
import { circle, move, rect, repeat } from './shapes.ts';

/** A desktop with a window, a dock and two panels. */
export function desktopScreen(ink: Ink, x: number, y: number, width: number, height: number): string {
  const unit = width / 700;
  const icon = 22 * unit;
  const dock = ['#4f9fe8', '#f2736b', '#4fb06d', '#f2c14e', '#8d6be8', '#ffffff', '#2a9d96'];
  const dockWidth = dock.length * icon * 1.5 + icon * 0.5;
  return (
    move(
      rect(4, 8, 330, 220, 12, alpha('#10131c', 0.25)) +
        rect(0, 0, 330, 220, 12, alpha('#ffffff', 0.94)) +
        rect(0, 0, 330, 30, 12, '#edf0f5') +
        rect(0, 18, 330, 12, 0, '#edf0f5') +
        circle(18, 15, 5, '#f2736b') +
        circle(34, 15, 5, '#f2c14e') +
        circle(50, 15, 5, '#4fb06d') +
        rect(0, 30, 84, 178, 0, '#f5f7fa') +
        repeat(6, (index) =>
          rect(14, 48 + index * 24, 48 - (index % 3) * 8, 8, 4, index === 1 ? '#4f9fe8' : '#cfd6e0'),
        ) +
        rect(102, 48, 130, 13, 6, '#3d475a') +
        repeat(3, (index) => rect(102, 74 + index * 15, 204 - index * 34, 7, 3.5, '#cfd6e0')) +
        repeat(7, (index) =>
          rect(
            104 + index * 30,
            206 - ([34, 52, 40, 66, 58, 82, 72][index] ?? 40),
            18,
            [34, 52, 40, 66, 58, 82, 72][index] ?? 40,
            4,
            index === 5 ? '#4f9fe8' : '#a9c8ec',
          ),
        ),
      x + 60 * unit,
      y + 56 * unit,
      unit,
    ) +
    rect(
      x + width / 2 - dockWidth / 2,
      y + height - icon * 2,
      dockWidth,
      icon * 1.7,
      icon * 0.5,
      alpha('#ffffff', 0.55),
    ) +
    dock
      .map((colour, index) =>
        rect(
          x + width / 2 - dockWidth / 2 + icon * 0.5 + index * icon * 1.5,
          y + height - icon * 1.65,
          icon,
          icon,
          icon * 0.28,
          ink.linear([mix(colour, '#ffffff', 0.3), colour]),
        ),
      )
      .join('')
  );
}
