import { useState } from 'react';
import { needsOf } from '#shared/app-api/needs-of.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { ReconnectDialog } from '../connect/reconnect-later.ts';
import { WhatIsNew } from '../news/what-is-new.tsx';
import { ConnectionLines } from './connection-lines.tsx';
import { NeedsList } from './needs-list.tsx';
import { OverviewHead } from './overview-head.tsx';
import styles from './overview-page.module.css';
import { QuietState } from './quiet-state.tsx';

/** Answers three questions at a glance: was everything sent, what was refused and why, what is to be done now. */
export function OverviewPage({ overview, now }: { readonly overview: Overview; readonly now: WallMs }) {
  const needs = needsOf(overview);
  // State of the page and not of the need, which disappears as soon as the connection works.
  const [reconnecting, setReconnecting] = useState<CompanyId | null>(null);
  const lost = overview.companies.find(({ id }) => id === reconnecting);
  return (
    <main className={styles['page']}>
      <OverviewHead overview={overview} />
      {needs.length === 0 ? (
        <QuietState overview={overview} />
      ) : (
        <NeedsList needs={needs} overview={overview} onReconnect={setReconnecting} />
      )}
      {overview.companies.length > 0 && <ConnectionLines overview={overview} now={now} />}
      <WhatIsNew />
      {lost !== undefined && <ReconnectDialog company={lost} onClose={() => setReconnecting(null)} />}
    </main>
  );
}
