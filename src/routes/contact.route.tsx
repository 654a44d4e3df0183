export { ContactView as default } from '../views/static/contact.view.tsx';
