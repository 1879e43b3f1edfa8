import { useMutation, useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import type { MailOpened } from '#shared/app-api/write-mail.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { mailLink } from '#shared/lib/mail-link.ts';
import buttons from '#shared/ui/button.module.css';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { copyText } from '#shared/ui/parts/copy-text.ts';
import { useEngine } from '../../link/engine.ts';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import { useTell } from '../../parts/notices/use-notices.tsx';
import { subjectOf } from './message-to.ts';

type Props = { readonly item: Item; readonly company: Company | null; readonly text: string };

/** Opens the person's mail program with the message, who sends it: the desktop app asks the system, a browser follows the link. */
export function MailButton({ item, company, text }: Props) {
  const i18n = useI18n();
  const { queries } = useEngine();
  const host = useQuery(queries.info.queryOptions()).data?.host;
  const inCase = useCopyInCase(text);
  const subject = subjectOf(item, company, i18n);
  const write = useMutation(queries.items.writeMail.mutationOptions({ onSuccess: ({ opened }) => inCase(opened) }));
  if (host === undefined) return null;
  if (host === 'electron') {
    return (
      <Button size="small" isPending={write.isPending} onPress={() => write.mutate({ itemId: item.id, subject, body: text })}>
        <Words i18n={i18n} />
      </Button>
    );
  }
  const { href, isWhole } = mailLink({ to: company?.contact ?? null, subject, body: text });
  return (
    <a
      href={href}
      className={classNames(buttons['button'], buttons['native'], buttons['plain'], buttons['small'], buttons['link'])}
      onClick={() => inCase(isWhole ? 'whole' : 'bare')}
    >
      <Words i18n={i18n} />
    </a>
  );
}

function Words({ i18n: { t } }: { readonly i18n: I18n }) {
  return (
    <>
      <Mail size={15} aria-hidden />
      {t('message.write')}
    </>
  );
}

/** If the mail program did not get the text, it is copied, and the person told to paste it. */
function useCopyInCase(text: string): (opened: MailOpened) => void {
  const { t } = useI18n();
  const tell = useTell();
  const copy = async (words: string): Promise<void> => {
    const isCopied = await copyText(text);
    tell({ words: isCopied ? words : t('message.not-copied'), isKept: true });
  };
  return (opened) => {
    if (opened !== 'whole') void copy(t(opened === 'bare' ? 'refusal.mail-bare' : 'refusal.no-mail'));
  };
}
