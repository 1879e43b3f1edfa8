import { memo } from 'react';
import { GridListItem } from 'react-aria-components';
import type { Company } from '#shared/domain/company.ts';
import type { Item } from '#shared/domain/item.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { asks, explain, isLate } from '../document/explain.ts';
import { AskedButton } from '../document/asked-button.tsx';
import { SendButton } from '../document/send-button.tsx';
import { StateMark } from '../document/state-mark.tsx';
import { Age } from '../parts/age.tsx';
import { classNames } from '#shared/look/parts/class-names.ts';
import { CompanyName } from '../parts/company-name.tsx';
import { useSpeech } from '../speech/speech.tsx';
import row from '#shared/look/list-row.module.css';
import styles from './document-row.module.css';

export type RowProps = { readonly item: Item; readonly company: Company | null; readonly now: WallMs; readonly isChosen: boolean };

export const DocumentRow = memo(function DocumentRow({ item, company, now, isChosen }: RowProps) {
  const speech = useSpeech();
  const { t } = speech;
  const { state } = item;
  const because = explain(item, now, speech);
  return (
    <GridListItem id={item.id} value={item} textValue={item.name} className={classNames(row['row'], isChosen && row['chosen'])}>
      <StateMark kind={isLate(item, now) || asks(item) ? 'late' : state.kind} />
      <div className={row['words']}>
        <p className={row['name']}>
          <bdi>{item.name}</bdi>
        </p>
        <p className={row['facts']}>
          <span className={classNames(styles['state'], styles[state.kind])}>
            {t(asks(item) ? 'state.no-answer' : `state.${state.kind}`)}
          </span>
          <span>{t(`type.${item.importType}`)}</span>
          {company !== null && <CompanyName company={company} />}
        </p>
        {because !== null && (
          <p className={classNames(styles['because'], because.verbatim && styles['verbatim'])}>
            <bdi>{because.what}</bdi> {!because.verbatim && because.next}
          </p>
        )}
      </div>
      <div className={styles['end']}>
        <span className={row['age']}>
          <Age at={item.foundAt} now={now} />
        </span>
        {state.kind === 'held' && <SendButton item={item} question={state.question} size="small" />}
        {asks(item) && <AskedButton item={item} size="small" />}
      </div>
    </GridListItem>
  );
});
