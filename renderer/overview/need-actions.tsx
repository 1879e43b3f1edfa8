import { useMutation } from '@tanstack/react-query';
import type { ConnectFault } from '#shared/app-api/faults.ts';
import { mustAct, type Need } from '#shared/app-api/needs-of.ts';
import { type Folder, isInvoiceType } from '#shared/domain/folder/folder.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useEngine } from '../link/engine.ts';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import { LinkButton } from './need-entry.tsx';
import { useTell } from '../parts/notices/use-notices.tsx';
import type { Failure } from '#shared/domain/item/failure.ts';
import type { MessageKey } from '#shared/i18n/en.ts';
import { lastPart } from '#shared/lib/file-names.ts';
import { liesDirectlyIn } from '../folders/paths.ts';
import type { PageAddress } from '../frame/place.ts';

type Props = { readonly need: Need; readonly folders: readonly Folder[]; readonly onReconnect?: (companyId: CompanyId) => void };

/** A need's buttons; the most likely remedy is the last, at the edge, and is prominent if the user has to act. */
export function NeedActions({ need, folders, onReconnect }: Props) {
  const [remedy, ...others] = actionsOf(need, folders);
  return [...others.toReversed(), remedy]
    .filter((action) => action !== undefined)
    .map((action) => (
      <OnePress
        key={keyOf(action)}
        action={action}
        look={action === remedy && mustAct(need) ? 'primary' : 'plain'}
        onReconnect={onReconnect}
      />
    ));
}

type OneProps = {
  readonly action: NeedAction;
  readonly look: 'primary' | 'plain';
  readonly onReconnect: ((companyId: CompanyId) => void) | undefined;
};

function OnePress({ action, look, onReconnect }: OneProps) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const check = useMutation(queries.companies.check.mutationOptions());
  const accept = useMutation(queries.folders.accept.mutationOptions());
  const seen = useMutation(queries.recovery.seen.mutationOptions());
  switch (action.kind) {
    case 'own':
      return null;
    case 'look-again':
      return <LookAgain look={look} />;
    case 'ignore-misplaced':
      return <IgnoreMisplacedButton path={action.path} />;
    case 'move-misplaced':
      return <MoveMisplaced action={action} look={look} />;
    case 'go':
      return (
        <LinkButton to={action.to} look={look}>
          {t(action.words)}
        </LinkButton>
      );
    case 'reconnect':
      return (
        <Button look={look} size="small" onPress={() => onReconnect?.(action.companyId)}>
          {t('companies.reconnect')}
        </Button>
      );
    case 'check':
      return <Doing look={look} doing={check} words="companies.check" onPress={() => check.mutate({ companyId: action.companyId })} />;
    case 'accept':
      return <Doing look={look} doing={accept} words="folders.accept" onPress={() => accept.mutate({ folderId: action.folderId })} />;
    case 'new-identity':
      return <NewIdentity look={look} />;
    case 'seen':
      return <Doing look={look} doing={seen} words="recovery.seen" onPress={() => seen.mutate(undefined)} />;
    default:
      return unreachable(action);
  }
}

type DoingProps = {
  readonly look: 'primary' | 'plain';
  readonly doing: { readonly isPending: boolean };
  readonly words: 'companies.check' | 'folders.accept' | 'recovery.seen' | 'needs.try-again' | 'needs.copied.press';
  readonly onPress: () => void;
};

function Doing({ look, doing, words, onPress }: DoingProps) {
  const { t } = useI18n();
  return (
    <Button look={look} size="small" isPending={doing.isPending} onPress={onPress}>
      {t(words)}
    </Button>
  );
}

/** Confirms the attempt: if nothing changed, the entry stays, and a button without any effect would look broken. */
function LookAgain({ look }: { readonly look: 'primary' | 'plain' }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const again = useMutation(queries.lookAgain.mutationOptions());
  return (
    <>
      <Doing look={look} doing={again} words="needs.try-again" onPress={() => again.mutate(undefined)} />
      {again.isSuccess && <output>{t('needs.tried')}</output>}
    </>
  );
}

/** On success the entry disappears; on failure the button says so. */
function NewIdentity({ look }: { readonly look: 'primary' | 'plain' }) {
  const i18n = useI18n();
  const { queries } = useEngine();
  const renew = useMutation(queries.companies.newIdentity.mutationOptions());
  return (
    <>
      <Doing look={look} doing={renew} words="needs.copied.press" onPress={() => renew.mutate(undefined)} />
      {renew.data?.ok === false && <output>{whyNot(renew.data.failure, i18n)}</output>}
      {renew.isError && <output>{i18n.t('needs.copied.failed')}</output>}
    </>
  );
}

/** Says when to try again if the relay names a time. */
function whyNot({ kind, againAt }: ConnectFault, { t, moment }: I18n): string {
  if (kind !== 'relay-limited') return t('needs.copied.failed');
  const again = againAt === undefined ? [] : [t('connect.fault.again', { moment: moment(againAt) })];
  return [t('needs.copied.limited'), ...again].join(' ');
}

/** Moves the files only when pressed, and names those that could not be moved. */
function MoveMisplaced({
  action,
  look,
}: {
  readonly action: Extract<NeedAction, { kind: 'move-misplaced' }>;
  readonly look: 'primary' | 'plain';
}) {
  const { t, list } = useI18n();
  const { queries } = useEngine();
  const move = useMutation(queries.folders.takeMisplaced.mutationOptions());
  const stay = move.data?.ok === true ? move.data.value.stay : [];
  const isLost = move.data?.ok === false || move.isError;
  return (
    <>
      <Button
        look={look}
        size="small"
        isPending={move.isPending}
        onPress={() => move.mutate({ path: action.path, folderId: action.folderId })}
      >
        {t('misplaced.move', { name: action.name })}
      </Button>
      {stay.length > 0 && <output>{t('misplaced.stay', { names: list(stay), count: stay.length })}</output>}
      {isLost && <output>{t('misplaced.not-moved')}</output>}
    </>
  );
}

function keyOf(action: NeedAction): string {
  return action.kind === 'move-misplaced' ? action.folderId : action.kind;
}

/** Ignores the files that are next to the watched folders, until others appear there. */
function IgnoreMisplacedButton({ path }: { readonly path: string }) {
  const { t } = useI18n();
  const { queries, client } = useEngine();
  const tell = useTell();
  const ignore = useMutation(
    queries.folders.ignoreMisplaced.mutationOptions({
      onSuccess: (done) => {
        if (!done.ok) return;
        const words = t('misplaced.told.ignored', { count: done.value.ignored });
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

/** A button that a need offers. `own`: the need's entry has its own buttons, document by document. */
type NeedAction =
  | { readonly kind: 'look-again' }
  | { readonly kind: 'go'; readonly to: PageAddress; readonly words: MessageKey }
  | { readonly kind: 'reconnect'; readonly companyId: CompanyId }
  | { readonly kind: 'check'; readonly companyId: CompanyId }
  | { readonly kind: 'accept'; readonly folderId: Folder['id'] }
  | { readonly kind: 'ignore-misplaced'; readonly path: string }
  | { readonly kind: 'move-misplaced'; readonly path: string; readonly folderId: Folder['id']; readonly name: string }
  | { readonly kind: 'seen' }
  | { readonly kind: 'new-identity' }
  | { readonly kind: 'own' };

const LOOK_AGAIN: NeedAction = { kind: 'look-again' };
const SETTINGS: NeedAction = { kind: 'go', to: { kind: 'settings', section: 'connection' }, words: 'needs.to-settings' };
const DETAILS: NeedAction = { kind: 'go', to: { kind: 'settings', section: 'diagnostics' }, words: 'needs.details' };
const COMPANIES: NeedAction = { kind: 'go', to: { kind: 'companies' }, words: 'needs.to-companies' };
const BATTERY: NeedAction = { kind: 'go', to: { kind: 'settings', section: 'sending' }, words: 'needs.to-settings' };
const OWN: readonly NeedAction[] = [{ kind: 'own' }];

/** The buttons that resolve a need, the most likely first; never none. If only the user can act, a text says how, and the button looks again. */
export function actionsOf(need: Need, folders: readonly Folder[]): readonly NeedAction[] {
  switch (need.kind) {
    case 'disk':
    case 'clock':
      return [LOOK_AGAIN, DETAILS];
    case 'relay':
    case 'quiet':
      return [LOOK_AGAIN, DETAILS];
    case 'vault':
      return need.vault === 'lost' || need.vault === 'damaged' ? [COMPANIES] : [LOOK_AGAIN, DETAILS];
    case 'company':
    case 'unread':
      return [{ kind: 'reconnect', companyId: need.company.id }];
    case 'doubt':
      return [{ kind: 'check', companyId: need.company.id }];
    case 'credentials':
    case 'relay-not-set':
      return [SETTINGS];
    case 'copied':
      return [{ kind: 'new-identity' }];
    case 'battery':
      return [BATTERY];
    case 'folder':
      return ofFolder(need.folder);
    case 'misplaced':
      return ofMisplaced(need.place.path, folders);
    case 'delay':
      return ofFailure(need.delay.failure);
    case 'recovery':
      return [{ kind: 'seen' }];
    case 'no-folder':
      return [{ kind: 'go', to: { kind: 'companies', companyId: need.company.id }, words: 'folders.add' }];
    case 'no-company':
      return [{ kind: 'go', to: { kind: 'companies' }, words: 'companies.add' }];
    case 'bulk-arrival':
    case 'sent-before':
    case 'refused':
    case 'questions':
    case 'unfit':
    case 'unproven':
    case 'no-answer':
      return OWN;
    default:
      return unreachable(need);
  }
}

function ofFolder({ id, state, companyId }: Folder): readonly NeedAction[] {
  const toCompany: NeedAction = { kind: 'go', to: { kind: 'companies', companyId }, words: 'needs.to-company' };
  return state === 'swapped' ? [{ kind: 'accept', folderId: id }, toCompany] : [LOOK_AGAIN, toCompany];
}

/** Each watched folder for scans directly beside the files is a choice; if none is present, there is only looking again. */
function ofMisplaced(path: string, folders: readonly Folder[]): readonly NeedAction[] {
  const beside = folders.filter(
    ({ state, importType, path: own }) => state === 'present' && isInvoiceType(importType) && liesDirectlyIn(own, path),
  );
  const moves = beside.map((folder): NeedAction => ({ kind: 'move-misplaced', path, folderId: folder.id, name: lastPart(folder.path) }));
  return [...(moves.length > 0 ? moves : [LOOK_AGAIN]), { kind: 'ignore-misplaced', path }];
}

/** If a setting is wrong, its button comes first. */
function ofFailure({ kind }: Failure): readonly NeedAction[] {
  if (kind === 'credentials') return [SETTINGS, LOOK_AGAIN];
  return kind === 'proxy' ? [LOOK_AGAIN, SETTINGS] : [LOOK_AGAIN, DETAILS];
}
