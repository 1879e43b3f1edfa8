/** Every overall status looks for the items that have been failing for long (invariant 14), among a hundred thousand that are not. */
export const FAILING = `
CREATE INDEX items_failing ON items (json_extract(state, '$.failingSince')) WHERE json_extract(state, '$.failingSince') IS NOT NULL;
`;
