import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import type { BulkArrival, BulkArrivalAnswer } from '#shared/app-api/folder-places.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import { useEngine } from '../../link/engine.ts';
import { DayField } from '../../parts/day-field.tsx';
import { useTell } from '../../parts/notices/use-notices.tsx';
import look from '../questions.module.css';
import styles from './bulk-question.module.css';

// The one that can be taken back comes first, and the one with a field of its own last, above that field.
const KINDS = ['none', 'all', 'since'] as const satisfies readonly BulkArrivalAnswer['kind'][];
type Kind = (typeof KINDS)[number];

type Props = { readonly arrival: BulkArrival; readonly goOn: () => void };

/** Three answers, none chosen at first, and one button that says what will happen. */
export function BulkAnswer({ arrival, goOn }: Props) {
  const { t } = useI18n();
  const { count } = arrival;
  const [kind, setKind] = useState<Kind | null>(null);
  const [day, setDay] = useState<string | null>(null);
  const answer = answerOf(kind, day);
  const going = useGoing(arrival, answer);
  const answering = useAnswering(arrival, goOn);
  const reason = reasonOf({ kind, answer, going });
  return (
    <section aria-label={t('bulk-arrival.answer')}>
      <RadioGroup
        value={kind}
        onChange={(chosen) => setKind(KINDS.find((one) => one === chosen) ?? null)}
        className={classNames(styles['options'])}
      >
        <Label className="off-screen">{t('bulk-arrival.answer')}</Label>
        {KINDS.map((one) => (
          <Radio key={one} value={one} className={classNames(styles['option'])}>
            <span className={styles['words']}>
              <span className={styles['choice']}>{one === 'since' ? t('bulk-arrival.since') : t(`bulk-arrival.${one}`, { count })}</span>
              <span className={styles['hint']}>
                {one === 'none' ? t('bulk-arrival.none.text', { count }) : t(`bulk-arrival.${one}.text`)}
              </span>
            </span>
          </Radio>
        ))}
      </RadioGroup>
      {kind === 'since' && <SinceDay {...{ arrival, day, setDay, going }} />}
      <div className={look['foot']}>
        <span className={look['quiet']}>{reason === null ? t('bulk-arrival.only') : t(reason)}</span>
        <Button look="quiet" onPress={goOn}>
          {t('questions.later')}
        </Button>
        <Button
          look="primary"
          isPending={answering.isPending}
          isDisabled={reason !== null}
          onPress={() => {
            if (answer !== null) answering.mutate({ ...keyOf(arrival), answer });
          }}
        >
          {doingOf(answer, { count, going, t })}
        </Button>
      </div>
    </section>
  );
}

type SinceDayProps = {
  readonly arrival: BulkArrival;
  readonly day: string | null;
  readonly setDay: (day: string | null) => void;
  readonly going: number | null;
};

function SinceDay({ arrival, day, setDay, going }: SinceDayProps) {
  const { t, moment } = useI18n();
  const older = arrival.count - (going ?? 0);
  return (
    <div className={styles['since']}>
      <DayField label={t('bulk-arrival.since-day')} day={day} onChange={setDay} />
      <output className={look['quiet']}>
        {day === null && t('bulk-arrival.oldest', { moment: moment(arrival.oldest) })}
        {day !== null && going === 0 && t('bulk-arrival.going-none')}
        {day !== null && going !== null && going > 0 && t('bulk-arrival.going', { count: going })}
        {day !== null && going !== null && going > 0 && older > 0 && ` ${t('bulk-arrival.older', { count: older })}`}
      </output>
    </div>
  );
}

function useAnswering(arrival: BulkArrival, goOn: () => void) {
  const { t, number } = useI18n();
  const { queries, client } = useEngine();
  const tell = useTell();
  return useMutation(
    queries.items.answerBulkArrival.mutationOptions({
      onSuccess: ({ sent, aside, at }) => {
        const undo = async () => client.items.takeBackBulkAnswer({ ...keyOf(arrival), at });
        if (sent === 0) tell({ words: t('bulk-arrival.told.none', { count: aside }), undo });
        else if (aside === 0) tell({ words: t('list.told.allowed', { count: sent }) });
        else tell({ words: t('bulk-arrival.told.split', { sent: number(sent), count: aside }) });
        goOn();
      },
      onError: () => tell({ words: t('common.unexpected'), isKept: true }),
    }),
  );
}

/** How many documents would be sent from that day on; null until it is known. */
function useGoing(arrival: BulkArrival, answer: BulkArrivalAnswer | null): number | null {
  const { queries } = useEngine();
  const since = answer?.kind === 'since' ? answer.at : undefined;
  const input = { ...keyOf(arrival), since };
  return useQuery(queries.items.bulkArrival.queryOptions({ input, enabled: since !== undefined })).data?.count ?? null;
}

function keyOf({ companyId, importType, folderId }: BulkArrival) {
  return { companyId, importType, folderId };
}

/** Null until an answer is complete. A day begins at midnight in the user's time zone. */
function answerOf(kind: Kind | null, day: string | null): BulkArrivalAnswer | null {
  if (kind !== 'since') return kind === null ? null : { kind };
  const at = new Date(`${day ?? ''}T00:00`).getTime();
  return Number.isNaN(at) ? null : { kind, at: wallMs(at) };
}

type Chosen = { readonly kind: Kind | null; readonly answer: BulkArrivalAnswer | null; readonly going: number | null };

/** Why the button cannot be pressed yet. */
function reasonOf({ kind, answer, going }: Chosen) {
  if (kind === null) return 'bulk-arrival.first.answer';
  if (answer === null || (kind === 'since' && going === null)) return 'bulk-arrival.first.day';
  return kind === 'since' && going === 0 ? 'bulk-arrival.going-none' : null;
}

type Doing = { readonly count: number; readonly going: number | null; readonly t: I18n['t'] };

function doingOf(answer: BulkArrivalAnswer | null, { count, going, t }: Doing): string {
  if (answer === null || (answer.kind === 'since' && (going ?? 0) === 0)) return t('common.continue');
  if (answer.kind === 'none') return t('bulk-arrival.do.none', { count });
  return t('bulk-arrival.do.send', { count: answer.kind === 'all' ? count : (going ?? 0) });
}
