import { FooterView } from '../../views/shell/footer.view.tsx';
import { useTopCategories } from './top-categories.tsx';

/** The footer with its categories. Its links work before its code has arrived. */
export default function Footer() {
  return <FooterView {...useTopCategories()} />;
}
