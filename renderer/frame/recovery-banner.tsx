import { useMutation } from '@tanstack/react-query';
import type { Recovery } from '#shared/domain/connection.ts';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { recoveryText } from './recovery-text.ts';

/** Says what was done about a damaged journal, until the person confirms having read it. */
export function RecoveryBanner({ recovery }: { readonly recovery: Recovery | null }) {
  const i18n = useI18n();
  const { queries } = useEngine();
  const seen = useMutation(queries.recovery.seen.mutationOptions());
  if (recovery === null) return null;
  return (
    <Note
      tone="warn"
      title={i18n.t('recovery.title')}
      actions={
        <Button size="small" onPress={() => seen.mutate(undefined)}>
          {i18n.t('recovery.seen')}
        </Button>
      }
    >
      {recoveryText(recovery, i18n)}
    </Note>
  );
}
