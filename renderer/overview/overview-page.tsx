import { useState } from 'react';
import { needsOf } from '#shared/app-api/needs-of.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { ReconnectDialog } from '../connect/reconnect-later.ts';
import { WhatIsNew } from '../news/what-is-new.tsx';
import { MonthSection } from './months/month-section.tsx';
import { NeedsList } from './needs-list.tsx';
import { OverviewHead } from './overview-head.tsx';
import styles from './overview-page.module.css';
import { QuietState } from './quiet-state.tsx';
import { useEndings } from './to-do/use-endings.ts';

/** Answers three questions at a glance: was everything sent, what was refused and why, what is to be done now. */
export function OverviewPage({ overview, now }: { readonly overview: Overview; readonly now: WallMs }) {
  const needs = needsOf(overview);
  // State of the page and not of the need, which disappears as soon as the connection works.
  const [reconnecting, setReconnecting] = useState<CompanyId | null>(null);
  // State of the page as well: the last document that is ended stays for a while, when there is no list any more.
  const endings = useEndings();
  const lost = overview.companies.find(({ id }) => id === reconnecting);
  return (
    <main className={styles['page']}>
      <OverviewHead overview={overview} />
      <output className="off-screen">{endings.told}</output>
      {needs.length === 0 && endings.ended.length === 0 ? (
        <QuietState overview={overview} />
      ) : (
        <NeedsList needs={needs} overview={overview} endings={endings} onReconnect={setReconnecting} />
      )}
      {overview.companies.length > 0 && <MonthSection overview={overview} now={now} />}
      <WhatIsNew />
      {lost !== undefined && <ReconnectDialog company={lost} onClose={() => setReconnecting(null)} />}
    </main>
  );
}
