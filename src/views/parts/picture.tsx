import { useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import * as styles from './picture.css.ts';
import * as outlines from './outlines.ts';

/** Those of server/media/pictures.ts. */
const WIDTHS = [96, 192, 320, 480, 640, 768, 960, 1280];
/** Physical pixels per CSS pixel of the sharpest phones. */
const SHARPEST = 4;

interface PictureProps {
  /** `/media/<key>`. Other addresses are used unchanged; a missing or failed picture shows a placeholder. */
  readonly src: string | undefined;
  /** Empty when the text beside it says the same. */
  readonly alt: string;
  /** The exact width on screen, e.g. `(min-width: 780px) 300px, calc(100vw - 32px)`. */
  readonly sizes: string;
  /** `round` is for portraits. */
  readonly shape?: keyof typeof styles.shape;
  /** A main picture of the page, which loads first. All others load when they are near the viewport. */
  readonly priority?: boolean;
}

export function Picture({ src, alt, sizes, shape = 'square', priority = false }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // It may have failed before hydration, when no listener existed.
    if (image.current?.complete === true && image.current.naturalWidth === 0) setFailed(src);
  }, [src]);
  if (src === undefined || src === '' || failed === src) {
    return (
      <span className={styles.shape[shape]}>
        <span
          className={styles.placeholder}
          {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
        >
          {shape === 'round' ? <Icon outline={outlines.user} /> : <Icon outline={outlines.box} size="l" />}
        </span>
      </span>
    );
  }
  const isOurs = src.startsWith('/media/');
  return (
    <picture className={styles.shape[shape]}>
      {isOurs && <source type="image/avif" srcSet={srcSet(src, sizes, 'avif')} sizes={sizes} />}
      {isOurs && <source type="image/webp" srcSet={srcSet(src, sizes, 'webp')} sizes={sizes} />}
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

/** Preloads the page's main picture from its head, in the best format that most browsers support (A59). */
export function PreloadPicture({ src, sizes }: Pick<PictureProps, 'src' | 'sizes'>) {
  if (src?.startsWith('/media/') !== true) return null;
  return (
    <link
      rel="preload"
      as="image"
      type="image/avif"
      href={`${src}?w=640&f=avif`}
      imageSrcSet={srcSet(src, sizes, 'avif')}
      imageSizes={sizes}
      fetchPriority="high"
    />
  );
}

/** Lists the widths that a screen can need: from the width on a phone to 4 times that, where `sizes` is one width. */
function srcSet(src: string, sizes: string, format: 'avif' | 'webp'): string {
  const onPhone = Number(/(?:^|, )(\d+)px$/.exec(sizes)?.[1] ?? 320);
  const most = /^\d+px$/.test(sizes) ? onPhone * SHARPEST : Infinity;
  const widths = WIDTHS.filter((width, index) => width >= onPhone && (WIDTHS[index - 1] ?? 0) < most);
  return widths.map((width) => `${src}?w=${width}&f=${format} ${width}w`).join(', ');
}
