import { unreachable } from '#shared/lib/unreachable.ts';
import { later } from '../later/later.tsx';
import type { PageAddress } from './place.ts';

export const DocumentsPage = later(async () => (await import('../documents/documents-page.tsx')).DocumentsPage);
export const CompaniesPage = later(async () => (await import('../companies/companies-page.tsx')).CompaniesPage);
export const InvitationPage = later(async () => (await import('../invitation/invitation-page.tsx')).InvitationPage);
export const SettingsPage = later(async () => (await import('../settings/settings-page.tsx')).SettingsPage);
export const BulkQuestionPage = later(async () => (await import('../questions/answers-for-many.ts')).BulkQuestionPage);
export const TypeQuestionPage = later(async () => (await import('../questions/type/type-question-page.tsx')).TypeQuestionPage);
export const FirstRun = later(async () => (await import('../first-run/first-run.tsx')).FirstRun);

/** Loads the page's script and tells whether that worked; the overview is always loaded. */
export async function loadPage({ kind }: PageAddress): Promise<boolean> {
  switch (kind) {
    case 'overview':
      return true;
    case 'documents':
      return DocumentsPage.load();
    case 'bulk-question':
      return BulkQuestionPage.load();
    case 'type-question':
      return TypeQuestionPage.load();
    case 'companies':
      return CompaniesPage.load();
    case 'invitation':
      return InvitationPage.load();
    case 'settings':
      return SettingsPage.load();
    default:
      return unreachable(kind);
  }
}
