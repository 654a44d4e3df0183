export { TermsView as default } from '../../views/shell/terms.view.tsx';
