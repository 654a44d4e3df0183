import { List } from '../parts/list.tsx';
import { Picture } from '../parts/picture.tsx';
import * as styles from './gallery.css.ts';
import * as texts from '../../texts/catalogue.ts';

interface GalleryProps {
  readonly name: string;
  readonly images: readonly string[];
  /** Index of the large picture. */
  readonly picked: number;
  readonly onPick: (index: number) => void;
}

/** One large picture and a thumbnail for each; a placeholder without pictures. */
export function Gallery({ name, images, picked, onPick }: GalleryProps) {
  return (
    <div className={styles.gallery}>
      <div className={styles.large}>
        <Picture
          src={images[picked]}
          alt={images.length > 1 ? texts.pictureNumber(name, picked + 1, images.length) : name}
          sizes="(min-width: 1040px) 560px, (min-width: 780px) calc(50vw - 36px), calc(100vw - 32px)"
          priority
        />
      </div>
      {images.length > 1 && (
        <List
          className={styles.thumbnails}
          // Browsers do not scroll to a clipped picture, because they consider it visible.
          onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
        >
          {images.map((image, index) => (
            <li key={image}>
              <button
                type="button"
                className={styles.thumbnail}
                aria-label={texts.showPicture(index + 1)}
                aria-pressed={index === picked}
                onClick={() => onPick(index)}
              >
                <Picture src={image} alt="" sizes="72px" />
              </button>
            </li>
          ))}
        </List>
      )}
    </div>
  );
}
