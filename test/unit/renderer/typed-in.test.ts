import { describe, expect, it } from 'vitest';
import { idOf } from '#renderer/connect/credential-fields.tsx';
import { clockText, minuteOf } from '#renderer/settings/settings-page.tsx';

const ID = '3f2b8c1e-5d4a-4c6b-9e7f-0a1b2c3d4e5f';

describe('an identifier that was pasted', () => {
  it('is found in a line of an e-mail', () => {
    expect(idOf(`Identifiant : ${ID} (à coller dans Intray)\n`)).toBe(ID);
    expect(idOf(`  ${ID.toUpperCase()}`)).toBe(ID.toUpperCase());
  });

  it('is left as it was typed where there is none, or more than one', () => {
    for (const text of ['', '3f2b8c1e-5d4a', `${ID} ${ID}`, 'hello']) expect(idOf(text)).toBe(text);
  });
});

describe('a time of day', () => {
  it('goes to the field and back', () => {
    for (const minute of [0, 65, 540, 1_439]) expect(minuteOf(clockText(minute))).toBe(minute);
    expect(clockText(65)).toBe('01:05');
    expect(minuteOf('21:30:00')).toBe(1_290);
  });

  it('is none in the middle of typing', () => {
    for (const text of ['', '9:00', '24:00', '12:60', 'noon']) expect(minuteOf(text)).toBeNull();
  });
});
