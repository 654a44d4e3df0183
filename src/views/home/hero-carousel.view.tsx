import type { Banner } from '../../../contract/catalogue.ts';
import { toSafeLink } from '../../../contract/rules/link.ts';
import type { heroCarouselMachine } from '../../machines/home/hero-carousel.machine.ts';
import { Button, LinkButton, OutsideLinkButton } from '../parts/button.tsx';
import { CarouselRegion } from '../parts/carousel-region.tsx';
import { Icon } from '../parts/icon.tsx';
import { List } from '../parts/list.tsx';
import { Picture, PreloadPicture } from '../parts/picture.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './hero-carousel.css.ts';
import * as texts from '../../texts/home.ts';
import * as outlines from '../parts/outlines.ts';

type Props = ViewProps<typeof heroCarouselMachine> & { readonly banners: readonly Banner[] };

const SIZES = '(min-width: 1040px) 320px, (min-width: 780px) 260px, 120px';

/** The banners, one at a time. All reserve their space, so that nothing moves at a change (§2 Home, A59). */
export function HeroCarouselView({ snapshot, send, banners }: Props) {
  const { index, isAwake } = snapshot.context;
  // Screen readers announce a banner that the shopper requested, but not automatic changes.
  const live = snapshot.matches({ several: 'playing' }) ? 'off' : 'polite';
  const next = (index + 1) % banners.length;
  return (
    <CarouselRegion
      className={styles.hero}
      label={texts.offers}
      onPoint={(isIn) => send({ type: isIn ? 'pointer.entered' : 'pointer.left' })}
      onFocus={(isIn) => send({ type: isIn ? 'focus.entered' : 'focus.left' })}
    >
      <PreloadPicture src={banners[0]?.image ?? undefined} sizes={SIZES} />
      <div className={styles.slides} aria-live={live}>
        {banners.map((banner, at) => (
          <Slide
            key={banner._id}
            banner={banner}
            label={texts.bannerPosition(at + 1, banners.length)}
            isShown={at === index}
            isFirst={at === 0}
            hasPicture={at === index || (isAwake && at === next)}
          />
        ))}
      </div>
      {!snapshot.matches('still') && <Controls snapshot={snapshot} send={send} banners={banners} />}
    </CarouselRegion>
  );
}

function Controls({ snapshot, send, banners }: Props) {
  return (
    <div className={styles.controls}>
      <Control
        icon={outlines.chevronLeft}
        label={texts.previousBanner}
        onClick={() => send({ type: 'banner.previous' })}
      />
      <List className={styles.dots}>
        {banners.map(({ _id }, index) => (
          <li key={_id}>
            <button
              type="button"
              className={styles.dot}
              aria-label={texts.showBanner(index + 1)}
              aria-pressed={index === snapshot.context.index}
              onClick={() => send({ type: 'banner.pick', index })}
            />
          </li>
        ))}
      </List>
      <Control icon={outlines.chevronRight} label={texts.nextBanner} onClick={() => send({ type: 'banner.next' })} />
      {snapshot.hasTag('moving') ? (
        <Control icon={outlines.pause} label={texts.pauseTheBanners} onClick={() => send({ type: 'motion.pause' })} />
      ) : (
        <Control icon={outlines.play} label={texts.playTheBanners} onClick={() => send({ type: 'motion.play' })} />
      )}
    </div>
  );
}

function Control({
  icon,
  label,
  onClick,
}: {
  readonly icon: string;
  readonly label: string;
  readonly onClick: () => void;
}) {
  return (
    <Button look="quiet" aria-label={label} onClick={onClick}>
      <Icon outline={icon} />
    </Button>
  );
}

interface SlideProps {
  readonly banner: Banner;
  readonly label: string;
  readonly isShown: boolean;
  readonly isFirst: boolean;
  readonly hasPicture: boolean;
}

function Slide({ banner, label, isShown, isFirst, hasPicture }: SlideProps) {
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      aria-hidden={!isShown}
      inert={!isShown}
      className={isShown ? styles.slide : styles.hiddenSlide}
    >
      <div className={styles.words}>
        <h2 className={styles.title}>{banner.title}</h2>
        {banner.subtitle !== '' && <p className={styles.subtitle}>{banner.subtitle}</p>}
        <BannerLink {...banner} />
      </div>
      <div className={styles.picture}>
        {hasPicture && banner.image !== null && <Picture src={banner.image} alt="" sizes={SIZES} priority={isFirst} />}
      </div>
    </div>
  );
}

/** Renders a link only if its address is safe to follow (D20). */
function BannerLink({ link, buttonText }: Pick<Banner, 'link' | 'buttonText'>) {
  const safe = toSafeLink(link);
  if (safe === null) return null;
  const text = buttonText === '' ? texts.seeMore : buttonText;
  return safe.kind === 'path' ? (
    <LinkButton to={safe.to}>{text}</LinkButton>
  ) : (
    <OutsideLinkButton href={safe.href}>{text}</OutsideLinkButton>
  );
}
