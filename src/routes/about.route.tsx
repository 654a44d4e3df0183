export { AboutView as default } from '../views/static/about.view.tsx';
