import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkArrival, BulkArrivalAnswer } from '#shared/app-api/views.ts';
import type { Translate } from '#shared/i18n/translate.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { useEngine } from '../../link/engine.ts';
import { DayField } from '../../parts/day-field.tsx';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { useI18n } from '../../i18n/i18n.tsx';

type Props = {
  readonly of: Pick<BulkArrival, 'companyId' | 'importType' | 'folderId'>;
  readonly asking: BulkArrivalAnswer['kind'];
  readonly count: number;
  /** Modification time of the oldest file. */
  readonly oldest: WallMs;
  readonly isPending: boolean;
  readonly onAnswer: (answer: BulkArrivalAnswer) => void;
  readonly onClose: () => void;
};

/** Explains once more what happens to all these files, since sending cannot be undone. */
export function BulkArrivalDialog({ of, asking, count, oldest, isPending, onAnswer, onClose }: Props) {
  const { t, moment } = useI18n();
  const [day, setDay] = useState<string | null>(null);
  const answer = answerOf(asking, day);
  const going = useGoing(of, answer);
  return (
    <DialogBox role="alertdialog" title={t(`bulk-arrival.confirm.${asking}`, { count })} onClose={onClose}>
      <p>{t(`bulk-arrival.confirm.${asking}.text`)}</p>
      {asking === 'since' && (
        <>
          <DayField label={t('bulk-arrival.since-day')} day={day} onChange={setDay} />
          <output>{answer === null ? t('bulk-arrival.oldest', { moment: moment(oldest) }) : goingText(t, going)}</output>
        </>
      )}
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button
          look="primary"
          isPending={isPending}
          isDisabled={answer === null || going === 0}
          onPress={() => {
            if (answer !== null) onAnswer(answer);
          }}
        >
          {t(asking === 'since' ? 'bulk-arrival.confirm.since.do' : `bulk-arrival.send-${asking}`)}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}

/** How many files since the chosen day would be sent; null until it is known. */
function useGoing(of: Props['of'], answer: BulkArrivalAnswer | null): number | null {
  const { queries } = useEngine();
  const since = answer?.kind === 'since' ? answer.at : undefined;
  const counted = useQuery(queries.items.bulkArrival.queryOptions({ input: { ...of, since }, enabled: since !== undefined }));
  return counted.data?.count ?? null;
}

function goingText(t: Translate, going: number | null): string {
  if (going === null) return '';
  return going === 0 ? t('bulk-arrival.going-none') : t('bulk-arrival.going', { count: going });
}

/** Null until a day is chosen. A day begins at midnight in the person's time zone. */
function answerOf(asking: BulkArrivalAnswer['kind'], day: string | null): BulkArrivalAnswer | null {
  if (asking !== 'since') return { kind: asking };
  const at = new Date(`${day ?? ''}T00:00`).getTime();
  return Number.isNaN(at) ? null : { kind: 'since', at: wallMs(at) };
}
