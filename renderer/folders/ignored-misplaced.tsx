import { useMutation, useQuery } from '@tanstack/react-query';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { useEngine } from '../link/engine.ts';
import styles from './folders.module.css';
import { liesDirectlyIn } from './paths.ts';

/** Files next to these folders that the person ignores, with the way back. */
export function IgnoredMisplaced({ folders }: { readonly folders: readonly Folder[] }) {
  const { queries } = useEngine();
  const ignored = useQuery(queries.overview.queryOptions()).data?.ignoredMisplaced ?? [];
  return ignored
    .filter(({ path }) => folders.some((folder) => liesDirectlyIn(folder.path, path)))
    .map(({ path, count }) => <Ignored key={path} path={path} count={count} />);
}

function Ignored({ path, count }: { readonly path: string; readonly count: number }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const askAgain = useMutation(queries.folders.askAboutMisplaced.mutationOptions());
  return (
    <p className={styles['ignored']}>
      {t('strays.are-ignored', { count })}
      <Button look="quiet" size="small" isPending={askAgain.isPending} onPress={() => askAgain.mutate({ path })}>
        {t('document.no-longer-ignore')}
      </Button>
    </p>
  );
}
