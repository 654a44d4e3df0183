import { FooterView } from '../../views/shell/footer.view.tsx';
import { useTopCategories } from './top-categories.tsx';

/** The footer with its categories; a list of links, which work before its code is there. */
export default function Footer() {
  return <FooterView {...useTopCategories()} />;
}
