import type { BulkArrival } from '#shared/app-api/bulk-arrivals.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { everyCompany } from '../../companies/every-company.ts';
import type { BulkArrivalKey } from '../../frame/place.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { QuestionGone } from '../question-gone.tsx';
import { QuestionThen } from '../question-then.tsx';
import { QuestionTop } from '../question-top.tsx';
import styles from '../questions.module.css';
import { useOpenQuestions } from '../use-open-questions.ts';
import { AboutArrival } from './about-arrival.tsx';
import { BulkAnswer } from './bulk-answer.tsx';

type Props = { readonly overview: Overview; readonly arrival: BulkArrivalKey };

/** What is to become of the documents of one folder that were there before it was added, or came all at once. */
export function BulkQuestionPage({ overview, arrival: of }: Props) {
  const { t } = useI18n();
  const questions = useOpenQuestions(overview, { kind: 'bulk-question', arrival: of });
  const arrival = overview.bulkArrivals?.find((one) => isSame(one, of));
  return (
    <main className={styles['page']}>
      <QuestionTop {...questions} />
      {arrival === undefined ? (
        <QuestionGone {...questions} />
      ) : (
        <>
          <h1 className={styles['title']}>{t('bulk-arrival.what', { count: arrival.count })}</h1>
          <p className={styles['why']}>{t(`bulk-arrival.why.${arrival.why}`, { count: arrival.count })}</p>
          <div className={styles['card']}>
            <AboutArrival arrival={arrival} company={everyCompany(overview).find(({ id }) => id === of.companyId) ?? null} />
            <BulkAnswer arrival={arrival} goOn={questions.goOn} />
          </div>
          <QuestionThen next={questions.next} overview={overview} />
        </>
      )}
    </main>
  );
}

function isSame(one: BulkArrival, { companyId, importType, folderId }: BulkArrivalKey): boolean {
  return one.companyId === companyId && one.importType === importType && one.folderId === folderId;
}
