/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table lays out all of its rows; here only those in sight exist. */
import { CircleCheck, Copy, FolderOpen, RotateCcw, Send, Square, SquareCheck, SquareMinus, Undo2 } from 'lucide-react';
import { Fragment, memo } from 'react';
import type { FoundBy } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { isResolved, mayAllow, mayPutAside, mayPutBack, mayResolve, maySendAgain } from '#shared/domain/item/aside.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { isUnseen } from '#shared/domain/results/unseen.ts';
import { mayTakeUnread, unprovenOf } from '#shared/domain/results/unproven.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { type Action, ActionMenu } from '#shared/ui/parts/action-menu.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { isAnsweredInPanel, SendButton, TakeButton } from '../document/actions/item-buttons.tsx';
import { AskedButton } from '../document/actions/sent-buttons.tsx';
import { asks, DocumentMark, markOf, shownState, stateWords } from '../document/state-mark.tsx';
import { explain } from '../document/explain.ts';
import { Age } from '../parts/age.tsx';
import { CompanyTile, companyWords } from '../parts/company-name.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import styles from './document-row.module.css';
import { headingId } from './group-heading.tsx';
import type { Marking } from './use-list-keys.ts';
import { type Hit, hitsIn } from './hits-in.ts';

export type RowActionKind = 'send-again' | 'allow' | 'put-aside' | 'put-back' | 'resolve' | 'unresolve' | 'reveal' | 'copy-number';
export type RowAction = (kind: RowActionKind, item: Item) => void;

type Props = {
  readonly index: number;
  /** Null while it is being fetched. */
  readonly item: Item | null;
  readonly company: Company | null;
  readonly now: WallMs;
  /** Where it is and how high, in pixels. */
  readonly top: number;
  readonly height: number;
  /** Whether a heading is right above it, which the row is called by too. */
  readonly isFirst: boolean;
  /** What was searched for; empty if nothing was. */
  readonly search: string;
  /** What it was found by, if that is neither its name nor its company. */
  readonly found: FoundBy | null;
  readonly isOpen: boolean;
  readonly isMarked: boolean;
  readonly isActive: boolean;
  readonly onMark: (index: number, how: Marking) => void;
  readonly onAction: RowAction;
};

export const DocumentRow = memo(function DocumentRow(props: Props) {
  const { index, item, top, height, isFirst, isOpen, isMarked, isActive } = props;
  const name = `row-${index}`;
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isMarked}
      aria-current={isOpen ? 'true' : undefined}
      aria-labelledby={`${isFirst ? `${headingId(index)} ` : ''}${name}-name ${name}-facts`}
      tabIndex={isActive ? 0 : -1}
      data-index={index}
      data-key={item?.id}
      className={classNames(
        styles['row'],
        isOpen && styles['open'],
        isMarked && styles['marked'],
        item !== null && isDone(item) && styles['done'],
      )}
      style={{ insetBlockStart: top, height }}
    >
      {item === null ? <Coming name={name} /> : <Cells {...props} item={item} name={name} />}
    </div>
  );
});

/** Such a row steps back: only its check keeps a colour. */
function isDone(item: Item): boolean {
  return ['accepted', 'aside', 'resolved'].includes(shownState(item));
}

function Coming({ name }: { readonly name: string }) {
  const { t } = useI18n();
  return <div role="gridcell" id={`${name}-name`} aria-label={t('common.loading')} className={styles['coming']} />;
}

type CellsProps = Props & { readonly item: Item; readonly name: string };

function Cells({ index, item, company, now, search, found, isMarked, isActive, onMark, onAction, name }: CellsProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { state } = item;
  const unproven = unprovenOf(item);
  return (
    <>
      <div role="gridcell" className={styles['marks']}>
        <input
          type="checkbox"
          className={styles['check']}
          aria-label={t('list.mark', { name: item.name })}
          tabIndex={-1}
          checked={isMarked}
          onChange={({ nativeEvent }) => onMark(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey ? 'stretch' : 'one')}
        />
        <DocumentMark kind={markOf(item, now)} name={item.name} />
      </div>
      <div role="gridcell" className={styles['words']}>
        <p id={`${name}-name`} className={styles['name']}>
          <bdi>
            <Marked text={item.name} search={search} />
          </bdi>
        </p>
        <Facts {...{ name, item, company, now, search, found }} />
      </div>
      <div role="gridcell" className={styles['end']}>
        {state.kind === 'held' &&
          state.question.kind !== 'gone' &&
          state.question.kind !== 'note' &&
          !isAnsweredInPanel(state.question) && <SendButton item={item} question={state.question} size="small" />}
        {asks(item) && <AskedButton item={item} size="small" />}
        {unproven !== null && mayTakeUnread(unproven) && <TakeButton item={item} says="accepted" size="small" />}
        <span className={styles['age']}>
          <Age at={item.foundAt} now={now} />
        </span>
        <ActionMenu
          label={t('list.actions', { name: item.name })}
          isTabStop={isActive}
          actions={() => actionsOf(item, { i18n, isMarked, mark: () => onMark(index, 'one'), onAction })}
        />
      </div>
    </>
  );
}

type FactsProps = Pick<CellsProps, 'name' | 'item' | 'company' | 'now' | 'search' | 'found'>;

/** The document's state, type and company, and in one line the reason for its state. */
function Facts({ name, item, company, now, search, found }: FactsProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const because = found === null ? explain(item, now, i18n) : null;
  const shown = shownState(item);
  return (
    <p id={`${name}-facts`} className={classNames(styles['facts'], because !== null && styles['explained'])}>
      <span className={classNames(styles['state'], styles[shown])}>{stateWords(item, i18n)}</span>
      {item.importType === null ? (
        <span className={styles['type']}>{t('document.unseen')}</span>
      ) : (
        <span className={styles['type']}>
          <TypeIcon type={item.importType} />
          {t(`import-type.${item.importType}`)}
        </span>
      )}
      {company !== null && (
        <span className={styles['company']}>
          <CompanyTile company={company} />
          <bdi className={styles['company-name']}>
            <Marked text={companyWords(company, t)} search={search} />
          </bdi>
        </span>
      )}
      {found !== null && <FoundWords found={found} search={search} />}
      {because !== null && (
        <bdi className={styles['because']} title={because.what}>
          {because.what}
        </bdi>
      )}
    </p>
  );
}

type RowActionsProps = { readonly i18n: I18n; readonly isMarked: boolean; readonly mark: () => void; readonly onAction: RowAction };

function actionsOf(item: Item, { i18n: { t }, isMarked, mark, onAction }: RowActionsProps): readonly Action[] {
  const act = (kind: RowActionKind) => () => onAction(kind, item);
  const hasNumber = 'documentId' in item.state && item.state.documentId !== null;
  return [
    ...(maySendAgain(item) ? [{ id: 'again', label: t('document.send-again'), icon: RotateCcw, run: act('send-again') }] : []),
    ...(mayAllow(item) ? [{ id: 'allow', label: t('document.send'), icon: Send, run: act('allow') }] : []),
    ...(mayPutAside(item) ? [{ id: 'aside', label: t('document.ignore'), icon: SquareMinus, run: act('put-aside') }] : []),
    ...(mayPutBack(item) ? [{ id: 'back', label: t('document.no-longer-ignore'), icon: Undo2, run: act('put-back') }] : []),
    ...(mayResolve(item) ? [{ id: 'resolve', label: t('document.settle'), icon: CircleCheck, run: act('resolve') }] : []),
    ...(isResolved(item) ? [{ id: 'unresolve', label: t('document.unsettle'), icon: Undo2, run: act('unresolve') }] : []),
    ...(isUnseen(item) ? [] : [{ id: 'reveal', label: t('document.reveal'), icon: FolderOpen, run: act('reveal') }]),
    ...(hasNumber ? [{ id: 'number', label: t('document.number.copy'), icon: Copy, run: act('copy-number') }] : []),
    { id: 'mark', label: t(isMarked ? 'list.unmark-it' : 'list.mark-it'), icon: isMarked ? Square : SquareCheck, run: mark },
  ];
}

/** A foreign text with what the search found in it. */
function Marked({ text, search }: { readonly text: string; readonly search: string }) {
  return <Parts text={text} hits={search === '' ? [] : hitsIn(text, search)} />;
}

/** "Number 3f2a…": what was found where the name does not show it. */
function FoundWords({ found, search }: { readonly found: FoundBy; readonly search: string }) {
  const { t } = useI18n();
  const to = Math.max(0, ...search.split(/\s+/u).map((word) => beginning(found.value, word)));
  return (
    <span className={styles['found']} title={found.value}>
      {t(`list.found.${found.kind}`)}{' '}
      <bdi>
        {found.kind === 'own-number' ? (
          <Marked text={found.value} search={search} />
        ) : (
          <Parts text={found.value} hits={[{ from: 0, to }]} />
        )}
      </bdi>
    </span>
  );
}

/** How many characters of the value a typed word covers from its start, whether hyphens were typed or not. */
function beginning(value: string, typed: string): number {
  const wanted = typed.toLowerCase().replaceAll('-', '');
  let [at, met] = [0, 0];
  while (met < wanted.length && at < value.length) {
    const character = value[at];
    if (character !== '-' && character !== wanted[met]) return met > 0 && REFERENCE.test(wanted) ? at : 0;
    if (character !== '-') met += 1;
    at += 1;
  }
  return at;
}

/** One typed in full ends with the number of its sending, which the value may lack. */
const REFERENCE = /^iy2/;

function Parts({ text, hits }: { readonly text: string; readonly hits: readonly Hit[] }) {
  const shown = hits.filter(({ from, to }) => to > from);
  return (
    <>
      {shown.map(({ from, to }, at) => (
        <Fragment key={from}>
          {text.slice(shown[at - 1]?.to ?? 0, from)}
          <mark className={styles['hit']}>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(shown.at(-1)?.to ?? 0)}
    </>
  );
}
