import { drawOnRequest } from '../../model-testing/screens/draw-worker.ts';
import { scenes } from './scenes.tsx';

drawOnRequest(scenes);
