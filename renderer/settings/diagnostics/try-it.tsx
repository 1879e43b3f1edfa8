import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { Tried } from '#shared/app-api/diagnostics.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { useEngine } from '../../link/engine.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import styles from '../settings.module.css';

/** Makes a round trip with the current settings, and shows the outcome. */
export function TryIt({ what }: { readonly what: Tried }) {
  const { t, number } = useI18n();
  const { queries } = useEngine();
  const trying = useMutation(queries.diagnostics.try.mutationOptions());
  const answer = trying.data;
  return (
    <div className={styles['try']}>
      <Button size="small" isPending={trying.isPending} onPress={() => trying.mutate({ what })}>
        {t(trying.isPending ? 'try-out.running' : `try-out.${what}`)}
      </Button>
      <output>
        {!trying.isPending && answer?.ok === true && (
          <span className={styles['tried']}>
            <CircleCheck size={17} aria-hidden />
            {t('try-out.good', { milliseconds: number(answer.value.milliseconds) })}
          </span>
        )}
      </output>
      {!trying.isPending && answer?.ok === false && (
        <Note tone="bad" spoken="alert" title={t(`try-out.fault.${answer.failure.kind}`)}>
          {t(`try-out.fault.${answer.failure.kind}.next`)} <code>{answer.failure.code}</code>
        </Note>
      )}
      {trying.isError && <Note tone="bad" spoken="alert" title={t('common.unexpected')} />}
    </div>
  );
}
