import { FIRST } from './0001-first.ts';
import { SENT_AGAIN } from './0002-sent-again.ts';
import { NO_ANSWER } from './0003-no-answer.ts';
import { REPLACED } from './0004-replaced.ts';
import { RELAY_LOGS } from './0005-relay-logs.ts';
import { RECOVERIES } from './0006-recoveries.ts';
import { EVENT_BODIES } from './0007-event-bodies.ts';
import { FAILING } from './0008-failing.ts';
import { SUBFOLDERS } from './0009-subfolders.ts';
import { AFTER_RESULT } from './0010-after-result.ts';
import { REMOVED_COMPANIES } from './0011-removed-companies.ts';
import { DROPS } from './0012-drops.ts';
import { FOUND_BY_WORDS } from './0013-found-by-words.ts';
import { RESULTS_BY_DAY } from './0014-results-by-day.ts';
import { NOTES } from './0015-notes.ts';
import { CORRECTIONS } from './0016-corrections.ts';
import { FORGOTTEN_AT_THE_RELAY } from './0017-forgotten-at-the-relay.ts';
import { SETTLED } from './0018-settled.ts';
import { WRITTEN_AT } from './0019-written-at.ts';
import { REFERENCE_STEMS } from './0020-reference-stems.ts';
import { SERVICE_KEYS } from './0021-service-keys.ts';
import { CHANGED_AT } from './0022-changed-at.ts';
import { EVENT_AT_CURSOR } from './0023-event-at-cursor.ts';
import { UNPROVEN_ANSWERS } from './0024-unproven-answers.ts';
import { ALL_THE_SAME } from './0025-all-the-same.ts';
import { SENT_NAMES } from './0026-sent-names.ts';
import { BULK_ARRIVAL_UNDER_WAY } from './0027-flood-under-way.ts';
import { MOMENT_AT_CURSOR } from './0028-moment-at-cursor.ts';
import { LOGS_READ_FIRST } from './0029-logs-read-first.ts';
import { CONTACTS } from './0030-contacts.ts';
import { IGNORED } from './0031-ignored.ts';
import { MONTHS } from './0032-months.ts';
import { FOUND_IN } from './0033-found-in.ts';
import { NEW_SUBFOLDER } from './0034-new-subfolder.ts';
import { SORTED_BY_NAME } from './0035-sorted-by-name.ts';
import { CONVERSION } from './0036-conversion.ts';
import { FOLDER_CONVERSIONS } from './0037-folder-conversions.ts';
import { PARTS } from './0038-parts.ts';
import { LEFT_AT } from './0039-left-at.ts';
import { PAGES } from './0040-pages.ts';
import { WRITERS } from './0041-writers.ts';

/** Fixed for ever: number n is applied once, in this order. */
export const MIGRATIONS: readonly string[] = [
  FIRST,
  SENT_AGAIN,
  NO_ANSWER,
  REPLACED,
  RELAY_LOGS,
  RECOVERIES,
  EVENT_BODIES,
  FAILING,
  SUBFOLDERS,
  AFTER_RESULT,
  REMOVED_COMPANIES,
  DROPS,
  FOUND_BY_WORDS,
  RESULTS_BY_DAY,
  NOTES,
  CORRECTIONS,
  FORGOTTEN_AT_THE_RELAY,
  SETTLED,
  WRITTEN_AT,
  REFERENCE_STEMS,
  SERVICE_KEYS,
  CHANGED_AT,
  EVENT_AT_CURSOR,
  UNPROVEN_ANSWERS,
  ALL_THE_SAME,
  SENT_NAMES,
  BULK_ARRIVAL_UNDER_WAY,
  MOMENT_AT_CURSOR,
  LOGS_READ_FIRST,
  CONTACTS,
  IGNORED,
  MONTHS,
  FOUND_IN,
  NEW_SUBFOLDER,
  SORTED_BY_NAME,
  CONVERSION,
  FOLDER_CONVERSIONS,
  PARTS,
  LEFT_AT,
  PAGES,
  WRITERS,
];
