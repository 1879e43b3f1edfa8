import type { en } from './en.ts';
import { browsers } from './fr/settings/browsers.ts';
import { bulkArrival } from './fr/overview/bulk-arrival.ts';
import { common } from './fr/frame/common.ts';
import { companies } from './fr/companies/companies.ts';
import { computers } from './fr/companies/computers.ts';
import { connect } from './fr/companies/connect.ts';
import { connection } from './fr/companies/connection.ts';
import { contact } from './fr/frame/contact.ts';
import { conversion } from './fr/document/conversion.ts';
import { diagnostics } from './fr/settings/diagnostics.ts';
import { disk } from './fr/frame/disk.ts';
import { document } from './fr/document/document.ts';
import { documents } from './fr/documents/documents.ts';
import { entries } from './fr/document/entries.ts';
import { entriesPreview } from './fr/document/entries-preview.ts';
import { failure } from './fr/document/failure.ts';
import { firstRun } from './fr/companies/first-run.ts';
import { folders } from './fr/companies/folders.ts';
import { frame } from './fr/frame/frame.ts';
import { importType } from './fr/document/import-type.ts';
import { installation } from './fr/settings/installation.ts';
import { invitation } from './fr/companies/invitation.ts';
import { link } from './fr/frame/link.ts';
import { joining } from './fr/documents/joining.ts';
import { list } from './fr/documents/list.ts';
import { mapping } from './fr/document/mapping.ts';
import { message } from './fr/document/message.ts';
import { months } from './fr/overview/months.ts';
import { needs } from './fr/overview/needs.ts';
import { news } from './fr/frame/news.ts';
import { noAnswer } from './fr/document/no-answer.ts';
import { notice } from './fr/desktop/notice.ts';
import { overview } from './fr/overview/overview.ts';
import { preview } from './fr/document/preview.ts';
import { problem } from './fr/document/problem.ts';
import { question } from './fr/document/question.ts';
import { questions } from './fr/overview/questions.ts';
import { reconnect } from './fr/companies/reconnect.ts';
import { recovery } from './fr/frame/recovery.ts';
import { refusal } from './fr/document/refusal.ts';
import { register } from './fr/documents/register.ts';
import { relay } from './fr/companies/relay.ts';
import { resolved } from './fr/document/resolved.ts';
import { sendAnyway } from './fr/document/send-anyway.ts';
import { sentBefore } from './fr/document/sent-before.ts';
import { sample } from './fr/desktop/sample.ts';
import { settings } from './fr/settings/settings.ts';
import { start } from './fr/desktop/start.ts';
import { state } from './fr/document/state.ts';
import { status } from './fr/overview/status.ts';
import { misplaced } from './fr/overview/misplaced.ts';
import { tidy } from './fr/desktop/tidy.ts';
import { toDo } from './fr/overview/to-do.ts';
import { told } from './fr/frame/told.ts';
import { tray } from './fr/desktop/tray.ts';
import { tryOut } from './fr/settings/try-out.ts';
import { typeQuestion } from './fr/overview/type-question.ts';
import { unfinished } from './fr/documents/unfinished.ts';
import { unproven } from './fr/document/unproven.ts';
import { updates } from './fr/settings/updates.ts';
import { upload } from './fr/documents/upload.ts';
import { vault } from './fr/frame/vault.ts';
import type { French } from './french.ts';

export const fr: French<typeof en> = {
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
};
