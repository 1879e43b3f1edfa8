import type { Expected } from '#shared/app-api/list/expected.ts';
import type { PartnerView } from '#shared/app-api/invitation/invitation-views.ts';
import type { Changes } from '#electron/engine/changes.ts';
import type { TryFault } from '#shared/app-api/diagnostics.ts';
import type { ConnectFault, FolderFault } from '#shared/app-api/faults.ts';
import type { ConversionFault, SendConversion } from '#shared/app-api/conversion.ts';
import type { BytesFault } from '#shared/app-api/preview.ts';
import type { Remark } from '#shared/domain/item/conversion/remark.ts';
import type { AllowedEntries, EntriesPreviewHead } from '#shared/app-api/entries.ts';
import type { EntriesChoice } from '#shared/domain/item/entries-schemas.ts';
import type { WindowUploadFault } from '#shared/app-api/window-upload.ts';
import type { Settings } from '#shared/app-api/settings.ts';
import type { UpdatesView } from '#shared/app-api/updates.ts';
import type { AppInfo, ComputersView, OtherType, Overview, TypeDecided } from '#shared/app-api/views.ts';
import type { AsItIs } from '#shared/domain/folder/unfinished.ts';
import type { AllTheSame } from '#shared/domain/item/all-the-same.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { EntriesMapping } from '#shared/entries/mapping.ts';
import type { Result } from '#shared/lib/result.ts';
import type { AcceptFault, ArrivedInvitation, InvitationView, LookFault } from '#shared/app-api/invitation/invitation-views.ts';
import type { OtherBrowser } from './window-browsers.ts';
import { advance } from '#shared/domain/item/advance.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { otherStanding, type TypeAnswer, typeEffect } from '#shared/domain/type-decision.ts';

/** Everything that the window can see, made up. Change it, then `ring`. */
export type WindowState = {
  overview: Overview;
  items: readonly Item[];
  settings: Settings;
  info: AppInfo;
  /** By default those of a host that cannot replace itself. */
  updates?: UpdatesView;
  /** What the next attempt to connect comes to. */
  connectFault: ConnectFault | null;
  /** What comes of invitations; by default they can be accepted. */
  invitation?: StoryInvitation;
  folderFault: FolderFault | null;
  /** What the user chooses in the system's folder dialog; by default the scans of purchases. */
  chosenFolder?: string;
  /** What trying out the ways to the service comes to. */
  tryFault?: TryFault | null;
  /** What is missing by company; by default nothing. `unexpected`: the series of which a user wants to hear nothing. */
  expected?: readonly Expected[];
  unexpected?: ReadonlySet<string>;
  /** An export that goes on for as long as it is looked at. */
  register?: 'slow';
  /** Files that are handed over are never taken up, or all come to this. */
  windowUpload?: 'slow' | WindowUploadFault;
  /** What comes of a file that is sent as it is; by default it is taken. */
  asItIs?: AsItIs;
  /** What comes of an unfit document that is sent all the same; by default it is sent. */
  allTheSame?: AllTheSame;
  /** What comes of a conversion: a third page out of twelve and no more, or a fault; by default a version is made. */
  conversion?: 'slow' | ConversionFault;
  /** What is to be known of each version; the word about the pictures only as long as not all of them are wanted. */
  remarks?: readonly Remark[];
  /** What comes of sending that version; by default it is sent. */
  /** The content of each file that is added was sent before. */
  notesAreLate?: true;
  sendConversion?: SendConversion;
  /** How often somebody stopped reading a slow conversion. */
  conversionsStopped?: number;
  /** Those that read the answers; without them the relay cannot be reached. */
  computers?: ComputersView['computers'] | undefined;
  /** Who runs the relay; by default it does not say. */
  partner?: PartnerView;
  /** What is signed in beside the browser that looks at it. */
  browsers?: readonly OtherBrowser[];
  /** How often the user said “try again”. */
  looks?: number;
  /** What lies behind a document; by default one of the sample scans. */
  bytes?: (item: Item) => Result<Uint8Array, BytesFault>;
  /** The file of entries behind a document; by default none. */
  entriesOf?: (item: Item) => StoryEntries | null;
  /** What a user has agreed to of files of entries, in order. */
  consents?: readonly StoryConsent[];
  /** The bytes of a file of entries whose columns are given a meaning. */
  entriesFile?: (name: string) => Uint8Array;
  /** All mappings that a folder ever had; a folder names its own by the hash. */
  mappings?: readonly EntriesMapping[];
  /** What became of the same bytes as the other import type; by default nothing. */
  otherTypeOf?: (item: Item) => OtherType | null;
};

/** A real file of entries, and what the company has sent before it. */
export type StoryEntries = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Other files that were sent before, of which these lines are compared. */
  readonly sent?: readonly StoryEntries[];
  /** In place of what is made of the file. */
  readonly head?: Partial<EntriesPreviewHead>;
  /** The lines cannot be shown, for this reason. */
  readonly fault?: BytesFault;
  /** What comes of a consent; by default it is held against the file. */
  readonly became?: AllowedEntries;
};

/** What a user has agreed to. */
export type StoryConsent = {
  readonly name: string;
  readonly lines: number;
  readonly linesSha256: string;
  readonly choice: EntriesChoice;
  readonly byItself: boolean;
  readonly twice: boolean;
};

export type Story = {
  readonly state: WindowState;
  readonly changes: Changes;
  readonly ring: () => void;
  readonly secrets: string[];
  readonly mails: string[];
};

/** As the journal decides; the other document is the one that the question names. */
export function decideType(state: WindowState, itemId: ItemId, answer: TypeAnswer): TypeDecided {
  const item = state.items.find(({ id }) => id === itemId);
  if (item?.state.kind !== 'held' || item.state.question.kind !== 'other-type') return { became: 'not-asked' };
  const { question } = item.state;
  const other = state.items.find(({ id }) => id === question.itemId) ?? null;
  const standing = otherStanding(other, state.otherTypeOf?.(item)?.kind ?? null);
  const { own, other: others } = typeEffect(answer, standing);
  const [sent, aside]: [ItemId[], ItemId[]] = [[], []];
  const happen = (id: ItemId, kind: 'allowed' | 'put-aside'): void => {
    (kind === 'allowed' ? sent : aside).push(id);
    const happening = kind === 'allowed' ? { kind } : { kind, question };
    state.items = state.items.map((one) => (one.id === id ? advance(one, happening, state.overview.now).item : one));
  };
  happen(item.id, own);
  if (other !== null && others !== null) happen(other.id, others);
  const held = state.items.filter((one) => one.state.kind === 'held').length;
  state.overview = { ...state.overview, counts: { ...state.overview.counts, held } };
  return { became: 'decided', sent, aside, standing, otherId: other?.id ?? null };
}

/** A UUID that a reader recognises. */
export function storyId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** What the relay of every invitation in a story says; what is absent is an open invitation with a deposited secret. */
export type StoryInvitation = {
  readonly view?: InvitationView;
  readonly lookFault?: LookFault;
  readonly acceptFault?: AcceptFault;
  readonly arrived?: ArrivedInvitation;
  /** Links that were claimed and not connected. */
  readonly begun?: readonly string[];
};
