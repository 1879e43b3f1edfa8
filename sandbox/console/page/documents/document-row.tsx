import { Check, CircleQuestionMark, Hourglass, X } from 'lucide-react';
import rowStyles from '#shared/ui/list-row.module.css';
import listStyles from '../list.module.css';
import type { Document } from '../control/answers.ts';
import { shortId } from '../integrations/short-id.ts';
import { Age } from '../parts/age.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { useI18n } from '../i18n.tsx';
import { nameOf } from './name-of.ts';
import { stateOf, stateText } from './state-of.ts';

const ICONS = { waiting: Hourglass, accepted: Check, refused: X, other: CircleQuestionMark } as const;

export function DocumentRow({ document }: { readonly document: Document }) {
  const { t, bytes } = useI18n();
  const kind = stateOf(document);
  const Icon = ICONS[kind];
  return (
    <>
      <span className={classNames(listStyles['mark'], listStyles[kind])}>
        <Icon size={17} strokeWidth={2.25} aria-hidden />
      </span>
      <div className={rowStyles['words']}>
        <p className={rowStyles['name']}>{nameOf(document, t)}</p>
        <p className={rowStyles['facts']}>
          <span className={classNames(listStyles['state'], listStyles[kind])}>{stateText(document, t)}</span>
          <span>{t(`console.type.${document.importType}`)}</span>
          {document.bytes !== null && <span>{bytes(document.bytes)}</span>}
          {document.entryLines !== null && <span>{t('console.document.entries', { count: document.entryLines })}</span>}
          <code>{shortId(document.integrationId)}</code>
        </p>
        {document.externalReference !== null && <code className={listStyles['reference']}>{document.externalReference}</code>}
        {document.rejectionReason !== null && document.rejectionReason !== '' && (
          <p className={listStyles['verbatim']} dir="auto">
            {document.rejectionReason}
          </p>
        )}
      </div>
      <span className={rowStyles['age']}>
        <Age at={document.receivedAt} />
      </span>
    </>
  );
}
