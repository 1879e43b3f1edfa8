import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemDetail, Overview } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { everyCompany } from '../../companies/every-company.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { useEngine } from '../../link/engine.ts';
import { QuestionGone } from '../question-gone.tsx';
import { QuestionThen } from '../question-then.tsx';
import { QuestionTop } from '../question-top.tsx';
import styles from '../questions.module.css';
import { useOpenQuestions } from '../use-open-questions.ts';
import { BothDocuments } from './both-documents.tsx';
import { RemovalMessage } from './removal-message.tsx';
import own from './type-question.module.css';

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
  const company = everyCompany(overview).find(({ id }) => id === detail?.item.companyId) ?? null;
  return (
    <main className={classNames(styles['page'], own['page'])}>
      <QuestionTop {...questions} />
      {found !== undefined && !isOpen && wrong === null ? (
        <QuestionGone {...questions} />
      ) : (
        <>
          <h1 className={styles['title']}>{t('type-question.title')}</h1>
          {detail !== null && (
            <p className={styles['why']}>{t('type-question.why', { name: detail.item.name, company: company?.name ?? '' })}</p>
          )}
          {detail?.item.importType != null && wrong?.importType != null && (
            <RemovalMessage
              item={wrong}
              right={detail.item.importType}
              wrong={wrong.importType}
              company={company}
              onDone={questions.goOn}
            />
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
