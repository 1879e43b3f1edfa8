import type { MailOpened, WriteMail } from '#shared/app-api/write-mail.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { mailLink } from '#shared/lib/mail-link.ts';

type Deps = {
  readonly item: Item | null;
  readonly companies: readonly Company[];
  /** Null without a screen. */
  readonly open: ((href: string) => Promise<boolean>) | null;
};

/** Opens the mail program with a message about a document of ours, addressed to its company's contact and to nobody else. */
export async function writeMail({ item, companies, open }: Deps, { subject, body }: Omit<WriteMail, 'itemId'>): Promise<MailOpened> {
  if (open === null || item === null) return 'unavailable';
  const company = companies.find(({ id }) => id === item.companyId);
  const { href, isWhole } = mailLink({ to: company?.contact ?? null, subject, body });
  if (!(await open(href))) return 'unavailable';
  return isWhole ? 'whole' : 'bare';
}
