import { recordColumns } from '../src/columns.ts'

/** The columns that every record has, for INSERTs; the others are NULL. */
export const recordNames = recordColumns.map(({ name }) => name).join(', ')
