import { expect, it } from 'vitest';
import { deviceNameOf } from '#electron/companies/prove.ts';
import { enrolRequestSchema } from '#shared/relay-protocol/messages.ts';

it.each([
  ['ACCUEIL-2', 'ACCUEIL-2'],
  [' Büro\t2\n', 'Büro2'],
  ['PC\0\u001b[2J', 'PC[2J'],
  ['', 'Computer'],
  ['\0 ', 'Computer'],
  ['\ud800PC', 'PC'],
  ['x'.repeat(300), 'x'.repeat(100)],
  [`${'x'.repeat(99)}🖨`, 'x'.repeat(99)],
])('a computer called %j enrols as one whose name the relay takes', (hostname, name) => {
  expect(deviceNameOf(hostname)).toBe(name);
  expect(enrolRequestSchema.safeParse({ name }).success).toBe(true);
});
