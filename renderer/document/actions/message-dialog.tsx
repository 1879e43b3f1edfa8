import { useState } from 'react';
import type { Company } from '#shared/domain/company.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { copyText } from '#shared/ui/parts/copy-text.ts';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import styles from '../document-panel.module.css';
import { messageTo } from './message-to.ts';

type Props = { readonly item: Item; readonly company: Pick<Company, 'name'> | null; readonly onClose: () => void };

/** The message to read, change and copy. */
export function MessageDialog({ item, company, onClose }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const [text, setText] = useState(() => messageTo(item, company, i18n));
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <DialogBox title={t('message.title')} onClose={onClose}>
      <p>{t('message.intro')}</p>
      <div className={styles['message']}>
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
