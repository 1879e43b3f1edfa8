import { useMutation } from '@tanstack/react-query';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { useEngine } from '../link/engine.ts';
import { useTell } from '../parts/notices/use-notices.tsx';

/** Ignores the files that are next to the watched folders, until others appear there. */
export function IgnoreMisplacedButton({ path }: { readonly path: string }) {
  const { t } = useI18n();
  const { queries, client } = useEngine();
  const tell = useTell();
  const ignore = useMutation(
    queries.folders.ignoreMisplaced.mutationOptions({
      onSuccess: (done) => {
        if (!done.ok) return;
        const words = t('strays.told.ignored', { count: done.value.ignored });
        tell({ words, undo: async () => client.folders.askAboutMisplaced({ path }) });
      },
    }),
  );
  return (
    <Button look="plain" size="small" isPending={ignore.isPending} onPress={() => ignore.mutate({ path })}>
      {t('document.ignore')}
    </Button>
  );
}
