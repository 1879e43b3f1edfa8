import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkArrival, BulkArrivalAnswer, Overview } from '#shared/app-api/views.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { useEngine } from '../../link/engine.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { CompanyName } from '../../parts/company-name.tsx';
import { LaterBulkArrivalDialog } from './bulk-arrival-later.ts';
import { NeedEntry } from '../need-entry.tsx';
import row from '../to-do/row.module.css';

/** The mending one at the edge, as in every row. */
const ANSWERS = ['none', 'since', 'all'] as const satisfies readonly BulkArrivalAnswer['kind'][];

/** Files of one folder that were there before Intray, or arrived all at once: none is sent without consent, and one answer covers all of them. */
export function BulkArrivalNeed({ arrival, overview }: { readonly arrival: BulkArrival; readonly overview: Overview }) {
  const { t, list } = useI18n();
  const { companyId, importType, folderId, count, names } = arrival;
  const company = overview.companies.length > 1 ? overview.companies.find(({ id }) => id === companyId) : undefined;
  const more = count - names.length;
  const of = { companyId, importType, folderId };
  const { queries } = useEngine();
  const [asking, setAsking] = useState<BulkArrivalAnswer['kind'] | null>(null);
  const answering = useMutation(queries.items.answerBulkArrival.mutationOptions({ onSettled: () => setAsking(null) }));
  return (
    <NeedEntry
      tone="warn"
      title={t('to-do.together', { count })}
      facts={
        <>
          {company !== undefined && <CompanyName company={company} />}
          <span>{t(`import-type.${importType}`)}</span>
        </>
      }
      text={
        <p>
          <b className={classNames(row['ask'])}>{t('to-do.word.send')}</b>{' '}
          <bdi>{list(more > 0 ? [...names, t('strays.more', { count: more })] : names)}</bdi>
        </p>
      }
      actions={
        <>
          {ANSWERS.map((kind) => (
            <Button key={kind} look={kind === 'none' ? 'quiet' : 'plain'} size="small" onPress={() => setAsking(kind)}>
              {t(`bulk-arrival.send-${kind}`)}
            </Button>
          ))}
          {asking !== null && (
            <LaterBulkArrivalDialog
              asking={asking}
              of={of}
              count={count}
              oldest={arrival.oldest}
              isPending={answering.isPending}
              onAnswer={(answer) => answering.mutate({ ...of, answer })}
              onClose={() => setAsking(null)}
            />
          )}
        </>
      }
    />
  );
}
