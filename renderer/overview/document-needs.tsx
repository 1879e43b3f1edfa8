import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Need } from '#shared/app-api/needs-of.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { mayTakeUnread, unprovenOf } from '#shared/domain/results/unproven.ts';
import { AskedButton } from '../document/actions/asked-button.tsx';
import { LeaveButton, SendButton } from '../document/actions/send-button.tsx';
import { ResolveButton } from '../document/actions/resolve-button.tsx';
import { TakeButton } from '../document/actions/take-button.tsx';
import type { DocumentsShow } from '../frame/place.ts';
import { useEngine } from '../link/engine.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { LinkButton } from './link-button.tsx';
import { NeedDocument } from './need-document.tsx';
import { NeedEntry } from './need-entry.tsx';
import { TakeAllButton } from './take-all-button.tsx';

/** As many as fit at a glance; the others are one click away. */
const SHOWN = 3;

type Listed = Extract<Need, { readonly count: number }>['kind'];

const STATES = {
  refused: { states: ['refused'], asking: false, show: 'refused', tone: 'bad' },
  questions: { states: ['held'], asking: false, show: 'held', tone: 'warn' },
  unfit: { states: ['unfit'], asking: false, show: 'unfit', tone: 'warn' },
  unproven: { states: [], asking: false, show: 'unproven', tone: 'warn' },
  'no-answer': { states: [], asking: true, show: 'no-answer', tone: 'warn' },
} as const satisfies Record<
  Listed,
  { readonly states: readonly Item['state']['kind'][]; readonly asking: boolean; readonly show: DocumentsShow; readonly tone: string }
>;

type Props = {
  readonly kind: Listed;
  readonly count: number;
  readonly overview: Overview;
};

/** Documents that wait for the person for the same reason: the newest few, each with its decision. */
export function DocumentNeeds({ kind, count, overview }: Props) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const { states, asking, show, tone } = STATES[kind];
  // Documents of a bulk arrival wait for one common answer in an entry of their own, so they are left out here.
  const alone = kind === 'questions' ? { bulkArrival: false as const } : {};
  const open = kind === 'refused' ? { settled: false } : kind === 'unproven' ? { unproven: true } : {};
  const list = useQuery(queries.items.list.queryOptions({ input: { states: [...states], asking, limit: SHOWN, ...alone, ...open } }));
  const items = list.data?.items ?? [];
  const [only] = items;
  const place =
    count === 1 && only !== undefined
      ? ({ kind: 'documents', itemId: only.id } as const)
      : ({ kind: 'documents', itemId: null, show } as const);
  return (
    <NeedEntry
      tone={tone}
      title={t(`needs.${kind}`, { count })}
      // The same explanation applies to all of them, so it is given once.
      text={kind === 'unproven' ? `${t('unproven.why')} ${t('unproven.next')}` : undefined}
      actions={
        <>
          <LinkButton to={place} look={kind === 'refused' ? 'primary' : 'plain'}>
            {t('needs.look', { count })}
          </LinkButton>
          {kind === 'unproven' && <TakeAllButton />}
        </>
      }
    >
      {items.map((item) => (
        <NeedDocument key={item.id} item={item} overview={overview} actions={decisionOn(item)} />
      ))}
    </NeedEntry>
  );
}

/** Decisions that can be made right here; the others need the whole document. */
function decisionOn(item: Item): ReactNode {
  const { state } = item;
  const unproven = unprovenOf(item);
  if (unproven !== null) return mayTakeUnread(unproven) ? <TakeButton item={item} says="accepted" size="small" /> : undefined;
  if (state.kind === 'awaiting') return <AskedButton item={item} size="small" />;
  if (state.kind === 'refused') return <ResolveButton item={item} size="small" />;
  if (state.kind !== 'held') return undefined;
  if (state.question.kind === 'other-type') return <TypeQuestionLink item={item} />;
  return (
    <>
      <SendButton item={item} question={state.question} size="small" />
      {state.question.kind !== 'unclear-answer' && <LeaveButton item={item} size="small" />}
    </>
  );
}

function TypeQuestionLink({ item }: { readonly item: Item }) {
  const { t } = useI18n();
  return <LinkButton to={{ kind: 'type-question', itemId: item.id }}>{t('type-question.title')}</LinkButton>;
}
