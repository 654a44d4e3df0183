export { AboutView as default } from '../../views/shell/about.view.tsx';
