import type { Need } from '#shared/app-api/needs-of.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { MessageKey } from '#shared/i18n/en.ts';
import { lastPart } from '#shared/lib/file-names.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { liesDirectlyIn } from '../folders/paths.ts';
import type { PageAddress } from '../frame/place.ts';

/** A button that a need offers. `own`: the need's entry has its own buttons, document by document. */
export type NeedAction =
  | { readonly kind: 'look-again' }
  | { readonly kind: 'go'; readonly to: PageAddress; readonly words: MessageKey }
  | { readonly kind: 'reconnect'; readonly companyId: CompanyId }
  | { readonly kind: 'check'; readonly companyId: CompanyId }
  | { readonly kind: 'accept'; readonly folderId: Folder['id'] }
  | { readonly kind: 'ignore-strays'; readonly path: string }
  | { readonly kind: 'move-strays'; readonly path: string; readonly folderId: Folder['id']; readonly name: string }
  | { readonly kind: 'seen' }
  | { readonly kind: 'new-identity' }
  | { readonly kind: 'own' };

const LOOK_AGAIN: NeedAction = { kind: 'look-again' };
const SETTINGS: NeedAction = { kind: 'go', to: { kind: 'settings', section: 'connection' }, words: 'needs.to-settings' };
const DETAILS: NeedAction = { kind: 'go', to: { kind: 'settings', section: 'diagnostics' }, words: 'needs.details' };
const COMPANIES: NeedAction = { kind: 'go', to: { kind: 'companies' }, words: 'needs.to-companies' };
const BATTERY: NeedAction = { kind: 'go', to: { kind: 'settings', section: 'sending' }, words: 'needs.to-settings' };
const OWN: readonly NeedAction[] = [{ kind: 'own' }];

/** The buttons that resolve a need, the most likely first; never none. If only the person can act, a text says how, and the button looks again. */
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
    case 'strays':
      return ofMisplaced(need.stray.path, folders);
    case 'delay':
      return ofFailure(need.delay.failure);
    case 'recovery':
      return [{ kind: 'seen' }];
    case 'no-folder':
      return [{ kind: 'go', to: { kind: 'companies', companyId: need.company.id }, words: 'folders.add' }];
    case 'no-company':
      return [{ kind: 'go', to: { kind: 'companies' }, words: 'companies.add' }];
    case 'flood':
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

/** Each watched folder directly beside the files is a choice; if none is present, there is only looking again. */
function ofMisplaced(path: string, folders: readonly Folder[]): readonly NeedAction[] {
  const beside = folders.filter((folder) => folder.state === 'present' && liesDirectlyIn(folder.path, path));
  const moves = beside.map((folder): NeedAction => ({ kind: 'move-strays', path, folderId: folder.id, name: lastPart(folder.path) }));
  return [...(moves.length > 0 ? moves : [LOOK_AGAIN]), { kind: 'ignore-strays', path }];
}

/** If a setting is wrong, its button comes first. */
function ofFailure({ kind }: Failure): readonly NeedAction[] {
  if (kind === 'credentials') return [SETTINGS, LOOK_AGAIN];
  return kind === 'proxy' ? [LOOK_AGAIN, SETTINGS] : [LOOK_AGAIN, DETAILS];
}
