export { TermsView as default } from '../views/static/terms.view.tsx';
