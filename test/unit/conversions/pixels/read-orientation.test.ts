import { expect, it } from 'vitest';
import { avifOrientationOf } from '#test/conversions/pixels/readers/read-orientation.ts';

/** As libavif's own functions turn both into EXIF's orientation. */
it.each([
  ['', 1],
  ['    * irot (Rotation)      : 1\n', 8],
  ['    * irot (Rotation)      : 2\n', 3],
  ['    * irot (Rotation)      : 3\n', 6],
  ['    * imir (Mirror)        : Mode 0 (top-to-bottom)\n', 4],
  ['    * imir (Mirror)        : Mode 1 (left-to-right)\n', 2],
  ['    * irot (Rotation)      : 1\n    * imir (Mirror)        : Mode 0 (top-to-bottom)\n', 5],
  ['    * irot (Rotation)      : 3\n    * imir (Mirror)        : Mode 0 (top-to-bottom)\n', 7],
  ['    * irot (Rotation)      : 1\n    * imir (Mirror)        : Mode 1 (left-to-right)\n', 7],
])('an AVIF of which avifdec says %j has the orientation %i', (printed, orientation) => {
  expect(avifOrientationOf(` * Transformations:\n${printed}`)).toBe(orientation);
});
