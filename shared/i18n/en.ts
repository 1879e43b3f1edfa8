import { browsers } from './en/settings/browsers.ts';
import { bulkArrival } from './en/overview/bulk-arrival.ts';
import { common } from './en/frame/common.ts';
import { companies } from './en/companies/companies.ts';
import { computers } from './en/companies/computers.ts';
import { connect } from './en/companies/connect.ts';
import { connection } from './en/companies/connection.ts';
import { contact } from './en/frame/contact.ts';
import { conversion } from './en/document/conversion.ts';
import { diagnostics } from './en/settings/diagnostics.ts';
import { disk } from './en/frame/disk.ts';
import { document } from './en/document/document.ts';
import { documents } from './en/documents/documents.ts';
import { entries } from './en/document/entries.ts';
import { entriesPreview } from './en/document/entries-preview.ts';
import { failure } from './en/document/failure.ts';
import { firstRun } from './en/companies/first-run.ts';
import { folders } from './en/companies/folders.ts';
import { frame } from './en/frame/frame.ts';
import { importType } from './en/document/import-type.ts';
import { installation } from './en/settings/installation.ts';
import { invitation } from './en/companies/invitation.ts';
import { link } from './en/frame/link.ts';
import { joining } from './en/documents/joining.ts';
import { list } from './en/documents/list.ts';
import { mapping } from './en/document/mapping.ts';
import { message } from './en/document/message.ts';
import { months } from './en/overview/months.ts';
import { needs } from './en/overview/needs.ts';
import { news } from './en/frame/news.ts';
import { noAnswer } from './en/document/no-answer.ts';
import { notice } from './en/desktop/notice.ts';
import { overview } from './en/overview/overview.ts';
import { preview } from './en/document/preview.ts';
import { problem } from './en/document/problem.ts';
import { question } from './en/document/question.ts';
import { questions } from './en/overview/questions.ts';
import { reconnect } from './en/companies/reconnect.ts';
import { recovery } from './en/frame/recovery.ts';
import { refusal } from './en/document/refusal.ts';
import { register } from './en/documents/register.ts';
import { relay } from './en/companies/relay.ts';
import { resolved } from './en/document/resolved.ts';
import { sendAnyway } from './en/document/send-anyway.ts';
import { sentBefore } from './en/document/sent-before.ts';
import { sample } from './en/desktop/sample.ts';
import { settings } from './en/settings/settings.ts';
import { start } from './en/desktop/start.ts';
import { state } from './en/document/state.ts';
import { status } from './en/overview/status.ts';
import { misplaced } from './en/overview/misplaced.ts';
import { tidy } from './en/desktop/tidy.ts';
import { toDo } from './en/overview/to-do.ts';
import { told } from './en/frame/told.ts';
import { tray } from './en/desktop/tray.ts';
import { tryOut } from './en/settings/try-out.ts';
import { typeQuestion } from './en/overview/type-question.ts';
import { unfinished } from './en/documents/unfinished.ts';
import { unproven } from './en/document/unproven.ts';
import { updates } from './en/settings/updates.ts';
import { upload } from './en/documents/upload.ts';
import { vault } from './en/frame/vault.ts';
import type { KeyOf } from './speaker.ts';

/** Defines the keys. Every other language is typed by English, so a missing text does not compile. A key begins with its file's name. */
export const en = {
  ...browsers,
  ...bulkArrival,
  ...common,
  ...companies,
  ...computers,
  ...connect,
  ...connection,
  ...contact,
  ...conversion,
  ...joining,
  ...diagnostics,
  ...disk,
  ...document,
  ...documents,
  ...entries,
  ...entriesPreview,
  ...failure,
  ...firstRun,
  ...folders,
  ...frame,
  ...importType,
  ...installation,
  ...invitation,
  ...link,
  ...list,
  ...mapping,
  ...message,
  ...months,
  ...needs,
  ...news,
  ...noAnswer,
  ...notice,
  ...overview,
  ...preview,
  ...problem,
  ...question,
  ...questions,
  ...reconnect,
  ...recovery,
  ...refusal,
  ...register,
  ...relay,
  ...resolved,
  ...sendAnyway,
  ...sentBefore,
  ...sample,
  ...settings,
  ...start,
  ...state,
  ...status,
  ...misplaced,
  ...tidy,
  ...toDo,
  ...told,
  ...tray,
  ...tryOut,
  ...typeQuestion,
  ...unfinished,
  ...unproven,
  ...updates,
  ...upload,
  ...vault,
} as const;

export type MessageKey = KeyOf<typeof en>;
