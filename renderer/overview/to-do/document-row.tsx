import { type ReactNode, useEffect, useRef } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { takenOf } from '#shared/domain/results/unproven.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { everyCompany } from '../../companies/every-company.ts';
import { markOf, stateWords } from '../../document/shown-state.ts';
import { StateMark } from '../../document/state-mark.tsx';
import { hashOf } from '../../frame/place.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Age } from '../../parts/age.tsx';
import { CompanyName } from '../../parts/company-name.tsx';
import { focusHeading } from '../../parts/focus-heading.ts';
import { Row } from './row.tsx';
import styles from './row.module.css';
import { whyOf } from './why-of.ts';

type Props = {
  readonly item: Item;
  readonly overview: Overview;
  readonly endings: ReactNode;
  /** It came back by an undo that had the focus. */
  readonly takesFocus: boolean;
};

/** One document that waits for the person: its name leads to it. */
export function DocumentRow({ item, overview, endings, takesFocus }: Props) {
  const i18n = useI18n();
  const row = useRef<HTMLLIElement>(null);
  const { tone, word, reason, verbatim } = whyOf(item, overview.now, i18n);
  const company = overview.companies.length > 1 ? everyCompany(overview).find(({ id }) => id === item.companyId) : undefined;
  useEffect(() => {
    if (takesFocus) focusHeading(row.current);
  }, [takesFocus]);
  return (
    <li ref={row}>
      <Row
        sign={<StateMark kind={markOf(item, overview.now)} />}
        title={
          <a href={hashOf({ kind: 'documents', itemId: item.id })}>
            <bdi>{item.name}</bdi>
          </a>
        }
        facts={
          <>
            {company !== undefined && <CompanyName company={company} />}
            <span>{i18n.t(item.importType === null ? 'document.unseen' : `import-type.${item.importType}`)}</span>
            <Age at={item.stateSince} now={overview.now} />
            {takenOf(item) !== null && <span className={styles['warn']}>{stateWords(item, i18n)}</span>}
          </>
        }
        text={
          <p className={styles['reason']}>
            <b className={classNames(styles[tone])}>{word}</b> {verbatim ? <Quote>{reason}</Quote> : reason}
          </p>
        }
        endings={endings}
      />
    </li>
  );
}

function Quote({ children }: { readonly children: string }) {
  return (
    <q>
      <bdi>{children}</bdi>
    </q>
  );
}
