import { randomBytes } from 'node:crypto';
import type { Http } from '#shared/ports/http.ts';
import { member, must, mustBe } from './check.ts';
import { type Answer, type Call, call, type Exchange, tokenForm, tokenRequest } from './client.ts';
import { type Control, openControl } from './control.ts';
import { type Delivery, openReceiver, type Receiver } from './receiver.ts';
import type { Integration, Target } from './target.ts';

/** The service under test, with everything that a case may need. */
export type Subject = {
  readonly target: Target;
  readonly send: (of: Call) => Promise<Answer>;
  /** A token that is known to be fresh; the same one until `newToken`. */
  token(): Promise<string>;
  newToken(): Promise<string>;
  tokenForm(change?: Readonly<Record<string, string | null>>): URLSearchParams;
  readonly integration: Integration;
  /** A reference that was never used before, by this run or another. */
  reference(): string;
  /** Throws without a control API: a case states in `needs` that it requires one. */
  readonly control: Control;
  readonly receiver: Receiver;
  /** Made once per run, by the case that asks first. */
  once<Value>(name: string, make: () => Promise<Value>): Promise<Value>;
  /** Makes a text fit for a report by removing every secret of this run. */
  scrub(text: string): string;
  close(): Promise<void>;
};

export type SubjectOptions = {
  readonly http: Http;
  readonly observe?: (exchange: Exchange) => void;
  readonly delivered?: (delivery: Delivery) => void;
};

export async function openSubject(target: Target, options: SubjectOptions): Promise<Subject> {
  const secrets = new Set([target.clientSecret, target.integration?.integrationSecret ?? '']);
  const hand = target.control === null ? null : await openHand(options, target.control);
  const integration = target.integration ?? (await hand?.control.makeIntegration());
  if (integration === undefined) throw new Error('an integration is needed, or a control API that makes one');
  const made = new Map<string, Promise<unknown>>();
  const run = randomBytes(4).toString('hex');
  let references = 0;
  let token: Promise<string> | null = null;
  const send = async (of: Call): Promise<Answer> => {
    const answer = await call(options.http, of);
    // Every issued token is a secret, even in a case that expects none.
    const issued = member(answer.json, 'access_token');
    if (typeof issued === 'string') {
      secrets.add(issued);
      // The newest token: the document does not say whether it ends the others.
      if (answer.status === 200) token = Promise.resolve(issued);
    }
    options.observe?.({ call: of, answer });
    return answer;
  };
  const newToken = (): Promise<string> => fetchToken(send, target);
  return {
    target,
    send,
    newToken: () => (token = newToken()),
    token: () => (token ??= newToken()),
    tokenForm: (change) => tokenForm(target, change),
    integration,
    reference: () => `contract-${run}-${(references += 1)}`,
    get control() {
      if (hand === null) throw new Error('there is no control API');
      return hand.control;
    },
    get receiver() {
      if (hand === null) throw new Error('there is no receiver without a control API');
      return hand.receiver;
    },
    async once<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
      const before = made.get(name) ?? make();
      made.set(name, before);
      return (await before) as Value;
    },
    scrub: (text) =>
      [...secrets, ...(hand?.control.secrets() ?? [])].reduce((clean, one) => (one === '' ? clean : clean.replaceAll(one, '***')), text),
    close: async () => hand?.close(),
  };
}

type Hand = { readonly control: Control; readonly receiver: Receiver; close(): Promise<void> };

/** The control API with a receiver of webhooks. Closing restores the service's former settings. */
async function openHand({ http, delivered }: SubjectOptions, of: NonNullable<Target['control']>): Promise<Hand> {
  const control = await openControl(http, of.controlUrl);
  const before = await control.switches();
  // Opened after the calls above, which may fail: its open port would then keep the whole program alive.
  const receiver = await openReceiver(of.listen, delivered);
  await control.patch({ webhookUrl: of.webhookUrl ?? receiver.url, autoDecide: null });
  return {
    control,
    receiver,
    async close() {
      await control.patch({ webhookUrl: member(before, 'webhookUrl') ?? null, autoDecide: member(before, 'autoDecide') ?? null });
      await receiver.close();
    },
  };
}

async function fetchToken(send: Subject['send'], target: Target): Promise<string> {
  const answer = await send(tokenRequest(target, tokenForm(target)));
  mustBe(200, answer);
  const token = member(answer.json, 'access_token');
  must(typeof token === 'string' && token !== '', 'an access_token', 'none');
  return token;
}
