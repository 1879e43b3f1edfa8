import type { ItemDetail } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { isResolved, maySendAgain } from '#shared/domain/item/aside.ts';
import { mayAskToSendAgain, takenOf } from '#shared/domain/results/unproven.ts';
import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { MoreAbout } from '../../parts/more-about.tsx';
import { ReplaceButton } from '../../upload-from-window/add-files-button.tsx';
import { AskAccountant } from '../actions/ask-accountant.tsx';
import { DocumentActions } from '../actions/document-actions.tsx';
import { SendAgainButton } from '../actions/sent-buttons.tsx';
import look from '../document-panel.module.css';
import type { Explanation } from '../explain.ts';
import styles from './refusal.module.css';
import { useMutation } from '@tanstack/react-query';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useEngine } from '../../link/engine.ts';
import { CircleCheck, Undo2 } from 'lucide-react';
import { useTell } from '../../parts/notices/use-notices.tsx';

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
            {maySendAgain(item) && <SendAgainButton item={item} isCorrected={detail.columnsCorrected === true} />}
            {mayAskToSendAgain(item) && <WantAgainButton item={item} />}
          </div>
        )}
        <DocumentActions detail={detail} />
      </MoreAbout>
    </>
  );
}

/** A refusal that was taken unproven may be false, so "Send again" is offered only after the user asked for it. */
function WantAgainButton({ item }: { readonly item: Pick<Item, 'id'> }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const want = useMutation(queries.items.wantSendAgain.mutationOptions());
  return (
    <Button isPending={want.isPending} onPress={() => want.mutate({ itemIds: [item.id] })}>
      {t('document.want-again')}
    </Button>
  );
}

type ResolveButtonProps = {
  readonly item: Pick<Item, 'id' | 'name'>;
  readonly size?: 'normal' | 'small';
};

const ACTS = {
  resolve: { Icon: CircleCheck, text: 'document.settle', name: 'document.settle-name', undo: 'unresolve' },
  unresolve: { Icon: Undo2, text: 'document.unsettle', name: 'document.unsettle-name', undo: null },
} as const;

/** Marks a refusal as dealt with: it stays refused, but no longer needs anybody. */
function ResolveButton(props: ResolveButtonProps) {
  return <Deciding act="resolve" {...props} />;
}

/** Undoes that: the refusal needs the user again. */
function UnresolveButton(props: ResolveButtonProps) {
  return <Deciding act="unresolve" {...props} />;
}

function Deciding({ act, item, size = 'normal' }: ResolveButtonProps & { readonly act: keyof typeof ACTS }) {
  const { t } = useI18n();
  const { client } = useEngine();
  const tell = useTell();
  const { Icon, text, name, undo } = ACTS[act];
  const decide = useMutation({
    mutationFn: async () => void (await client.items[act]({ itemIds: [item.id] })),
    onSuccess: () => {
      if (undo === null) return;
      tell({ words: t('resolved.told', { name: item.name }), undo: async () => client.items[undo]({ itemIds: [item.id] }) });
    },
  });
  return (
    <Button size={size} isPending={decide.isPending} aria-label={t(name, { name: item.name })} onPress={() => decide.mutate()}>
      <Icon size={16} aria-hidden />
      {t(text)}
    </Button>
  );
}
