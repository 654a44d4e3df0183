import { play } from '../../model-testing/screens/player.ts';
import { scenes } from './scenes.tsx';

play(scenes);
