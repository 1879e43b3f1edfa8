import type { ItemDetail } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { isResolved, maySendAgain } from '#shared/domain/item/aside.ts';
import { mayAskToSendAgain, takenOf } from '#shared/domain/results/unproven.ts';
import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { MoreAbout } from '../../parts/more-about.tsx';
import { ReplaceButton } from '../../upload-from-window/replace-button.tsx';
import { AskAccountant } from '../actions/ask-accountant.tsx';
import { DocumentActions } from '../actions/document-actions.tsx';
import { ResolveButton, UnresolveButton } from '../actions/resolve-button.tsx';
import { SendAgainButton } from '../actions/send-again-button.tsx';
import { WantAgainButton } from '../actions/want-again-button.tsx';
import look from '../document-panel.module.css';
import type { Explanation } from '../explain.ts';
import styles from './refusal.module.css';

type Props = {
  readonly detail: ItemDetail;
  readonly company: Company | null;
  readonly because: Explanation;
  readonly mayAct: boolean;
};

/** A refusal: the reason, the two things that end it, and what to ask the accountant with; all else is folded. */
export function RefusalNote({ detail, company, because, mayAct }: Props) {
  const { t } = useI18n();
  const { item, replacedBy } = detail;
  const isEnded = isResolved(item);
  const title = because.verbatim ? t(takenOf(item) === null ? 'document.reason' : 'unproven.reason') : because.what;
  return (
    <>
      <Note tone={isEnded ? 'calm' : 'bad'} title={title}>
        {because.verbatim && (
          <p className={styles['reason']}>
            <bdi>{because.what}</bdi>
          </p>
        )}
        {isEnded && because.next !== null && <p>{because.next}</p>}
        {mayAct && (
          <div className={look['actions']}>
            {!isEnded && <ReplaceButton item={item} look={replacedBy === null ? 'primary' : 'plain'} />}
            {isEnded ? <UnresolveButton key={item.id} item={item} /> : <ResolveButton key={`settle ${item.id}`} item={item} />}
          </div>
        )}
      </Note>
      <AskAccountant key={`ask ${item.id}`} item={item} company={company} />
      <MoreAbout key={`more ${item.id}`} label={t('refusal.more')}>
        {!isEnded && because.next !== null && <p>{because.next}</p>}
        {mayAct && (maySendAgain(item) || mayAskToSendAgain(item)) && (
          <div className={look['actions']}>
            {maySendAgain(item) && <SendAgainButton item={item} />}
            {mayAskToSendAgain(item) && <WantAgainButton item={item} />}
          </div>
        )}
        <DocumentActions detail={detail} />
      </MoreAbout>
    </>
  );
}
