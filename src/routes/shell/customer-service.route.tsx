export { CustomerServiceView as default } from '../../views/shell/customer-service.view.tsx';
