import { Copy, FileText, Mail } from 'lucide-react';
import { useState } from 'react';
import type { Company } from '#shared/domain/company.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { CopyButton, copyText } from '#shared/ui/parts/copy-button.tsx';
import panel from '#shared/ui/panel.module.css';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import { useTell } from '../../parts/notices/use-notices.tsx';
import documentPanelStyles from '../document-panel.module.css';
import styles from '../refusal/refusal.module.css';
import { mayAsk, messageTo, subjectOf } from './message-to.ts';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { MailOpened } from '#shared/app-api/write-mail.ts';
import { mailLink } from '#shared/lib/mail-link.ts';
import buttons from '#shared/ui/button.module.css';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { useEngine } from '../../link/engine.ts';

type Props = { readonly item: Item; readonly company: Company | null };

/** What the accountant needs to find the document: its number, and a message with all of it, each one press away. */
export function AskAccountant({ item, company }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const tell = useTell();
  const [isOpen, setOpen] = useState(false);
  if (!mayAsk(item)) return null;
  const documentId = 'documentId' in item.state ? item.state.documentId : null;
  const copy = async () => {
    const isCopied = await copyText(messageTo(item, company, i18n));
    if (isCopied) tell({ words: t('refusal.copied') });
    // There it can be selected and copied by hand.
    else setOpen(true);
  };
  return (
    <section className={styles['ask']}>
      <h3 className={panel['heading']}>{t('refusal.ask')}</h3>
      {documentId !== null && (
        <p className={styles['number']}>
          <span>{t('document.number')}</span>
          <code>{documentId}</code>
          <CopyButton text={documentId} label={t('document.number.copy')} copied={t('common.copied')} />
        </p>
      )}
      <div className={documentPanelStyles['actions']}>
        <MailButton item={item} company={company} text={messageTo(item, company, i18n)} />
        <Button size="small" onPress={() => void copy()}>
          <Copy size={15} aria-hidden />
          {t('message.copy')}
        </Button>
        <Button size="small" look="quiet" onPress={() => setOpen(true)}>
          <FileText size={15} aria-hidden />
          {t('refusal.look')}
        </Button>
      </div>
      {isOpen && <MessageDialog item={item} company={company} onClose={() => setOpen(false)} />}
    </section>
  );
}

type MessageDialogProps = { readonly item: Item; readonly company: Pick<Company, 'name'> | null; readonly onClose: () => void };

/** The message to read, change and copy. */
function MessageDialog({ item, company, onClose }: MessageDialogProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const [text, setText] = useState(() => messageTo(item, company, i18n));
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <DialogBox title={t('message.title')} onClose={onClose}>
      <p>{t('message.intro')}</p>
      <div className={documentPanelStyles['message']}>
        <TextField label={t('message.text')} labelled="heard" lines="many" value={text} onChange={setText} />
      </div>
      <output>{copied !== null && t(copied ? 'message.copied' : 'message.not-copied')}</output>
      <DialogActions>
        <Button onPress={onClose}>{t('common.close')}</Button>
        <Button look="primary" onPress={() => void copyText(text).then(setCopied)}>
          {t('message.copy')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}

type MailButtonProps = { readonly item: Item; readonly company: Company | null; readonly text: string };

/** Opens the user's mail program with the message, who sends it: the desktop app asks the system, a browser follows the link. */
export function MailButton({ item, company, text }: MailButtonProps) {
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
      className={classNames(buttons['button'], buttons['plain'], buttons['small'], buttons['link'])}
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

/** If the mail program did not get the text, it is copied, and the user told to paste it. */
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
