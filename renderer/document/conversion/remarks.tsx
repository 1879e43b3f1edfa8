import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import type { Remark } from '#shared/domain/item/conversion/remark.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import styles from './conversion.module.css';
import { remarkText } from './remark-text.ts';
import { versionText } from './version-text.ts';
import type { Making } from './use-conversion.ts';

type Props = {
  readonly of: Pick<Conversion, 'remarks' | 'allPictures' | 'pages'>;
  /** Makes the version anew: of all pictures of the file, or of the main one; absent where that cannot be chosen. */
  readonly onPictures?: (all: boolean) => void;
  /** The name of a joined picture, by its place. */
  readonly nameOf?: (part: number) => string | undefined;
};

/** What to know of a version before it is sent. It is announced as soon as the version is there. */
export function Remarks({ of: { remarks = [], allPictures, pages }, onPictures, nameOf }: Props) {
  const { t } = useI18n();
  if (remarks.length === 0 && allPictures !== true) return null;
  return (
    <div className={styles['remarks']}>
      {remarks.map((remark) => (
        <RemarkNote key={JSON.stringify(remark)} remark={remark} onPictures={onPictures} nameOf={nameOf} />
      ))}
      {allPictures === true && onPictures !== undefined && (
        <Note
          tone="calm"
          title={t('conversion.all-pictures.made', { all: pages })}
          actions={<Button onPress={() => onPictures(false)}>{t('conversion.all-pictures.undo')}</Button>}
        />
      )}
    </div>
  );
}

type OneProps = { readonly remark: Remark } & { readonly [Key in 'onPictures' | 'nameOf']: Props[Key] | undefined };

function RemarkNote({ remark, onPictures, nameOf }: OneProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { what, next } = remarkText(remark, i18n);
  const part = 'part' in remark && remark.part !== undefined ? nameOf?.(remark.part) : undefined;
  const isChoice = remark.kind === 'one-of' && onPictures !== undefined;
  return (
    <Note
      tone={remark.kind === 'actions-removed' ? 'calm' : 'warn'}
      title={part === undefined ? what : t('conversion.remark.part', { name: part, what })}
      spoken={remark.kind === 'actions-removed' ? 'status' : 'alert'}
      actions={
        isChoice ? <Button onPress={() => onPictures(true)}>{t('conversion.all-pictures', { all: remark.pictures })}</Button> : undefined
      }
    >
      {remark.kind !== 'one-of' || isChoice ? next : undefined}
    </Note>
  );
}

/** What a screen reader hears while a version is made, and when it is there. A fault is announced where it is shown. */
export function Spoken({ making }: { readonly making: Making }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <output className="off-screen">
      {making.kind === 'making' && (isQuarter(making.at) ? t('preview.page-of', making.at) : t('conversion.making'))}
      {making.kind === 'made' && t('conversion.ready', { version: versionText(making.conversion, i18n) })}
    </output>
  );
}

/** Four times at most: a long document would otherwise be counted aloud, page by page. */
function isQuarter(at: Extract<Making, { kind: 'making' }>['at']): at is NonNullable<typeof at> {
  return at !== null && at.page > 1 && at.page % Math.max(1, Math.ceil(at.pages / 4)) === 0;
}
