import { CornerLeftUp } from 'lucide-react';
import { Breadcrumb, Breadcrumbs, Link } from 'react-aria-components';
import type { FolderListing } from '#shared/app-api/views.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './folders.module.css';
import { crumbsOf } from './paths.ts';

/** Where the person is: each folder above can be gone to, and the one right above by a button. */
export function FolderCrumbs({ here: { path, parent }, onGo }: { readonly here: FolderListing; readonly onGo: (path: string) => void }) {
  const { t } = useI18n();
  return (
    <div className={styles['where']}>
      <Button
        look="icon"
        size="small"
        aria-label={t('folders.browse.up')}
        isDisabled={parent === null}
        onPress={() => parent !== null && onGo(parent)}
      >
        <CornerLeftUp size={16} aria-hidden />
      </Button>
      <Breadcrumbs aria-label={t('folders.browse.path')} className={classNames(styles['crumbs'])}>
        {crumbsOf(path).map((crumb) => (
          <Breadcrumb key={crumb.path} id={crumb.path} className={classNames(styles['crumb'])}>
            <Link onPress={() => onGo(crumb.path)}>
              <bdi>{crumb.name}</bdi>
            </Link>
          </Breadcrumb>
        ))}
      </Breadcrumbs>
    </div>
  );
}
