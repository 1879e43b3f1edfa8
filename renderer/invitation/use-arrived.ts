import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useEngine } from '../link/engine.ts';
import type { Invitation } from './use-invitation.ts';

/** Opens the invitation that reached Intray from outside the window, by a link or an opened file: once, and in place of one that is open. */
export function useArrived(invitation: Invitation): void {
  const { client, queries } = useEngine();
  const queryClient = useQueryClient();
  const arrived = useQuery(queries.invitations.arrived.queryOptions()).data ?? null;
  const opened = useRef<number | null>(null);
  useEffect(() => {
    if (arrived === null || opened.current === arrived.id) return;
    opened.current = arrived.id;
    invitation.close();
    if (arrived.kind === 'text') void invitation.read(arrived.text);
    else invitation.fail({ kind: arrived.fault });
    void client.invitations.dismiss({ id: arrived.id }).then(() => queryClient.invalidateQueries({ queryKey: queries.invitations.key() }));
  });
}
