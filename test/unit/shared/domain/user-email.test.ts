import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { userEmailOf } from '#shared/domain/company.ts';

describe('the person’s e-mail address', () => {
  it.each([
    ['jeanne@exemple.fr', 'jeanne@exemple.fr'],
    ['  Jeanne.Dupont+scans@Exemple.FR ', 'Jeanne.Dupont+scans@Exemple.FR'],
    ['jeanne@société-générale.fr', 'jeanne@xn--socit-gnrale-eebbcb.fr'],
    ['jeanne@socie\u0301te\u0301.fr', 'jeanne@xn--socit-esab.fr'],
    ['info@BÄCKEREI.example', 'info@xn--bckerei-5wa.example'],
  ])('%s is sent, by a domain that every mail program knows', (typed, sent) => {
    const found = userEmailOf(typed);
    expect(found).toEqual({ kind: 'sendable', address: sent });
    expect(z.email().safeParse(sent).success).toBe(true);
  });

  it.each(['josé@exemple.fr', 'hélène.müller@société.fr', 'josé@exemple.fr'.normalize('NFD')])(
    '%s is not sent for its accents, which is said',
    (typed) => {
      expect(userEmailOf(typed)).toEqual({ kind: 'accents' });
    },
  );

  it.each([
    '',
    'jeanne',
    'jeanne@',
    '@exemple.fr',
    'a@b@c.fr',
    'a b@exemple.fr',
    'a@société',
    'a@é/x.fr',
    'a@é.fr:80',
    'é@',
    'x'.repeat(255),
  ])('%s is none', (typed) => {
    expect(userEmailOf(typed)).toEqual({ kind: 'odd' });
  });
});
