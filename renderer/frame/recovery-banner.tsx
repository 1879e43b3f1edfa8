import { useMutation } from '@tanstack/react-query';
import type { Recovery } from '#shared/domain/recovery.ts';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/look/parts/button.tsx';
import { Note } from '#shared/look/parts/note.tsx';
import { type Speech, useSpeech } from '../speech/speech.tsx';

/** What was done about a damaged journal, until the person has read it. */
export function RecoveryBanner({ recovery }: { readonly recovery: Recovery | null }) {
  const speech = useSpeech();
  const { queries } = useEngine();
  const seen = useMutation(queries.recovery.seen.mutationOptions());
  if (recovery === null) return null;
  const { t } = speech;
  return (
    <Note
      tone="warn"
      title={t('recovery.title')}
      actions={
        <Button size="small" onPress={() => seen.mutate(undefined)}>
          {t('recovery.seen')}
        </Button>
      }
    >
      {textOf(recovery, speech)} {recovery.keptAs !== null && t('recovery.kept', { name: recovery.keptAs })}
    </Note>
  );
}

function textOf({ source, upTo }: Recovery, { t, moment }: Speech): string {
  return source === 'backup' && upTo !== null
    ? t('recovery.backup', { when: moment(upTo) })
    : t(source === 'nothing' ? 'recovery.nothing' : 'recovery.set-up');
}
