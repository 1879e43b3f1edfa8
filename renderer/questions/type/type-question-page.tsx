import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ItemDetail, Overview } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { everyCompany } from '../../parts/company-name.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { useEngine } from '../../link/engine.ts';
import { QuestionGone, QuestionThen, QuestionTop } from '../question-parts.tsx';
import styles from '../questions.module.css';
import { useOpenQuestions } from '../use-open-questions.ts';
import { BothDocuments } from './both-documents.tsx';
import typeQuestionStyles from './type-question.module.css';
import { Copy } from 'lucide-react';
import { type InvoiceType, isInvoiceType } from '#shared/domain/folder/folder.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { copyText } from '#shared/ui/parts/copy-button.tsx';
import { MailButton } from '../../document/actions/ask-accountant.tsx';
import { messageTo } from '../../document/actions/message-to.ts';
import { focusHeading } from '../../parts/heading-focus.ts';
import { useTell } from '../../parts/notices/use-notices.tsx';

type Props = { readonly overview: Overview; readonly itemId: ItemId };

/** The same file is known as a purchase and as a sale: which of the two it is, or both. */
export function TypeQuestionPage({ overview, itemId }: Props) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const questions = useOpenQuestions(overview, { kind: 'type-question', itemId });
  const found = useQuery(queries.items.get.queryOptions({ input: { itemId } })).data;
  const detail = found?.ok === true ? found.value : null;
  // The document that was sent under the wrong type, once the answer says so.
  const [wrong, setWrong] = useState<ItemDetail['item'] | null>(null);
  const isOpen = detail !== null && isAsked(detail);
  const [right, wrongType] = [detail?.item.importType ?? null, wrong?.importType ?? null];
  const company = everyCompany(overview).find(({ id }) => id === detail?.item.companyId) ?? null;
  return (
    <main className={classNames(styles['page'], typeQuestionStyles['page'])}>
      <QuestionTop {...questions} />
      {found !== undefined && !isOpen && wrong === null ? (
        <QuestionGone {...questions} />
      ) : (
        <>
          <h1 className={styles['title']}>{t('type-question.title')}</h1>
          {detail !== null && (
            <p className={styles['why']}>{t('type-question.why', { name: detail.item.name, company: company?.name ?? '' })}</p>
          )}
          {wrong !== null && isInvoiceType(right) && isInvoiceType(wrongType) && (
            <RemovalMessage item={wrong} right={right} wrong={wrongType} company={company} onDone={questions.goOn} />
          )}
          {detail !== null && isOpen && wrong === null && (
            <BothDocuments key={itemId} detail={detail} onWrong={setWrong} goOn={questions.goOn} />
          )}
          <QuestionThen next={questions.next} overview={overview} />
        </>
      )}
    </main>
  );
}

function isAsked({ item: { state } }: ItemDetail): boolean {
  return state.kind === 'held' && state.question.kind === 'other-type';
}

type RemovalMessageProps = {
  /** The document that was sent under the wrong type. */
  readonly item: Item;
  /** What it is, and what it was sent as. */
  readonly right: InvoiceType;
  readonly wrong: InvoiceType;
  readonly company: Company | null;
  readonly onDone: () => void;
};

/** Intray cannot take back what was sent: it writes the message that asks the accountant to. */
function RemovalMessage({ item, right, wrong, company, onDone }: RemovalMessageProps) {
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
    <section ref={box} className={typeQuestionStyles['removal']} aria-label={t('type-question.remove')}>
      <h2 className={typeQuestionStyles['name']}>{t('type-question.remove')}</h2>
      <p>{t('type-question.remove.text')}</p>
      <pre className={typeQuestionStyles['message']}>{text}</pre>
      <div className={typeQuestionStyles['presses']}>
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
