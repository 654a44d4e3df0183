import { drawOnRequest } from 'flow-atlas/screens/draw-worker';
import { scenes } from './scenes.tsx';

drawOnRequest(scenes);
