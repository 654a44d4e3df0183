import { useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import * as styles from './picture.css.ts';

const WIDTHS = [320, 480, 640, 768, 960, 1280];

interface PictureProps {
  /** `/media/<key>`; anything else is shown as it is, and nothing or a failure as a placeholder. */
  readonly src: string | undefined;
  /** Empty where the text beside it says the same. */
  readonly alt: string;
  /** The exact width on screen, e.g. `(min-width: 780px) 300px, calc(100vw - 32px)`. */
  readonly sizes: string;
  /** A round one is of a person. */
  readonly shape?: keyof typeof styles.shape;
  /** The page's main picture: loaded first. All others wait until they are near. */
  readonly priority?: boolean;
}

export function Picture({ src, alt, sizes, shape = 'square', priority = false }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // It may have failed before hydration, when nobody listened.
    if (image.current?.complete === true && image.current.naturalWidth === 0) setFailed(src);
  }, [src]);
  if (src === undefined || src === '' || failed === src) {
    return (
      <span className={styles.shape[shape]}>
        <span
          className={styles.placeholder}
          {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
        >
          {shape === 'round' ? <Icon name="user" /> : <Icon name="box" size="l" />}
        </span>
      </span>
    );
  }
  const isOurs = src.startsWith('/media/');
  return (
    <picture className={styles.shape[shape]}>
      {isOurs && <source type="image/avif" srcSet={srcSet(src, 'avif')} sizes={sizes} />}
      {isOurs && <source type="image/webp" srcSet={srcSet(src, 'webp')} sizes={sizes} />}
      <img
        ref={image}
        className={styles.image}
        src={isOurs ? `${src}?w=640&f=jpeg` : src}
        alt={alt}
        width={640}
        height={shape === 'wide' ? 480 : 640}
        decoding="async"
        {...(priority ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        onError={() => setFailed(src)}
      />
    </picture>
  );
}

/** Asks for the page's main picture from its head, in the best format that most browsers know (A59). */
export function PreloadPicture({ src, sizes }: Pick<PictureProps, 'src' | 'sizes'>) {
  if (src?.startsWith('/media/') !== true) return null;
  return (
    <link
      rel="preload"
      as="image"
      type="image/avif"
      href={`${src}?w=640&f=avif`}
      imageSrcSet={srcSet(src, 'avif')}
      imageSizes={sizes}
      fetchPriority="high"
    />
  );
}

function srcSet(src: string, format: 'avif' | 'webp'): string {
  return WIDTHS.map((width) => `${src}?w=${width}&f=${format} ${width}w`).join(', ');
}
