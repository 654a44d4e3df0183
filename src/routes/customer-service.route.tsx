export { CustomerServiceView as default } from '../views/static/customer-service.view.tsx';
