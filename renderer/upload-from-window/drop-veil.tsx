import { Inbox, Unplug } from 'lucide-react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { shortPath } from '../folders/paths.ts';
import { CompanyName } from '../parts/company-name.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './drop-veil.module.css';
import { needsPath, type Target, targetsOf } from './targets-of.ts';

/** As many as are easy to aim at in a small window; with more, the person chooses after the drop. */
const COMPANIES_MAX = 6;

type Props = { readonly overview: Overview; readonly over: Folder['id'] | null };

/** Covers the window while files are dragged, and shows where they can go. Mouse only; keyboard users have "Add files…". */
export function DropVeil({ overview, over }: Props) {
  const { t } = useI18n();
  const targets = targetsOf(overview);
  const title = t(targets.length === 0 ? 'upload.veil.none' : 'upload.veil.title');
  const isFew = targets.length > 0 && targets.length <= COMPANIES_MAX;
  return (
    <section className={styles['veil']} aria-label={title} data-drop-veil>
      <p className={styles['title']}>{title}</p>
      {isFew && (
        <div className={classNames(styles['companies'], targets.length > 1 && styles['many'])}>
          {targets.map((target) => (
            <CompanyTargets key={target.company.id} target={target} over={over} isAlone={targets.length === 1} />
          ))}
        </div>
      )}
      {targets.length > COMPANIES_MAX && (
        <div className={classNames(styles['target'], styles['whole'])}>
          <Inbox size={40} strokeWidth={1.5} aria-hidden />
          <span className={styles['name']}>{t('upload.veil.choose')}</span>
        </div>
      )}
      {isFew && <p className={styles['hint']}>{t('upload.veil.hint')}</p>}
    </section>
  );
}

type CompanyProps = { readonly target: Target; readonly over: Folder['id'] | null; readonly isAlone: boolean };

function CompanyTargets({ target, over, isAlone }: CompanyProps) {
  const { t } = useI18n();
  return (
    <section className={styles['company']}>
      {!isAlone && (
        <h2 className={styles['company-name']}>
          <CompanyName company={target.company} />
        </h2>
      )}
      <div className={styles['targets']}>
        {target.folders.map((folder) => {
          const isAway = folder.state !== 'present';
          const size = isAlone ? 40 : 24;
          return (
            <div
              key={folder.id}
              className={classNames(styles['target'], isAway && styles['away'], over === folder.id && styles['over'])}
              {...(isAway ? {} : { 'data-folder': folder.id })}
            >
              {isAway ? (
                <Unplug size={size} strokeWidth={1.5} aria-hidden />
              ) : (
                <TypeIcon type={folder.importType} size={size} strokeWidth={1.5} />
              )}
              <span className={styles['name']}>{t(`import-type.folder.${folder.importType}`)}</span>
              {isAway && <span className={styles['small']}>{t('upload.veil.away')}</span>}
              {!isAway && (isAlone || needsPath(folder, target)) && <bdi className={styles['small']}>{shortPath(folder.path)}</bdi>}
            </div>
          );
        })}
      </div>
    </section>
  );
}
