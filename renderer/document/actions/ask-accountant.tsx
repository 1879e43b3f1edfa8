import { Copy, FileText } from 'lucide-react';
import { useState } from 'react';
import type { Company } from '#shared/domain/company.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { copyText } from '#shared/ui/parts/copy-text.ts';
import { CopyButton } from '#shared/ui/parts/copy-button.tsx';
import panel from '#shared/ui/panel.module.css';
import { useI18n } from '../../i18n/i18n.tsx';
import { useTell } from '../../parts/notices/use-notices.tsx';
import documentPanelStyles from '../document-panel.module.css';
import styles from '../refusal/refusal.module.css';
import { MailButton } from './mail-button.tsx';
import { mayAsk, messageTo } from './message-to.ts';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { DialogBox } from '../../parts/dialog-box.tsx';

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
