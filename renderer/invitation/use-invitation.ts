import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type {
  AcceptFault,
  AcceptInvitation,
  InvitationFileFault,
  LookFault,
  OpenInvitationView,
  OverInvitationView,
  ReadInvitation,
  UndoFault,
} from '#shared/app-api/invitation/invitation-views.ts';
import type { Company } from '#shared/domain/company.ts';
import { type EngineClient, useEngine } from '../link/engine.ts';

/** What the invitation says of itself, as it is named to the engine. */
export type Named = { readonly link: string; readonly relayHost: string };

/** How far an invitation is opened. `relay`: the user does not know its server yet. `over`: it was used, or has ended. */
export type Stage =
  | { readonly kind: 'closed' }
  | { readonly kind: 'relay'; readonly read: ReadInvitation }
  | { readonly kind: 'question'; readonly view: OpenInvitationView; readonly named: Named }
  | { readonly kind: 'over'; readonly view: OverInvitationView; readonly named: Named }
  | { readonly kind: 'undone'; readonly secretGivenOut: boolean };

export type InvitationFault =
  | LookFault
  | AcceptFault
  | UndoFault
  | { readonly kind: InvitationFileFault }
  /** The engine did not answer. */
  | { readonly kind: 'unexpected' };

export type Invitation = {
  readonly stage: Stage;
  readonly fault: InvitationFault | null;
  readonly isPending: boolean;
  /** Finds the invitation in a text; asks its server if that is a known one. */
  readonly read: (text: string) => Promise<void>;
  /** `relayHost`: what the user typed, or what Intray knows already. */
  readonly look: (named: Named) => Promise<void>;
  readonly accept: (input: AcceptInvitation) => Promise<void>;
  readonly undo: (named: Named) => Promise<void>;
  readonly fail: (fault: InvitationFault) => void;
  readonly close: () => void;
};

/**
 * One invitation, from its text to a connected company. Not TanStack mutations, because they would keep their arguments in memory, and number
 * and secret must be nowhere but in their fields.
 */
export function useInvitation(onConnected: (company: Company) => void): Invitation {
  const { client } = useEngine();
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<Stage>({ kind: 'closed' });
  const [fault, setFault] = useState<InvitationFault | null>(null);
  const [isPending, setPending] = useState(false);
  const during = async (act: () => Promise<Step>): Promise<void> => {
    setPending(true);
    setFault(null);
    const step = await act().catch((): Step => ({ fault: { kind: 'unexpected' } }));
    setPending(false);
    setFault(step.fault ?? null);
    if (step.stage !== undefined) setStage(step.stage);
    if (step.connected === undefined) return;
    await queryClient.invalidateQueries();
    onConnected(step.connected);
  };
  return {
    stage,
    fault,
    isPending,
    read: (text) => during(() => readIt(client, text)),
    look: (named) => during(() => lookAtIt(client, named)),
    accept: (input) => during(() => acceptIt(client, input)),
    undo: (named) => during(() => undoIt(client, named)),
    fail: setFault,
    close: () => {
      setStage({ kind: 'closed' });
      setFault(null);
    },
  };
}

type Step = { readonly stage?: Stage; readonly fault?: InvitationFault; readonly connected?: Company };

async function readIt(client: EngineClient, text: string): Promise<Step> {
  const read = await client.invitations.read({ text });
  if (!read.ok) return { fault: read.failure };
  const { link, relayHost, relay } = read.value;
  return relay === 'other' ? { stage: { kind: 'relay', read: read.value } } : lookAtIt(client, { link, relayHost });
}

async function lookAtIt(client: EngineClient, named: Named): Promise<Step> {
  const looked = await client.invitations.look(named);
  if (!looked.ok) return { fault: looked.failure };
  const view = looked.value;
  return { stage: view.state === 'open' ? { kind: 'question', view, named } : { kind: 'over', view, named } };
}

async function acceptIt(client: EngineClient, input: AcceptInvitation): Promise<Step> {
  const accepted = await client.invitations.accept(input);
  return accepted.ok ? { stage: { kind: 'closed' }, connected: accepted.value } : { fault: accepted.failure };
}

async function undoIt(client: EngineClient, named: Named): Promise<Step> {
  const undone = await client.invitations.undo(named);
  return undone.ok ? { stage: { kind: 'undone', ...undone.value } } : { fault: undone.failure };
}

/** Of the heading that says what is asked. The first field takes the focus and is described by it, so that a screen reader reads both. */
export const QUESTION_ID = 'invitation-question';
/** Of the sentence that says whether one of the service's addresses differs from the others; the first field is described by it, too. */
export const HOSTS_ID = 'invitation-hosts';

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
