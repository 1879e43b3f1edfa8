/** What fails for long is looked for at every look at the whole (invariant 14), among a hundred thousand items that do not. */
export const FAILING = `
CREATE INDEX items_failing ON items (json_extract(state, '$.failingSince')) WHERE json_extract(state, '$.failingSince') IS NOT NULL;
`;
