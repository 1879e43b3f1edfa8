import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contactSchema } from '#shared/domain/company.ts';
import { isMailLink, MAIL_LINK_MAX, mailLink } from '#shared/lib/mail-link.ts';

const TO = 'cabinet+scans@compta-durand.example';

describe('the address of a message', () => {
  it('has recipient, subject and text, with everything else in them escaped', () => {
    expect(mailLink({ to: TO, subject: 'Été & hiver', body: 'Bonjour,\nça va ? (100 %)' })).toEqual({
      href: `mailto:${TO}?subject=%C3%89t%C3%A9%20%26%20hiver&body=Bonjour%2C%0D%0A%C3%A7a%20va%20%3F%20%28100%20%25%29`,
      isWhole: true,
    });
    expect(mailLink({ to: null, subject: 'x', body: 'y' }).href).toBe('mailto:?subject=x&body=y');
  });

  it('is one that the system may open whatever the texts are, is never too long, and gives them back', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 40 }), string({ unit: 'binary', maxLength: 400 }), (subject, body) => {
        const { href, isWhole } = mailLink({ to: TO, subject, body });
        expect(isMailLink(href)).toBe(true);
        const query = new URL(href).searchParams;
        expect([...query.keys()]).toEqual(isWhole ? ['subject', 'body'] : ['subject']);
        expect(query.get('subject')).toBe(subject.toWellFormed().replaceAll(/\p{Cc}+/gu, ' '));
      }),
    );
  });

  it('leaves out a text that would make it too long, and says so', () => {
    const { href, isWhole } = mailLink({ to: TO, subject: 'x', body: 'é'.repeat(MAIL_LINK_MAX / 6) });
    expect({ href, isWhole }).toEqual({ href: `mailto:${TO}?subject=x`, isWhole: false });
  });

  it.each([
    'https://example.com/',
    'file:///etc/passwd',
    `mailto:${TO}`,
    `mailto:${TO}?subject=x&body=y&attach=/etc/passwd`,
    `mailto:${TO}?cc=other@example.com&subject=x`,
    `mailto:${TO},other@example.com?subject=x&body=y`,
    `mailto:${TO}?subject=a b`,
    `mailto:${TO}?subject=x%0D%0ABcc%3Aother%40example.com&body=y`,
    `mailto:${TO}?subject=x%0ABcc%3Aother%40example.com`,
    `mailto:${TO}?subject=x%00`,
    `mailto:${TO}?subject=x%7F&body=y`,
    `mailto:${TO}?subject=x&body="%20--attach`,
    `mailto:${TO}?subject=${'x'.repeat(MAIL_LINK_MAX)}`,
    `MAILTO:${TO}?subject=x`,
  ])('is nothing else: %s', (href) => {
    expect(isMailLink(href)).toBe(false);
  });
});

describe('the address of a contact', () => {
  it.each([TO, 'a@b.fr', 'marie.durand@cabinet.example'])('is one of plain characters: %s', (address) => {
    expect(contactSchema.safeParse(address).success).toBe(true);
  });

  it.each([
    '',
    'a',
    'a@b',
    'a@b..fr',
    '.a@b.fr',
    'a@b.fr,c@d.fr',
    'a@b.fr?cc=c@d.fr',
    'a@b.fr&x',
    'a b@c.fr',
    'é@b.fr',
    'a%0A@b.fr',
    'a@-b.fr',
    `${'a'.repeat(250)}@b.fr`,
  ])('is nothing that could mean more: %s', (address) => {
    expect(contactSchema.safeParse(address).success).toBe(false);
  });
});
