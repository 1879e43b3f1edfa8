import { Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { copyText } from '#shared/ui/parts/copy-text.ts';
import { MailButton } from '../../document/actions/mail-button.tsx';
import { messageTo } from '../../document/actions/message-to.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { focusHeading } from '../../parts/focus-heading.ts';
import { useTell } from '../../parts/notices/use-notices.tsx';
import styles from './type-question.module.css';

type Props = {
  /** The document that was sent under the wrong type. */
  readonly item: Item;
  /** What it is, and what it was sent as. */
  readonly right: Folder['importType'];
  readonly wrong: Folder['importType'];
  readonly company: Company | null;
  readonly onDone: () => void;
};

/** Intray cannot take back what was sent: it writes the message that asks the accountant to. */
export function RemovalMessage({ item, right, wrong, company, onDone }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const tell = useTell();
  const box = useRef<HTMLElement>(null);
  // The buttons of the question are gone, and this is what is left to do.
  useEffect(() => focusHeading(box.current), []);
  const wish = t('type-question.message', { right: t(`type-question.is.${right}`), wrong: t(`type-question.is.${wrong}`) });
  const text = messageTo(item, company, i18n, wish);
  const copy = async () => {
    const isCopied = await copyText(text);
    tell({ words: t(isCopied ? 'refusal.copied' : 'message.not-copied'), isKept: !isCopied });
  };
  return (
    <section ref={box} className={styles['removal']} aria-label={t('type-question.remove')}>
      <h2 className={styles['name']}>{t('type-question.remove')}</h2>
      <p>{t('type-question.remove.text')}</p>
      <pre className={styles['message']}>{text}</pre>
      <div className={styles['presses']}>
        <MailButton item={item} company={company} text={text} />
        <Button size="small" onPress={() => void copy()}>
          <Copy size={15} aria-hidden />
          {t('message.copy')}
        </Button>
        <Button size="small" look="quiet" onPress={onDone}>
          {t('common.continue')}
        </Button>
      </div>
    </section>
  );
}
