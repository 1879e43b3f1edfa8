import { FILENAME_MAX } from '../../../contract/limits.ts';
import type { ImportType } from '../../../contract/import-types.ts';
import { MEDIA_TYPES, type MediaType } from '../../../contract/media-types.ts';
import { isDeviceName, numberedName, shortenName, trimEnd, withoutRawBytes } from '../../../lib/file-names.ts';
import { type ByteSource, utf8 } from '../../../lib/bytes.ts';
import type { EntriesMetadata } from '../../../entries/canonical.ts';
import type { Conversion } from '../conversion/conversion.ts';
import type { Item } from '../item.ts';
import type { IntegrationId, Reference } from '../../../contract/ids.ts';
import type { CompanyId } from '../../ids.ts';

/** Extensions of known types, removed if the content is of another type; "2024-01" is not an extension. */
const FORMAT_ENDING = /\.(pdf|jpe?g|jpe|jfif|png|bmp|dib|tiff?|gif|webp|hei[cf])$/i;
/** Control characters, direction marks, and invisible separators. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;
/** Characters that Windows forbids in names; the accountant may save the file there. */
const FORBIDDEN = /[/\\<>:"|?*]/g;
const STEM_IF_NONE = 'document';

/**
 * The name a file is sent under (C15; ADR-37): NFC, without invisible characters or characters that Windows forbids, with an extension that
 * fits the content, at most 120 UTF-8 bytes. The file on disk keeps its own name.
 */
export function sentName(name: string, mediaType: MediaType): string {
  const clean = withoutRawBytes(name, '_').toWellFormed().replaceAll(UNSEEN, '').replaceAll(FORBIDDEN, '_').normalize('NFC');
  const endings: readonly string[] = MEDIA_TYPES[mediaType];
  const own = FORMAT_ENDING.exec(clean)?.[0] ?? '';
  // In lower case, since the contract does not say whether the service accepts ".PDF".
  const fitting = endings.includes(own.toLowerCase()) ? own.toLowerCase() : (endings[0] ?? '');
  const bare = trimEnd(own === '' ? clean : clean.slice(0, -own.length)).replace(/^\s+/u, '');
  const room = FILENAME_MAX - fitting.length;
  const stem = shortenName(bare, room);
  // Shortening may have left the name of a Windows device.
  const safe = isDeviceName(stem) ? `_${shortenName(bare, room - 1)}` : stem;
  return (safe === '' ? STEM_IF_NONE : safe) + fitting;
}

/** A key that is equal for names that Windows treats as the same. */
export function sentNameKey(name: string): string {
  return name.normalize('NFC').toUpperCase();
}

/** Numbers a sent name within the same length limit: `scan.pdf`, `scan (2).pdf`, … The number takes its space from the stem. */
export function numberedSentName(name: string, number: number): string {
  const numbered = numberedName(name, number);
  const over = utf8(numbered).byteLength - FILENAME_MAX;
  if (over <= 0) return numbered;
  const ending = name.slice(name.lastIndexOf('.'));
  const stem = name.slice(0, -ending.length);
  return numberedName(shortenName(stem, utf8(stem).byteLength - over) + ending, number);
}

/** Names of the formats that a version can have. */
export const FORMATS = { 'application/pdf': 'PDF', 'image/jpeg': 'JPEG', 'image/png': 'PNG' } as const satisfies Record<
  Conversion['mediaType'],
  string
>;

/**
 * What goes to the service in place of the file (C44); null if the file itself does. `unknown`: another computer or an earlier installation sent it, and
 * the file could not be sent as it is, so something else was.
 */
export function sentInPlace({
  conversion,
  sentElsewhere,
  mediaType,
}: Pick<Item, 'conversion' | 'sentElsewhere' | 'mediaType'>): Conversion | 'unknown' | null {
  if (sentElsewhere) return conversion === undefined && mediaType !== null ? null : 'unknown';
  return conversion ?? null;
}

/** The text fields of a form, or of the JSON with entries, as they are sent, by their names; absent where they are not sent. */
export type SentFields = Readonly<Partial<Record<'filename' | 'userEmail' | 'comment' | 'metadata', string>>>;

/** What the service answered, without secrets; `body` is cut after `ANSWER_CHARACTERS_MAX`. */
export type ServiceAnswer = { readonly status: number; readonly body: string };

/** A problem of RFC 9457 is shorter; the page of a proxy needs no more to be recognised. */
export const ANSWER_CHARACTERS_MAX = 4_096;

/** One import, ready to be sent: the reference was computed from exactly these bytes. */
export type Outgoing = {
  readonly integrationId: IntegrationId;
  readonly companyId: CompanyId;
  readonly importType: ImportType;
  readonly reference: Reference;
  readonly sentName: string;
  /** Note to the accountant; the reference does not depend on it. */
  readonly comment?: string | undefined;
  /** Who sends it (C52), in the form that is sent. Absent or null: the request names nobody. */
  readonly userEmail?: string | null | undefined;
  readonly mediaType: string;
  /** The file's bytes; of entries the JSON text of their lines. */
  readonly bytes: Uint8Array | ByteSource;
  /** The lines that go with a scan (C43): the JSON text of `entries`, UTF-8. */
  readonly entries?: Uint8Array | undefined;
  /** What comes back with the result of entries (C48). */
  readonly metadata?: EntriesMetadata | undefined;
  /**
   * Called right before the first byte leaves, and again before a second try. Writes that it leaves (C51); false if it is not to be sent after all: a
   * user corrected it meanwhile, or an event said that another computer sent it.
   */
  readonly leave: (fields: SentFields) => Promise<boolean>;
  /** Told each answer of the service, also one that is followed by a second try. */
  readonly answered?: (answer: ServiceAnswer) => void;
};
