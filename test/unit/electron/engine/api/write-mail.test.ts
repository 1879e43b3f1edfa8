import { describe, expect, it } from 'vitest';
import { openMail } from '#electron/desktop/open-mail.ts';
import { aFile, aFolder } from '#test/unit/electron/journal/an-open-journal.ts';
import { aRouter } from './a-router.ts';

const TO = 'cabinet@compta.example';

function setUp(opens: 'opens' | 'fails' = 'opens') {
  const opened: string[] = [];
  const external = async (href: string): Promise<void> => {
    if (opens === 'fails') throw new Error('no application is registered for it');
    opened.push(href);
  };
  const all = aRouter({ writeMail: openMail(external) });
  const { itemId } = all.journal.intake.enqueue(aFile(aFolder(all, all.company)));
  const write = (body: string) => all.client.items.writeMail({ itemId, subject: 'Facture', body });
  return { ...all, opened, write, itemId };
}

describe('a message about a document', () => {
  it('opens in the mail program, to the contact of its company, and to nobody before there is one', async () => {
    const { journal, company, opened, write } = setUp();
    expect(await write('Bonjour')).toEqual({ opened: 'whole' });
    journal.companies.changeCompany(company.id, { contact: TO });
    expect(await write('Bonjour')).toEqual({ opened: 'whole' });
    journal.companies.changeCompany(company.id, { contact: null });
    await write('Bonjour');
    const without = 'mailto:?subject=Facture&body=Bonjour';
    expect(opened).toEqual([without, `mailto:${TO}?subject=Facture&body=Bonjour`, without]);
  });

  it('opens without a text that is too long for it, and says so', async () => {
    const { opened, write } = setUp();
    expect(await write('é'.repeat(1_000))).toEqual({ opened: 'bare' });
    expect(opened).toEqual(['mailto:?subject=Facture']);
  });

  it('does not where no program opens it, on a computer without a screen, or about a document that is not there', async () => {
    expect(await setUp('fails').write('Bonjour')).toEqual({ opened: 'unavailable' });
    const all = aRouter({ writeMail: null });
    const { itemId } = all.journal.intake.enqueue(aFile(aFolder(all, all.company)));
    expect(await all.client.items.writeMail({ itemId, subject: '', body: '' })).toEqual({ opened: 'unavailable' });
    const { client, opened } = setUp();
    const nobodys = '99999999-9999-4999-8999-999999999999' as typeof itemId;
    expect(await client.items.writeMail({ itemId: nobodys, subject: '', body: '' })).toEqual({ opened: 'unavailable' });
    expect(opened).toEqual([]);
  });

  it('is to nobody whose address could mean more than itself', async () => {
    const { client, company } = setUp();
    await expect(client.companies.change({ companyId: company.id, contact: 'a@b.fr?cc=c@d.fr' })).rejects.toThrow(
      'Input validation failed',
    );
  });
});

describe('the door to the mail program', () => {
  it('is closed to every other address', async () => {
    const opened: string[] = [];
    const open = openMail(async (href) => void opened.push(href));
    for (const href of ['https://example.com/', 'file:///etc/passwd', 'mailto:a@b.fr?subject=x&attach=/etc/passwd'])
      expect({ href, opened: await open(href) }).toEqual({ href, opened: false });
    expect(opened).toEqual([]);
  });
});
