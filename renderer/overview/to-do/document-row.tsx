import { type ReactNode, useEffect, useRef } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { takenOf, unprovenOf } from '#shared/domain/results/unproven.ts';
import { shownSince } from '#shared/domain/results/weigh-results.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { CompanyName, everyCompany } from '../../parts/company-name.tsx';
import { markOf, StateMark, stateWords } from '../../document/state-mark.tsx';
import { hashOf } from '../../frame/place.ts';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import { Age } from '../../parts/age.tsx';
import { focusHeading } from '../../parts/heading-focus.ts';
import styles from './row.module.css';
import type { WallMs } from '#shared/lib/duration.ts';
import { Row } from '../need-entry.tsx';
import { explain } from '../../document/explain.ts';

type Props = {
  readonly item: Item;
  readonly overview: Overview;
  readonly endings: ReactNode;
  /** It came back by an undo that had the focus. */
  readonly takesFocus: boolean;
};

/** One document that waits for the user: its name leads to it. */
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
            <Age at={shownSince(item)} now={overview.now} />
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

/** Why a document is on the list: one word that says it, and a short reason; `verbatim`: the accountant's own words. */
type Why = {
  readonly tone: 'bad' | 'warn' | 'ask';
  readonly word: string;
  readonly reason: string;
  readonly verbatim: boolean;
};

function whyOf(item: Item, now: WallMs, i18n: I18n): Why {
  const because = explain(item, now, i18n);
  const { what = '', next = null, verbatim = false } = because ?? {};
  // For what cannot be sent the way out is part of the reason; elsewhere the buttons show it.
  const isWithoutWay = item.state.kind === 'unfit' || (item.state.kind === 'held' && item.state.question.kind === 'gone');
  const reason = isWithoutWay && next !== null ? `${what} ${next}` : what;
  return { ...leadOf(item, i18n.t), reason, verbatim };
}

function leadOf(item: Item, t: I18n['t']): Pick<Why, 'tone' | 'word'> {
  const { state } = item;
  if (unprovenOf(item) !== null) return { tone: 'ask', word: t('to-do.word.unproven') };
  if (state.kind === 'refused') return { tone: 'bad', word: t('to-do.word.refused') };
  if (state.kind === 'unfit') return { tone: 'warn', word: t('to-do.word.unfit') };
  if (state.kind === 'awaiting') return { tone: 'warn', word: t('to-do.word.no-answer') };
  if (state.kind === 'held' && state.question.kind === 'gone') return { tone: 'warn', word: t('to-do.word.gone') };
  const asked = state.kind === 'held' ? state.question.kind : null;
  return {
    tone: 'ask',
    word: t(asked === 'other-type' || asked === 'sent-before' || asked === 'note' ? `to-do.word.${asked}` : 'to-do.word.send'),
  };
}
