import type { Case } from '../case.ts';
import { must, mustBe, mustEqual, member } from '../check.ts';
import { accepted, revoked } from '../happenings.ts';

const section = 'versioning';

export const versioningCases: readonly Case[] = [
  {
    id: 'versioning/prefix',
    section,
    says: 'The API is versioned by the path prefix `/v1` in `{base_url}`.',
    needs: [],
    run: (subject) => {
      const { pathname } = new URL(subject.target.baseUrl);
      must(pathname.endsWith('/v1'), 'a base URL that ends in /v1', pathname);
      return Promise.resolve();
    },
  },
  {
    id: 'versioning/not-without',
    section,
    says: 'The prefix is part of the path: without it, or with another, there is no such route.',
    needs: [],
    run: async (subject) => {
      const headers = { authorization: `Bearer ${await subject.token()}` };
      const origin = subject.target.baseUrl.replace(/\/v1$/, '');
      mustBe([401, 403, 404], await subject.send({ method: 'GET', url: `${origin}/health`, headers }));
      mustBe([401, 403, 404], await subject.send({ method: 'GET', url: `${origin}/v999/health`, headers }));
    },
  },
  {
    id: 'versioning/events',
    section,
    says: 'Webhook payloads use CloudEvents `specversion` `1.0`; event kinds: `DocumentStatus`, `Revocation`.',
    needs: ['writing', 'control'],
    run: async (subject) => {
      const [status, revocation] = [(await accepted(subject)).delivery.event, (await revoked(subject)).delivery.event];
      mustEqual(['1.0', '1.0'], [member(status, 'specversion'), member(revocation, 'specversion')], 'specversion');
      mustEqual(['DocumentStatus', 'Revocation'], [member(status, 'type'), member(revocation, 'type')], 'type');
    },
  },
];
