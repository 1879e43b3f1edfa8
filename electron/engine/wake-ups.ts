import type { Settings } from '#shared/app-api/settings.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import type { Chore } from '#shared/domain/item/advance.ts';
import type { DiskFault } from '#shared/domain/disk.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { CompanyId, ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Enqueued } from '../intake/store.ts';
import type { Journal } from '../journal/open-journal.ts';
import type { CommittedPage } from '../results/store.ts';
import type { Parts } from './parts.ts';
import type { EngineDeps } from './engine.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';

export type WakeUpsDeps = {
  readonly journal: Journal;
  /** Looked up at each wake-up, because some parts are created before the others exist. */
  readonly parts: () => Parts;
};

export type WakeUps = ReturnType<typeof createWakeUps>;

/**
 * Who wakes whom: all of it, and nothing else. Every call here is a doorbell or tells a user
 * something: if one is lost, the part looks by itself at its next sweep.
 */
export function createWakeUps(of: WakeUpsDeps) {
  return { ...byDisk(of), ...byDocuments(of), ...byCompanies(of), ...byUser(of) };
}

/** Every commit, and everything else that the overview shows or the host tells: called once all parts exist. */
export function connectWakeUps(of: WakeUpsDeps, { updates, power, autostart, arrivals }: EngineDeps, show: () => void): void {
  const { journal } = of;
  const { intake, notify, delivery, settings, companies, results, noAnswers, serviceKeys, vault, keep, disk, other } = of.parts();
  // Something may be due now, and whoever shows it looks again.
  journal.onChange(() => {
    notify.companies(journal.companies.companies());
    delivery.ring();
    keep.ring();
    show();
  });
  for (const shown of [intake, results, vault, other]) shown.onChange(show);
  disk.onChange(() => {
    show();
    if (disk.view().kind === 'bad') return;
    // What could not be written down would otherwise wait for a sweep, a minute or two.
    intake.lookAgain();
    delivery.ring();
  });
  settings.onChange((now, before) => {
    if (now.waitOnBattery !== before.waitOnBattery) delivery.ring();
    if (now.askAfterDays !== before.askAfterDays) noAnswers.wake();
    // A shorter interval begins now, not after the longer one.
    if (now.checkMinutes !== before.checkMinutes) companies.lookAgain();
    if (wayOut(now) === wayOut(before)) return;
    results.lookAgain();
    serviceKeys.readNow();
    companies.lookAgain();
    // What failed by the old way need not wait out its back-off by the new one.
    delivery.makeAllDueNow();
  });
  updates?.onChange(show);
  arrivals?.onChange(show);
  autostart?.onChange(show);
  power?.onChange(() => {
    delivery.ring();
    show();
  });
}

/** Our own disk, full or with room again. */
function byDisk({ parts }: WakeUpsDeps) {
  return {
    diskSaid: (fault: DiskFault | null) => {
      const { disk, reserve, delivery } = parts();
      disk.note('journal', fault);
      if (fault !== 'full') return;
      reserve.giveUp();
      delivery.diskIsFull();
    },
    noRoomForCopy: () => parts().disk.note('files', 'full'),
    roomFreed: () => {
      parts().intake.lookAgain();
      parts().delivery.ring();
    },
  };
}

/** What became of documents: told to the user, and seen to by whoever moves or deletes their files and copies. */
function byDocuments({ journal, parts }: WakeUpsDeps) {
  /** After the commit of what a page of results, or the question about an unanswered document, changed. */
  const answered = (effects: CommittedPage['effects']): void => {
    const { notify, tidy, delivery } = parts();
    for (const { itemId, chores } of effects) {
      const item = journal.items.get(itemId);
      if (item !== null) notify.tell(item, chores);
      tidy.ring(itemId);
      if (chores.includes('drop-spool')) void delivery.dropSpool(itemId);
    }
  };
  return {
    answered,
    pageCommitted: ({ revocations, effects }: CommittedPage) => {
      for (const revocation of revocations) parts().companies.revoked(revocation);
      answered(effects);
    },
    enqueued: ({ itemId, made, chores }: Enqueued) => {
      const { notify, tidy } = parts();
      const item = made ? journal.items.get(itemId) : null;
      // A copy of a document with a result goes where the first one went, and so does what another computer sent.
      if (!made || chores.length > 0) tidy.ring(itemId);
      const chore = item === null ? null : choreOfNew(item.state.kind);
      if (item !== null) notify.tell(item, [...chores, ...(chore === null ? [] : [chore])]);
    },
    delivered: (item: Item, chores: readonly Chore[]) => {
      parts().notify.tell(item, chores);
      parts().tidy.ring(item.id);
    },
  };
}

/** Companies that were connected or removed, have another integration than before, or may have lost their connection. */
function byCompanies({ journal, parts }: WakeUpsDeps) {
  const linksNow = (): string =>
    journal.results
      .links()
      .map(({ integrationId }) => integrationId)
      .join(' ');
  let links = linksNow();
  /** An integration that was merely seen again is no reason. */
  const readNewLinks = (): void => {
    const now = linksNow();
    if (now !== links) {
      parts().results.lookAgain();
      parts().serviceKeys.readNow();
    }
    links = now;
  };
  return {
    companyChanged: readNewLinks,
    /** Also where it is the integration that the company had: its log may have been closed to this computer. */
    companyProved: (integrationId: IntegrationId) => parts().results.proved(integrationId),
    /** `aside`: what of it was to be sent, and is put aside. */
    companyRemoved: (aside: readonly ItemId[]) => {
      readNewLinks();
      for (const itemId of aside) void parts().delivery.dropSpool(itemId);
      parts().intake.lookAgain();
    },
    /** The service refused an upload as unauthorised: it is asked about the connection. */
    connectionDoubted: (companyId: CompanyId, integrationId: IntegrationId) => parts().companies.doubt(companyId, integrationId),
    importWorked: (companyId: CompanyId, integrationId: IntegrationId) => parts().companies.worked(companyId, integrationId),
    secretMissing: (companyId: CompanyId) => parts().companies.noSecret(companyId),
    /** A revocation that names no integration: each connection may be the one. */
    revokedSomebody: () => parts().companies.revokedSomebody(),
    newDevice: () => {
      parts().other.heard(false);
      parts().results.newDevice();
    },
  };
}

/** What a user did. */
function byUser({ parts }: WakeUpsDeps) {
  return {
    /** Woken from sleep, network back, or the user asks: every stage looks again at once. */
    lookAgain: () => {
      const { intake, results, noAnswers, serviceKeys, companies, delivery, vault } = parts();
      intake.lookAgain();
      results.lookAgain();
      noAnswers.wake();
      serviceKeys.lookAgain();
      companies.lookAgain();
      delivery.makeAllDueNow();
      void vault.look();
    },
    /** A secret that was typed in may be the one that was missing. */
    secretTypedIn: () => {
      parts().companies.lookAgain();
      parts().results.lookAgain();
      parts().delivery.makeAllDueNow();
    },
    foldersChanged: (what: 'watched' | 'after-result') => {
      if (what === 'watched') parts().intake.lookAgain();
      else parts().tidy.lookAgain();
    },
    /** Where the system reports new files it has reported this one already, and what is known of the folder need not be read again. */
    fileDropped: ({ id }: Folder) => {
      const { intake } = parts();
      if (intake.watching(id) !== 'events') intake.lookAgain();
    },
  };
}

/** Where to, through which proxy and with whose credentials. */
function wayOut({ relayUrl, service, proxy, credentials }: Settings): string {
  return JSON.stringify([relayUrl, service, proxy, credentials]);
}

/** What a newly found document of this state has to tell the user. */
function choreOfNew(kind: ItemStateKind): Chore | null {
  switch (kind) {
    case 'unfit':
      return 'tell-unfit';
    case 'held':
      return 'tell-question';
    case 'aside':
    case 'waiting':
    case 'uploading':
    case 'awaiting':
    case 'accepted':
    case 'refused':
      return null;
    default:
      return unreachable(kind);
  }
}
