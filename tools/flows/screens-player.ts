import { play } from 'flow-atlas/screens/player';
import { scenes } from './scenes.tsx';

play(scenes);
