import { base64urlnopad } from '@scure/base';
import { assert, oneof, property, string, stringMatching, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64urlBytes } from '#shared/lib/bytes.ts';
import { lenientText } from '#shared/service-client/read-event.ts';
import { foldText } from '#shared/lib/text/fold-text.ts';
import { nameKey } from '#shared/lib/file-names.ts';
import { contactSchema } from '#shared/domain/company.ts';
import { isMailLink, MAIL_LINK_MAX, mailLink } from '#shared/lib/mail-link.ts';

describe('base64urlBytes', () => {
  it('reads what another one wrote, byte for byte', () => {
    assert(
      property(uint8Array({ maxLength: 600 }), (bytes) => {
        expect(base64urlBytes(base64urlnopad.encode(bytes))).toEqual(bytes);
      }),
    );
  });

  it('refuses every text that the other one refuses, and takes no other', () => {
    const near = stringMatching(/^[A-Za-z0-9_\-+/= \n.é]{0,12}$/);
    assert(
      property(oneof(near, string({ unit: 'binary', maxLength: 12 })), (text) => {
        expect(base64urlBytes(text)).toEqual(theirs(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each(['A', 'AAAAA', 'AB', 'AAB', 'AA==', 'AA\n', ' AA', 'A+', 'A/', 'ÀA'])('refuses %j', (text) => {
    expect(base64urlBytes(text)).toBeNull();
  });
});

function theirs(text: string): Uint8Array | null {
  try {
    return base64urlnopad.decode(text);
  } catch {
    return null;
  }
}

describe('bytes that should be UTF-8', () => {
  it('are what they say, with or without a mark in front', () => {
    const text = 'Facture à vérifier 😀 €';
    expect(lenientText(Buffer.from(text))).toEqual({ text, marked: false, isUtf8: true });
    expect(lenientText(Buffer.from(`\u{FEFF}${text}`))).toEqual({ text, marked: true, isUtf8: true });
  });

  it('are read byte by byte where they are none, and the rest of them stays as it is', () => {
    expect(lenientText(Buffer.from('refusé : montant', 'latin1'))).toEqual({ text: 'refusé : montant', marked: false, isUtf8: false });
    const cut = Buffer.concat([Buffer.from('déjà 😀 é').subarray(0, -1), Buffer.from('"}')]);
    expect(lenientText(cut)).toEqual({ text: 'déjà 😀 Ã"}', marked: false, isUtf8: false });
    expect(lenientText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff))).toEqual({ text: 'aÿ', marked: true, isUtf8: false });
  });
});

it.each([
  ['Facture Métro_nov.2026.PDF', 'facture metro nov 2026 pdf'],
  ['Me\u0301tro', 'metro'],
  ['ŒUVRE & Cie', 'oeuvre cie'],
  ['Straße – Łódź', 'strasse lodz'],
  ['ＡＢＣ ①', 'abc 1'],
  ['فاتورة رقم ١٢', 'فاتورة رقم ١٢'],
  ['東京-請求書.pdf', '東京 請求書 pdf'],
  ['  --- ', ''],
])('%s is searched as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(folded)).toBe(folded);
});

const inOrder = (names: readonly string[]) => names.toSorted((one, other) => (nameKey(one) < nameKey(other) ? -1 : 1));

it.each([
  ['numbers compare by their value', ['scan 2.pdf', 'Scan 10.pdf', 'scan 100.pdf']],
  ['case and accents do not matter', ['Éclair.pdf', 'edf.pdf', 'Été.pdf', 'facture.pdf', 'Œuf.pdf', 'orange.pdf']],
  ['a name comes before the same name with something added', ['scan.pdf', 'scan 2.pdf', 'scan b.pdf']],
  ['zeros in front change nothing', ['IMG_0009.jpg', 'img_10.jpg', 'IMG_0011.jpg']],
  ['the same name in another format follows it', ['scan.jpg', 'scan.pdf', 'scan 1.jpg']],
  ['a dot within a name ends nothing', ['v1.2 a.pdf', 'v1.10 a.pdf']],
])('%s', (_, names) => {
  expect(inOrder(names.toReversed())).toEqual(names);
  expect(inOrder(names)).toEqual(names);
});

it('a number of any length is compared without failing', () => {
  expect(inOrder(['9'.repeat(150), '1'.repeat(120), '5'])).toEqual(['5', '1'.repeat(120), '9'.repeat(150)]);
});

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
