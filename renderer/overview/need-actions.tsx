import { useMutation } from '@tanstack/react-query';
import type { ConnectFault } from '#shared/app-api/faults.ts';
import { mustAct, type Need } from '#shared/app-api/needs-of.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { IgnoreMisplacedButton } from '../folders/ignore-misplaced-button.tsx';
import { useEngine } from '../link/engine.ts';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import { LinkButton } from './link-button.tsx';
import { type NeedAction, actionsOf } from './actions-of.ts';

type Props = { readonly need: Need; readonly folders: readonly Folder[]; readonly onReconnect?: (companyId: CompanyId) => void };

/** A need's buttons; the most likely remedy is the last, at the edge, and is prominent if the person has to act. */
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
    case 'ignore-strays':
      return <IgnoreMisplacedButton path={action.path} />;
    case 'move-strays':
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
  readonly action: Extract<NeedAction, { kind: 'move-strays' }>;
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
        {t('strays.move', { name: action.name })}
      </Button>
      {stay.length > 0 && <output>{t('strays.stay', { names: list(stay), count: stay.length })}</output>}
      {isLost && <output>{t('strays.not-moved')}</output>}
    </>
  );
}

function keyOf(action: NeedAction): string {
  return action.kind === 'move-strays' ? action.folderId : action.kind;
}
