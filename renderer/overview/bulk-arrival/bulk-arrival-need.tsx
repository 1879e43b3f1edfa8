import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkArrival, BulkArrivalAnswer } from '#shared/app-api/views.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useEngine } from '../../link/engine.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { LaterBulkArrivalDialog } from './bulk-arrival-later.ts';
import { NeedEntry } from '../need-entry.tsx';

const ANSWERS = ['all', 'none', 'since'] as const satisfies readonly BulkArrivalAnswer['kind'][];

/** Files of one folder that were there before Intray, or arrived all at once: none is sent without consent, and one answer covers all of them. */
export function BulkArrivalNeed({ arrival }: { readonly arrival: BulkArrival }) {
  const { t } = useI18n();
  const { companyId, importType, folderId, count } = arrival;
  const of = { companyId, importType, folderId };
  const { queries } = useEngine();
  const [asking, setAsking] = useState<BulkArrivalAnswer['kind'] | null>(null);
  const answering = useMutation(queries.items.answerBulkArrival.mutationOptions({ onSettled: () => setAsking(null) }));
  return (
    <NeedEntry
      tone="warn"
      title={t('bulk-arrival.title', { count })}
      text={t('bulk-arrival.text')}
      actions={
        <>
          {ANSWERS.map((kind) => (
            <Button key={kind} look={kind === 'all' ? 'primary' : 'plain'} size="small" onPress={() => setAsking(kind)}>
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
