import type { MailOpened, WriteMail } from '#shared/app-api/write-mail.ts';
import type { Company } from '#shared/domain/company.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { mailLink } from '#shared/lib/mail-link.ts';

type Deps = {
  readonly itemOf: (itemId: ItemId) => Item | null;
  readonly companies: () => readonly Company[];
  /** Null without a screen. */
  readonly open: ((href: string) => Promise<boolean>) | null;
};

/** Opens the mail program with a message about a document of ours, addressed to its company's contact and to nobody else. */
export async function writeMail({ itemOf, companies, open }: Deps, { itemId, subject, body }: WriteMail): Promise<MailOpened> {
  const item = itemOf(itemId);
  if (open === null || item === null) return 'unavailable';
  const company = companies().find(({ id }) => id === item.companyId);
  const { href, isWhole } = mailLink({ to: company?.contact ?? null, subject, body });
  if (!(await open(href))) return 'unavailable';
  return isWhole ? 'whole' : 'bare';
}
