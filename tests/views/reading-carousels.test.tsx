// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { brandCarouselMachine } from '../../src/machines/home/brand-carousel.machine.ts';
import { contactMachine } from '../../src/machines/shell/contact.machine.ts';
import { heroCarouselMachine } from '../../src/machines/home/hero-carousel.machine.ts';
import { ContactFormView } from '../../src/views/shell/contact.view.tsx';
import { BrandCarouselView } from '../../src/views/home/brand-carousel.view.tsx';
import { HeroCarouselView } from '../../src/views/home/hero-carousel.view.tsx';
import { renderPage } from '../../model-testing/view/page.ts';
import { banners, brands } from '../flows/support/home.samples.ts';
import { at, expectReading, expectSending, ignore } from './reads.tsx';

type Send = (event: unknown) => void;

describe('§2 Home: the banners', () => {
  const hero =
    (index: number, change: object = {}, count = 3) =>
    (send: Send) => (
      <HeroCarouselView
        snapshot={at(heroCarouselMachine, { count }, undefined, { index })}
        send={send}
        banners={banners(count, change)}
      />
    );

  test('the second of three', () =>
    expectReading(
      hero(1)(ignore),
      `
        region "Offers"
          ~ Banner 1Subtitle 1Shop 1
          group "2 of 3"
            heading 2 "Banner 2"
            Subtitle 2
            link "Shop 2" -> /products?category=tvs
            img "" of /media/banner-2?w=640&f=jpeg
          ~ Banner 3Subtitle 3Shop 3
          button "Previous banner"
          list
            button "Show banner 1" (not pressed)
            button "Show banner 2" (pressed)
            button "Show banner 3" (not pressed)
          button "Next banner"
          button "Pause the banners"
      `,
    ));

  test('the only one, with neither subtitle nor words for its link, which leads elsewhere', () =>
    expectReading(
      hero(0, { subtitle: '', buttonText: '', link: 'https://example.com/a' }, 1)(ignore),
      `
        region "Offers"
          group "1 of 1"
            heading 2 "Banner 1"
            link "See more" -> https://example.com/a
            img "" of /media/banner-1?w=640&f=jpeg
      `,
    ));

  test('the only one, without a link and a picture', () =>
    expectReading(
      hero(0, { link: '', image: null }, 1)(ignore),
      `
        region "Offers"
          group "1 of 1"
            heading 2 "Banner 1"
            Subtitle 1
      `,
    ));

  test('banners that come by themselves are not read out, one that was asked for is', () => {
    const live = (several: string) =>
      renderPage(
        <HeroCarouselView
          snapshot={at(heroCarouselMachine, { count: 3 }, { several })}
          send={ignore}
          banners={banners(3)}
        />,
      )
        .element.querySelector('[aria-live]')
        ?.getAttribute('aria-live');
    expect([live('playing'), live('paused')]).toEqual(['off', 'polite']);
  });

  test('only the one that is shown can be reached', () => {
    const slides = [...renderPage(hero(2)(ignore)).element.querySelectorAll('[aria-roledescription="slide"]')];
    expect(slides.map((slide) => slide.hasAttribute('inert'))).toEqual([true, true, false]);
    expect(slides.map((slide) => slide.getAttribute('aria-hidden'))).toEqual(['true', 'true', 'false']);
    expect(slides.map((slide) => slide.getAttribute('aria-label'))).toEqual(['1 of 3', '2 of 3', '3 of 3']);
  });

  test('what the controls do', () =>
    expectSending(
      hero(1),
      `
        Previous banner: banner.previous {}
        Show banner 1: banner.pick {"index":0}
        Show banner 2: banner.pick {"index":1}
        Show banner 3: banner.pick {"index":2}
        Next banner: banner.next {}
        Pause the banners: motion.pause {}
      `,
    ));
});

describe('§3 Brand: the brands', () => {
  const carousel = (count: number, value: object | string, page: number) => (send: Send) => (
    <BrandCarouselView
      snapshot={at(brandCarouselMachine, { count }, value, { page })}
      send={send}
      brands={brands(count)}
    />
  );

  test('the first six of fourteen', () =>
    expectReading(
      carousel(14, { page: 'first' }, 0)(ignore),
      `
        list "Top Brands"
          link "Samsung" -> /products?brand=samsung
            img "" of /media/brand-samsung-1?w=640&f=jpeg
          link "Brand 2" -> /products?brand=brand-2
          link "Brand 3" -> /products?brand=brand-3
          link "Brand 4" -> /products?brand=brand-4
          link "Brand 5" -> /products?brand=brand-5
          link "Brand 6" -> /products?brand=brand-6
        button "Previous brands" (disabled)
        button "Next brands"
      `,
    ));
  test('the next six', () =>
    expectSending(
      carousel(14, { page: 'middle' }, 1),
      `
        Previous brands: page.previous {}
        Next brands: page.next {}
      `,
    ));
  test('the last two', () =>
    expectReading(
      carousel(14, { page: 'last' }, 2)(ignore),
      `
        list "Top Brands"
          link "Brand 13" -> /products?brand=brand-13
          link "Brand 14" -> /products?brand=brand-14
        button "Previous brands"
        button "Next brands" (disabled)
      `,
    ));
  test('two are on one page', () =>
    expectReading(
      carousel(2, 'onePage', 0)(ignore),
      `
        list "Top Brands"
          link "Samsung" -> /products?brand=samsung
            img "" of /media/brand-samsung-1?w=640&f=jpeg
          link "Brand 2" -> /products?brand=brand-2
      `,
    ));
});

describe('A22: a message to the shop', () => {
  const contact =
    (value: string, context: object = {}) =>
    (send: Send) => <ContactFormView snapshot={at(contactMachine, undefined, value, context)} send={send} />;
  const typed = { name: 'Jane', email: 'jane@duka.test', message: 'Hello' };

  test('what was refused is said at its field, the rest above', () =>
    expectReading(
      contact('form', {
        nameError: 'No name',
        emailError: 'No email',
        messageError: 'No message',
        problem: { text: 'Not sent', requestId: null },
      })(ignore),
      `
        form "Message to the shop"
          alert
            Not sent
          textbox "Your name" = '' [name] (required, invalid) : No name
          No name
          textbox "Email" = '' [email] (email, required, invalid) : No email
          No email
          textbox "Message" = '' [message] (required, invalid) : No message
          No message
          button "Send Message" (submits)
      `,
    ));
  test('is being sent', () =>
    expectReading(
      contact('sending', typed)(ignore),
      `
        form "Message to the shop"
          textbox "Your name" = 'Jane' [name] (read only, required)
          textbox "Email" = 'jane@duka.test' [email] (email, read only, required)
          textbox "Message" = 'Hello' [message] (read only, required)
          button "Send Message" (off, busy, submits)
      `,
    ));
  test('was sent', () =>
    expectReading(
      contact('sent', typed)(ignore),
      `
        status
          Thank you. Your message was sent, and we will answer by e-mail.
        button "Write Another Message"
      `,
    ));
  test('what its controls do', () => {
    expectSending(
      contact('form', typed),
      `
        Your name: name.change {"name":"7"}
        Email: email.change {"email":"7"}
        Message: message.change {"message":"7"}
        Send Message: form.submit {}
      `,
    );
    expectSending(
      contact('sent'),
      `
        Write Another Message: form.again {}
      `,
    );
  });
});
